import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contract/map/map.js'
import { LINT_RULES } from '../../src/resnotif/finding/rules.js'
import { referencePage } from '../../src/contract/overlay/reference.js'
import { commandsByEndpoint } from '../support/surface.js'
import { INTERFACE_ENDPOINTS } from './interface-endpoints.js'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const commandsOf = commandsByEndpoint(
  JSON.parse(read('oclif.manifest.json')) as Parameters<typeof commandsByEndpoint>[0],
)

const listed = Object.entries(INTERFACE_ENDPOINTS).flatMap(([section, rows]) =>
  rows.map(([method, target]) => ({ section, method, path: target })),
)
const built = endpoints.map(({ endpoint: { source, method, path: target } }) => ({
  section: source,
  method,
  path: target,
}))
const order = (rows: typeof listed): string[] =>
  rows.map(({ section, method, path: target }) => `${section}: ${method} ${target}`).sort()

describe('coverage of the interface', () => {
  it('counts the endpoints of its tables', () => {
    expect(
      Object.fromEntries(Object.entries(INTERFACE_ENDPOINTS).map(([section, rows]) => [section, rows.length])),
    ).toEqual({
      'Authentication endpoints': 3,
      'Property search and lists': 11,
      'Property reads': 12,
      'Property writes': 4,
      'Sellable units': 9,
      'Rooms, rates, inventory': 3,
      Products: 3,
      Reservations: 4,
    })
  })

  it('the contract has every endpoint of the interface, and no other', () => {
    expect(order(built)).toEqual(order(listed))
  })

  it('a command calls each of them', () => {
    expect(endpoints.filter(({ key }) => (commandsOf.get(key) ?? []).length === 0).map(({ key }) => key)).toEqual([])
  })

  it('a command names only endpoints that there are', () => {
    const known = new Set<string>(endpoints.map(({ key }) => key))
    expect([...commandsOf.keys()].filter((key) => !known.has(key))).toEqual([])
  })

  it('the reference page is current and has one row for each', () => {
    const page = read('docs/reference.md')
    expect(page, 'run: node bin/write-reference.js').toBe(referencePage(commandsOf, LINT_RULES))
    for (const { key } of endpoints) expect(page.split(`\`${key}\``).length, key).toBeGreaterThan(2)
    for (const rule of Object.keys(LINT_RULES)) expect(page).toContain(`| \`${rule}\` |`)
    // What the overlay's own page names as examples.
    for (const field of ['`room_settings.price`', '`booker.email`', '`noOfSellableUnits`'])
      expect(page).toContain(field)
    for (const { method, path: target } of built)
      expect(page.split('\n').filter((line) => line.startsWith(`| ${method} | \`${target}\` |`))).toHaveLength(1)
  })
})

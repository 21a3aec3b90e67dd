import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contract/map/map.js'
import { RULES } from '../../src/outcome/index.js'
import { outcomesPage } from '../../src/outcome/page.js'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/outcomes.md'), 'utf8')

describe('docs/outcomes.md', () => {
  it('is what the rules say now', () => {
    expect(page, 'run: node bin/write-outcomes.js').toBe(outcomesPage())
  })

  it('names every endpoint: a write with a table of its own, a read in the list', () => {
    for (const { key } of endpoints)
      expect(
        page
          .split('\n')
          .filter((line) => (RULES[key].effect === 'write' ? line === `### ${key}` : line.startsWith(`| ${key} |`))),
        key,
      ).toHaveLength(1)
  })

  it('calls nothing done that says nothing', () => {
    const lines = page
      .split('\n')
      .filter((line) =>
        /\| (no word|a web page|HTTP 200 or 201, no body|JSON that breaks|success and an error|success about something else|accepted|HTTP [345])/.test(
          line,
        ),
      )
    expect(lines.length).toBeGreaterThan(200)
    const writes = page.slice(0, page.indexOf('## Reads'))
    expect(lines.filter((line) => writes.includes(line) && line.includes('| done |'))).toEqual([])
  })
})

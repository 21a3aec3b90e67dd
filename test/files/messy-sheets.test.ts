import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Row } from '../../src/files/reading/row.js'
import { Fault } from '../../src/errors.js'
import { messySheet, type TrueRow } from './messy-sheet.js'
import { collect } from './reading.js'

const SHEETS = 300

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-messy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A row as one text, its values in a fixed order. */
const factsOf = (line: number, hotel: string, room: string, first: number, last: number, fields: object): string =>
  JSON.stringify([line, hotel, room, first, last, ...Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))])
const ofRow = ({ line, hotel, room, from, until, fields }: Row): string =>
  factsOf(line, hotel, room, from, until - 1, fields)
const ofTruth = ({ line, hotel, room, first, last, fields }: TrueRow): string =>
  factsOf(line, hotel, room, first, last, fields)

it(`${SHEETS} messy sheets: none is misread in silence, and at least nine in ten are read with no hint`, async () => {
  const refused: string[] = []
  for (let seed = 1; seed <= SHEETS; seed += 1) {
    const sheet = messySheet(seed)
    const file = join(folder, `${seed}-${sheet.name}`)
    writeFileSync(file, sheet.bytes)
    const truth = new Set(sheet.rows.map(ofTruth))
    const found = await collect({ files: [{ name: file }], kind: sheet.kind }).catch((error: unknown) => error)
    if (found instanceof Fault) {
      refused.push(`${sheet.style}: ${found.message}`)
      // A refusal names the way out.
      expect(`${found.next} ${found.findings.map(({ remedy }) => remedy).join(' ')}`, sheet.style).toMatch(
        /--date-format|--decimal|--encoding/,
      )
      continue
    }
    if (found instanceof Error) throw found
    const { rows, bad } = found as Awaited<ReturnType<typeof collect>>
    const wrong = rows.map(ofRow).filter((row) => !truth.has(row))
    expect(wrong.slice(0, 3), sheet.style).toEqual([])
    if (bad.length > 0) refused.push(`${sheet.style}: ${bad[0]?.field} ${bad[0]?.value} ${bad[0]?.reason}`)
    else expect(rows.length, sheet.style).toBe(sheet.rows.length)
  }
  const share = (SHEETS - refused.length) / SHEETS
  console.info(`Read with no hint: ${(share * 100).toFixed(1)} % of ${SHEETS} sheets`)
  expect(share, refused.join('\n')).toBeGreaterThanOrEqual(0.9)
})

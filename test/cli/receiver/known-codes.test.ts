import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readKnownCodes } from '../../../src/cli/receiver/index.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const table = (text: string): ReturnType<typeof readKnownCodes> => {
  const file = path.join(folder, 'codes.csv')
  writeFileSync(file, text)
  return readKnownCodes(file)
}

describe('a table of codes', () => {
  it('a code that leads to none of the PMS is not known', async () => {
    const { rooms, plans, hotels } = await table('kind,hub,pms\nroom,101,DBL\nroom,102,\nplan,501, \n')
    expect([...(rooms ?? [])]).toEqual([['101', 'DBL']])
    // Not checked and none known are two things.
    expect(plans?.size).toBe(0)
    expect(hotels).toBeUndefined()
  })

  it('without a column for the PMS lists what is known', async () => {
    expect([...((await table('kind;hub\nroom;101\n')).rooms ?? [])]).toEqual([['101', '']])
  })
})

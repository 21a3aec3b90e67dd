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
  notices.length = 0
  return readKnownCodes(file, (text) => notices.push(text.slice(folder.length + 1)))
}
const notices: string[] = []

describe('a table of codes', () => {
  it('a code that leads to none of the PMS is not known', async () => {
    const { rooms, plans, hotels } = await table('kind,hub,pms\nroom,101,DBL\nroom,102,\nplan,501, \n')
    expect([...(rooms ?? [])]).toEqual([['101', 'DBL']])
    // Not checked and none known are two things.
    expect(plans?.size).toBe(0)
    expect(hotels).toBeUndefined()
  })

  it('says where one code of the hub stands for two of the PMS', async () => {
    await table('kind,hub,pms\nroom,101,DBL\nroom,101,SUI\nroom,102,S\nroom,102,S\nplan,101,F\n')
    expect(notices).toEqual([
      'codes.csv:3: room 101 of the hub is "DBL" at the PMS further up, and "SUI" here; findings name the last. Leave one of them.',
    ])
  })

  it('without a column for the PMS lists what is known', async () => {
    expect([...((await table('kind;hub\nroom;101\n')).rooms ?? [])]).toEqual([['101', '']])
  })
})

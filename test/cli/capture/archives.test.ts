import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { openCaptures, tellOthers } from '../../../src/cli/capture/index.js'
import { ROOT } from '../../support/cli.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-archives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'))
const LONG = `${'deep/'.repeat(24)}${'long'.repeat(20)}.xml`
const inside = path.join(folder, 'in')
mkdirSync(path.dirname(path.join(inside, LONG)), { recursive: true })
writeFileSync(path.join(inside, LONG), MESSAGE)
writeFileSync(path.join(inside, 'empty.txt'), '')

async function read(...names: string[]): Promise<[string, number, string | undefined, boolean][]> {
  const found: [string, number, string | undefined, boolean][] = []
  for await (const { shown, capture, isPacked } of openCaptures(names))
    found.push([
      path.relative(folder, shown),
      capture.messages.filter(({ bytes }) => bytes.length > 0).length,
      capture.unread[0]?.what,
      isPacked,
    ])
  return found.toSorted()
}

describe('an archive of captures', () => {
  it.each(['gnu', 'pax', 'ustar'])('made by tar in the format %s is opened, long names too', async (format) => {
    const file = path.join(folder, `${format}.tar.gz`)
    execFileSync('tar', ['-czf', file, `--format=${format}`, '-C', inside, '.'])
    const found = await read(file)
    expect(found.map(([name]) => name.replace('/./', '/'))).toEqual([
      `${format}.tar.gz/${LONG}`,
      `${format}.tar.gz/empty.txt`,
    ])
    expect(found.map(([, messages, , isPacked]) => [messages, isPacked])).toEqual([
      [1, true],
      [0, true],
    ])
  })

  it('that is torn says so, of the file that it broke off in', async () => {
    execFileSync('tar', [
      '-cf',
      path.join(folder, 'whole.tar'),
      '--format=ustar',
      '-C',
      inside,
      'empty.txt',
      LONG.slice(0, 4),
    ])
    const torn = path.join(folder, 'torn.tar')
    const whole = readFileSync(path.join(folder, 'whole.tar'))
    writeFileSync(torn, whole.subarray(0, whole.indexOf('<OTA_HotelResNotifRQ') + 1_000))
    const last = (await read(torn)).find(([, , unread]) => unread !== undefined)
    expect(last?.[2]).toBe('The archive ends in the middle of this file.')
    const packed = path.join(folder, 'torn.gz')
    writeFileSync(packed, gzipSync(MESSAGE).subarray(0, 100))
    await expect(read(packed)).rejects.toThrow('torn.gz is a damaged gzip file.')
    // Among others it is told, and they are read.
    const mixed = path.join(folder, 'mixed')
    mkdirSync(mixed)
    writeFileSync(path.join(mixed, 'a.gz'), gzipSync(MESSAGE).subarray(0, 100))
    writeFileSync(path.join(mixed, 'b.xml'), MESSAGE)
    expect(await read(mixed)).toMatchObject([
      ['mixed/a.gz', 0, expect.stringContaining('damaged gzip') as string, false],
      ['mixed/b.xml', 1, undefined, false],
    ])
  })

  it('without files, and a folder without, are refused', async () => {
    mkdirSync(path.join(folder, 'none'))
    await expect(read(path.join(folder, 'none'))).rejects.toThrow('is a folder without files')
    await expect(read(path.join(folder, 'absent'))).rejects.toThrow('There is no file')
  })
})

describe('parts without a notification', () => {
  it('are counted, the first ones named', () => {
    const part = { line: 3, column: 1, what: 'HTTP response 200' }
    expect(tellOthers('a', [])).toBeUndefined()
    expect(tellOthers('a', [part])).toBe('a: 1 part holds no notification: HTTP response 200 in line 3.')
    expect(
      tellOthers(
        'a',
        Array.from({ length: 7 }, () => part),
        4,
      ),
    ).toMatch(/^a: 11 parts hold no notification: .*, and 6 more\.$/)
  })
})

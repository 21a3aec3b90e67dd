import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openCaptures } from '../../../src/cli/capture/index.js'
import { ROOT } from '../../support/cli.js'
import { zip } from '../../support/workbook.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-cut-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'))
const LOG = [MESSAGE, MESSAGE].map((message) => `2026-11-23 12:00:00 INFO ${message.toString()}`).join('')

async function read(bytes: Buffer): Promise<[string, number, string][]> {
  const file = path.join(folder, 'day.zip')
  writeFileSync(file, bytes)
  const found: [string, number, string][] = []
  for await (const { shown, capture } of openCaptures([file]))
    found.push([
      path.relative(folder, shown),
      capture.messages.length,
      capture.unread.map(({ what }) => what).join('; '),
    ])
  return found
}

/** The same as a program writes it that does not know the size of a file before it has written it. */
function streamed(archive: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50;) {
    const size = archive.readUInt32LE(at + 18)
    const end = at + 30 + archive.readUInt16LE(at + 26) + size
    const part = Buffer.from(archive.subarray(at, end))
    const described = Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), part.subarray(14, 26)])
    part.writeUInt16LE(8, 6)
    part.fill(0, 14, 26)
    parts.push(part, described)
    at = end
  }
  return Buffer.concat(parts)
}

describe('a zip archive that is cut', () => {
  const files = { 'one.xml': MESSAGE, 'in.zip': zip({ 'two.xml': MESSAGE }), 'a.log': LOG }
  const kinds = { packed: zip(files), stored: zip(files, false), streamed: streamed(zip(files)) }

  it.each(Object.entries(kinds))('is read as far as it goes, and told to be cut: %s', async (_, archive) => {
    const sizes = [0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95].map((share) => Math.floor(archive.length * share))
    let least = 0
    for (const size of sizes) {
      const found = await read(archive.subarray(0, size))
      const count = found.reduce((sum, [, messages]) => sum + messages, 0)
      expect(count).toBeGreaterThanOrEqual(least)
      expect(found.map(([, , unread]) => unread).join('; ')).toMatch(/it is cut/)
      least = count
    }
    expect(least).toBeGreaterThanOrEqual(2)
  })

  it('is read in full where only the list at its end is missing', async () => {
    const archive = zip(files)
    const list = archive.indexOf('PK\u0001\u0002', archive.indexOf('a.log'), 'latin1')
    const found = await read(archive.subarray(0, list))
    expect(found).toEqual([
      ['day.zip/one.xml', 1, ''],
      ['day.zip/in.zip/two.xml', 1, ''],
      ['day.zip/a.log', 2, ''],
      ['day.zip', 0, expect.stringMatching(/the list of its files is missing/)],
    ])
  })

  it('is refused where nothing is left of it', async () => {
    await expect(read(zip(files).subarray(0, 20))).rejects.toThrow(/nothing of it can be read/)
  })
})

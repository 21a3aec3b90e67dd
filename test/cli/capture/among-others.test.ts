import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { openCaptures } from '../../../src/cli/capture/index.js'
import { ROOT } from '../../support/cli.js'
import { zip } from '../../support/workbook.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-among-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINE = '2026-11-23 12:00:00,118 INFO sent\n'

async function read(...parts: (Buffer | string)[]): Promise<[string, number, string | undefined][]> {
  const file = path.join(folder, 'day.log')
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part))))
  const found: [string, number, string | undefined][] = []
  for await (const { shown, capture } of openCaptures([file]))
    found.push([path.relative(folder, shown), capture.messages.length, capture.unread[0]?.what])
  return found
}

describe('a zip archive among other bytes', () => {
  const pack = zip({ 'n.xml': MESSAGE, 'in.zip': zip({ 'm.xml': MESSAGE }) })
  const inside = (name: string): [string, number, undefined][] => [
    [`day.log/${name}/n.xml`, 1, undefined],
    [`day.log/${name}/in.zip/m.xml`, 1, undefined],
  ]

  it('is opened behind lines of a log, and behind a message', async () => {
    expect(await read(LINE, pack, LINE)).toEqual(inside('zip'))
    for (const parts of [
      [LINE, pack, MESSAGE, '\n'],
      [MESSAGE, '\n', pack],
      [MESSAGE, pack],
    ])
      expect(await read(...parts)).toEqual([['day.log', 1, undefined], ...inside('zip')])
  })

  it('is opened as often as there are some', async () => {
    expect(await read(LINE, pack, LINE, pack)).toEqual([...inside('zip'), ...inside('zip (2)')])
  })

  it('whose files are not packed is read once, as the files that it holds', async () => {
    const dump = `POST /ota HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(MESSAGE)}\r\n\r\n${MESSAGE}`
    const broken = MESSAGE.replace('</RoomStays>', '')
    const stored = zip({ 'n.xml': MESSAGE, 'dump.txt': dump, 'broken.xml': broken, 'hello.txt': 'hello' }, false)
    const own = (name: string): unknown[] =>
      ['n.xml', 'dump.txt', 'broken.xml', 'hello.txt'].map((file) => [
        `day.log/${name}/${file}`,
        file === 'hello.txt' ? 0 : 1,
        undefined,
      ])
    expect(await read(LINE, stored, LINE)).toEqual(own('zip'))
    expect(await read(LINE, MESSAGE, '\n', stored, `${LINE}${MESSAGE}\n`)).toEqual([
      ['day.log', 2, undefined],
      ...own('zip'),
    ])
  })

  it('with packed files in it, that are packed no further, is read once too', async () => {
    const stored = zip({ 'n.xml.gz': gzipSync(MESSAGE), 'in.zip': zip({ 'm.xml': MESSAGE }) }, false)
    expect(await read(LINE, stored, LINE)).toEqual([
      ['day.log/zip/n.xml.gz', 1, undefined],
      ['day.log/zip/in.zip/m.xml', 1, undefined],
    ])
  })

  it('is told once where it is cut, or was saved as text', async () => {
    const one = zip({ 'n.xml': MESSAGE })
    for (const broken of [one.subarray(0, -30), Buffer.from(one.toString('utf8'))])
      expect(await read(LINE, broken, '\n', MESSAGE, '\n')).toEqual([
        ['day.log', 1, expect.stringContaining('a zip archive in the middle of other bytes')],
      ])
  })
})

describe('a pack of another kind among other bytes', () => {
  const KINDS: Record<string, Buffer> = {
    '7z': Buffer.from("7z\u00bc\u00af'\u001c\0\u0004abcdef", 'latin1'),
    xz: Buffer.from('\u00fd7zXZ\0\0\u0004\u00e6\u00d6', 'latin1'),
    bzip2: execFileSync('python3', ['-c', 'import bz2,sys; sys.stdout.buffer.write(bz2.compress(b"hello"))']),
    zstd: Buffer.from('(\u00b5/\u00fd\u0004\u0058\u0029\0\0hello', 'latin1'),
    rar: Buffer.from('Rar!\u001a\u0007\u0001\0', 'latin1'),
    lz4: Buffer.from('\u0004"M\u0018d@\u00a7', 'latin1'),
  }

  it.each(Object.entries(KINDS))('is told: %s', async (kind, pack) => {
    const told = expect.stringContaining(`something packed as ${kind} in the middle of other bytes`) as string
    expect(await read(LINE, pack, '\n')).toEqual([['day.log', 0, told]])
    expect(await read(MESSAGE, '\n', pack)).toEqual([['day.log', 1, told]])
  })

  it('is none where a text speaks of it, or a program has its first bytes', async () => {
    const text = 'PK and BZh9, 7z and Rar! are known; (µ/ý too\n'
    expect(await read(LINE, text, MESSAGE, '\n')).toEqual([['day.log', 1, undefined]])
    expect(await read(Buffer.alloc(64, 1), KINDS['7z']!, Buffer.alloc(64, 1))).toEqual([['day.log', 0, undefined]])
  })
})

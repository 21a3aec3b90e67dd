import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type CaptureFile, isEmpty, openCaptures, tellEmpty } from '../../../src/cli/capture/index.js'
import { ROOT } from '../../support/cli.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-passed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'))
const OLE = Buffer.from('d0cf11e0a1b11ae100000000', 'hex')
const PDF = Buffer.from('%PDF-1.5\n1 0 obj <</Type /Font>> endobj\n')

async function allOf(files: AsyncIterable<CaptureFile>): Promise<CaptureFile[]> {
  const all: CaptureFile[] = []
  for await (const file of files) all.push(file)
  return all
}

async function open(name: string, files: Readonly<Record<string, Buffer>>): Promise<CaptureFile[]> {
  const inside = path.join(folder, name)
  mkdirSync(inside)
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(inside, file), content)
  return allOf(openCaptures([inside]))
}

describe('a file of another program in a folder', () => {
  it('is passed over and told, and is no error', async () => {
    const files = await open('both', { 'a.doc': OLE, 'b.pdf': PDF, 'c.xml': MESSAGE, 'd.txt': Buffer.from('hello') })
    expect(files.flatMap(({ capture }) => capture.unread)).toEqual([])
    const told = tellEmpty(files.filter(isEmpty))
    expect(told).toMatch(
      /^1 file holds no notification: .*d\.txt \(text\)\. 2 files were passed over, .*a\.doc.*b\.pdf/,
    )
  })

  it('is told as unread where nothing else holds a message, each once', async () => {
    const files = await open('alone', { 'a.doc': OLE, 'b.pdf': PDF, 'd.txt': Buffer.from('hello') })
    expect(files.map(({ shown, capture }) => [path.basename(shown), capture.unread.length])).toEqual([
      ['d.txt', 0],
      ['a.doc', 1],
      ['b.pdf', 1],
    ])
  })

  it('is told as unread where it was named, or names a notification', async () => {
    const [one] = await allOf(openCaptures([path.join(folder, 'both/a.doc')]))
    expect(one?.capture.unread).toHaveLength(1)
    const named = Buffer.concat([OLE, Buffer.from('OTA_HotelResNotifRQ', 'utf16le')])
    const files = await open('named', { 'a.doc': named, 'c.xml': MESSAGE })
    expect(files.map(({ capture }) => capture.unread.length)).toEqual([1, 0])
  })

  it('is named with all others on demand', async () => {
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`${at}.pdf`, PDF]))
    const files = (await open('many', { ...many, 'c.xml': MESSAGE })).filter(isEmpty)
    expect(tellEmpty(files)).toMatch(/8 files were passed over.*and 3 more \("resnotif lint --verbose" names all\)/)
    expect(tellEmpty(files, files.length)).toMatch(/7\.pdf/)
  })
})

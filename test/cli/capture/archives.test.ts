import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { isEmpty, openCaptures, tellOthers } from '../../../src/cli/capture/index.js'
import { ROOT } from '../../support/cli.js'
import { zip } from '../../support/workbook.js'

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

  it.each(['ustar', 'pax', 'gnu'])('of tar in the format %s that is cut anywhere says so', async (format) => {
    const [file, cut] = [path.join(folder, `any-${format}.tar`), path.join(folder, 'cut.tar')]
    execFileSync('tar', ['-cf', file, `--format=${format}`, '-b', '1', '-C', inside, '.'])
    const whole = readFileSync(file)
    expect((await read(file)).map(([, , unread]) => unread)).toEqual([undefined, undefined])
    // Behind the first header; the last two blocks are the mark of the end, of which one tells it.
    for (let end = 700; end <= whole.length - 1_024; end += 156) {
      writeFileSync(cut, whole.subarray(0, end))
      const told = (await read(cut)).filter(([, , unread]) => unread !== undefined)
      expect(told, `${end} of ${whole.length} bytes`).toHaveLength(1)
    }
    writeFileSync(cut, whole.subarray(0, whole.length - 1_024))
    expect((await read(cut)).find(([, , unread]) => unread !== undefined)?.[2]).toContain('Files may be missing')
    writeFileSync(cut, Buffer.concat([whole, whole]))
    expect((await read(cut)).some(([, , unread]) => unread !== undefined)).toBe(false)
  })

  it('of tar tells what stands behind its end, or instead of a header, without a name made of it', async () => {
    const file = path.join(folder, 'behind.tar')
    execFileSync('tar', ['-cf', file, '--format=ustar', '-b', '1', '-C', inside, 'empty.txt'])
    const whole = readFileSync(file)
    const files = whole.subarray(0, whole.length - 1_024)
    const damaged = Buffer.from(whole)
    damaged.write('full', 0)
    for (const [bytes, what] of [
      [Buffer.concat([whole, Buffer.from('a line of text\n')]), 'bytes behind the end of the tar archive'],
      [Buffer.concat([whole, MESSAGE]), 'bytes behind the end of the tar archive'],
      [Buffer.concat([whole, Buffer.from('\0'), MESSAGE]), 'bytes behind the end of the tar archive'],
      [Buffer.concat([files, MESSAGE]), 'a damaged tar archive'],
      [Buffer.concat([files, MESSAGE.subarray(0, 300)]), 'the mark of its end is missing'],
      [damaged, 'a damaged tar archive'],
    ] as const) {
      writeFileSync(file, bytes)
      const told = (await read(file)).filter(([, , unread]) => unread !== undefined)
      expect(told).toEqual([['behind.tar', 0, expect.stringContaining(what), true]])
    }
    // A header that is cut has a name.
    writeFileSync(file, Buffer.concat([files, files.subarray(0, 200)]))
    expect(await read(file)).toContainEqual(['behind.tar/empty.txt', 0, expect.stringContaining('is cut'), true])
  })

  it('of tar in a gzip file that is cut behind the end of it says so', async () => {
    const parts = ['one', 'two'].map((name) => {
      const file = path.join(folder, `${name}.tgz`)
      execFileSync('tar', ['-czf', file, '-C', inside, '.'])
      return readFileSync(file)
    }) as [Buffer, Buffer]
    const file = path.join(folder, 'joined.tgz')
    for (const cut of [Buffer.concat([parts[0], parts[1].subarray(0, 40)]), parts[0].subarray(0, -5)]) {
      writeFileSync(file, cut)
      const told = (await read(file)).filter(([, , unread]) => unread !== undefined)
      expect(told.map(([, , unread]) => unread)).toEqual([expect.stringContaining('cut')])
    }
    writeFileSync(file, Buffer.concat(parts))
    expect((await read(file)).some(([, , unread]) => unread !== undefined)).toBe(false)
  })

  it('that holds more than is read of it says so', async () => {
    const [one, two] = [zip({ '1.xml': MESSAGE }), zip({ '2.xml': MESSAGE })]
    const twice = Buffer.from(zip({ 'a.xml': MESSAGE, 'b.xml': MESSAGE }))
    for (let at = twice.indexOf('b.xml'); at >= 0; at = twice.indexOf('b.xml', at + 1)) twice.write('a', at)
    const file = path.join(folder, 'more.zip')
    for (const [bytes, words] of [
      [Buffer.concat([one, Buffer.from('x'), two]), 'between the zip archives'],
      [twice, 'several files of one name'],
      [Buffer.concat([one, MESSAGE]), 'behind the end'],
    ] as const) {
      writeFileSync(file, bytes)
      expect((await read(file)).flatMap(([, , unread]) => unread ?? [])).toEqual([expect.stringContaining(words)])
    }
    const packed = path.join(folder, 'more.gz')
    writeFileSync(packed, Buffer.concat([gzipSync('a'), Buffer.alloc(512), gzipSync(MESSAGE)]))
    expect((await read(packed)).flatMap(([, , unread]) => unread ?? [])).toEqual([expect.stringContaining('damaged')])
    // What is whole before other bytes is read.
    for (const behind of [Buffer.from('end of transfer\n'), MESSAGE, two]) {
      writeFileSync(packed, Buffer.concat([gzipSync(MESSAGE), behind]))
      expect(await read(packed)).toEqual([['more.gz', 1, expect.stringContaining('other bytes stand behind'), true]])
    }
    // Several members, and blocks that are filled up, are right.
    writeFileSync(packed, Buffer.concat([gzipSync('a'), gzipSync(MESSAGE), Buffer.alloc(512)]))
    expect(await read(packed)).toMatchObject([['more.gz', 1, undefined, true]])
  })

  it('of several that were joined is read in full, and files of one name apart', async () => {
    const file = path.join(folder, 'joined.zip')
    const [one, two] = [zip({ 'a.xml': MESSAGE }), zip({ 'b.xml': MESSAGE, 'a.xml': MESSAGE }, false)]
    writeFileSync(file, Buffer.concat([one, two]))
    const names = ['a.xml (2)', 'a.xml', 'b.xml']
    expect(await read(file)).toEqual(names.map((name) => [`joined.zip/${name}`, 1, undefined, true]))
  })

  it('with first bytes of a list of files in its comment is whole', async () => {
    const comment = Buffer.from(`by hand PK\u0005\u0006${' '.repeat(40)}`, 'latin1')
    const bytes = Buffer.concat([zip({ 'a.xml': MESSAGE }), comment])
    bytes.writeUInt16LE(comment.length, bytes.length - comment.length - 2)
    const file = path.join(folder, 'comment.zip')
    writeFileSync(file, bytes)
    expect(await read(file)).toEqual([['comment.zip/a.xml', 1, undefined, true]])
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
    expect(last?.[2]).toBe('The archive ends in the middle of this file')
    const packed = path.join(folder, 'torn.gz')
    writeFileSync(packed, gzipSync(MESSAGE).subarray(0, 100))
    expect(await read(packed)).toMatchObject([
      ['torn.gz', 0, expect.stringContaining('a damaged gzip file: it is cut') as string, true],
    ])
    // What was packed before the place where it is cut is read.
    const log = ['2026-11-23 12:00:00 got', '2026-11-23 12:00:09 got', '2026-11-23 12:00:10 got']
      .map((head) => `${head} ${MESSAGE}\n`)
      .join('')
    const stored = gzipSync(log, { level: 0 })
    writeFileSync(packed, stored.subarray(0, stored.lastIndexOf('<RoomStays')))
    expect(await read(packed)).toMatchObject([['torn.gz', 2, expect.stringContaining('cut') as string, true]])
    writeFileSync(packed, gzipSync('no message').subarray(0, 19))
    expect(await read(packed)).toMatchObject([['torn.gz', 0, expect.stringContaining('cut') as string, true]])
    writeFileSync(packed, Buffer.concat([gzipSync(MESSAGE).subarray(0, 40), Buffer.alloc(60, 0xff)]))
    await expect(read(packed)).rejects.toThrow('torn.gz is a damaged gzip file.')
    const zipped = path.join(folder, 'torn.zip')
    writeFileSync(zipped, Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400)]))
    await expect(read(zipped)).rejects.toThrow('torn.zip is a damaged zip archive: it is cut')
    // Among others it is told, and they are read.
    const mixed = path.join(folder, 'mixed')
    mkdirSync(mixed)
    writeFileSync(path.join(mixed, 'a.gz'), gzipSync(MESSAGE).subarray(0, 100))
    writeFileSync(path.join(mixed, 'b.xml'), MESSAGE)
    expect(await read(mixed)).toMatchObject([
      ['mixed/a.gz', 0, expect.stringContaining('damaged gzip') as string, true],
      ['mixed/b.xml', 1, undefined, false],
    ])
  })

  it('in another archive is opened as well, whatever packs it', async () => {
    const deep = path.join(folder, 'deep')
    mkdirSync(deep)
    const inner = path.join(deep, 'inner')
    mkdirSync(inner)
    writeFileSync(path.join(inner, 'right.xml'), MESSAGE)
    writeFileSync(path.join(inner, 'log.gz'), gzipSync(MESSAGE))
    writeFileSync(path.join(inner, 'torn.gz'), gzipSync(MESSAGE).subarray(0, 90))
    execFileSync('tar', ['-czf', path.join(deep, 'day.tar.gz'), '-C', inner, '.'])
    execFileSync('tar', ['-cf', path.join(deep, 'week.tar'), '-C', deep, 'day.tar.gz'])
    writeFileSync(path.join(deep, 'month.zip'), zip({ 'week.tar': readFileSync(path.join(deep, 'week.tar')) }))
    writeFileSync(path.join(deep, 'year.gz'), gzipSync(readFileSync(path.join(deep, 'month.zip'))))
    const chain = ['month.zip', 'week.tar', 'day.tar.gz']
    for (const [outer, ...rest] of [chain, chain.slice(1), chain.slice(2), ['year.gz', ...chain.slice(1)]]) {
      const at = ['deep', outer, ...rest].join('/')
      expect(
        (await read(path.join(deep, outer as string))).map((one) => [one[0].replace('/./', '/'), ...one.slice(1)]),
      ).toEqual([
        [`${at}/log.gz`, 1, undefined, true],
        [`${at}/right.xml`, 1, undefined, true],
        [`${at}/torn.gz`, 0, expect.stringContaining('damaged gzip'), true],
      ])
    }
  })

  it('inside of others without end, or that unpacks to more than may be held, is told', async () => {
    let bytes: Buffer = MESSAGE
    for (let depth = 0; depth < 12; depth++) bytes = zip({ 'in.zip': bytes })
    const file = path.join(folder, 'russian.zip')
    writeFileSync(file, bytes)
    expect((await read(file)).map(([, , unread]) => unread)).toEqual(['more than 8 archives inside each other'])
  })

  it('of links reads what they lead to once, and tells those that lead out of it', async () => {
    const links = path.join(folder, 'links')
    mkdirSync(links)
    writeFileSync(path.join(links, 'a.xml'), MESSAGE)
    symlinkSync('a.xml', path.join(links, 'same.xml'))
    linkSync(path.join(links, 'a.xml'), path.join(links, 'hard.xml'))
    symlinkSync('../else.xml', path.join(links, 'out.xml'))
    const file = path.join(folder, 'links.tar')
    execFileSync('tar', ['-cf', file, '-C', links, 'a.xml', 'same.xml', 'hard.xml', 'out.xml'])
    expect(await read(file)).toEqual([
      ['links.tar/a.xml', 1, undefined, true],
      ['links.tar/out.xml', 0, 'A link to ../else.xml, which is not in the archive', true],
    ])
    // One archive behind another.
    const both = path.join(folder, 'both.tar')
    writeFileSync(both, Buffer.concat([readFileSync(file), readFileSync(file)]))
    expect((await read(both)).filter(([, messages]) => messages === 1)).toHaveLength(2)
  })

  it('without files, and a folder without, are refused', async () => {
    mkdirSync(path.join(folder, 'none'))
    const file = path.join(folder, 'without.zip')
    writeFileSync(file, zip({}))
    await expect(read(file)).rejects.toThrow('without.zip is an archive without files')
    for await (const { capture } of openCaptures([file], true))
      expect(capture).toMatchObject({ unread: [], others: [{ what: 'an archive without files' }] })
    await expect(read(path.join(folder, 'none'))).rejects.toThrow('is a folder without files')
    await expect(read(path.join(folder, 'absent'))).rejects.toThrow('There is no file')
  })
})

describe('a folder of captures', () => {
  it('follows links, once each, and tells those that lead nowhere', async () => {
    const linked = path.join(folder, 'linked')
    mkdirSync(path.join(linked, 'sub'), { recursive: true })
    mkdirSync(path.join(folder, 'elsewhere'))
    writeFileSync(path.join(folder, 'elsewhere', 'm.xml'), MESSAGE)
    symlinkSync(path.join(folder, 'elsewhere'), path.join(linked, 'there'))
    symlinkSync(path.join(folder, 'elsewhere', 'm.xml'), path.join(linked, 'm.xml'))
    symlinkSync('..', path.join(linked, 'sub', 'up'))
    symlinkSync('nowhere', path.join(linked, 'lost.xml'))
    expect(await read(linked)).toEqual([
      ['linked/lost.xml', 0, 'a link that leads nowhere', false],
      ['linked/m.xml', 1, undefined, false],
      ['linked/there/m.xml', 1, undefined, false],
    ])
  })

  it('holds what is no notification without a fault, unless nothing in it is one', async () => {
    const mixed = path.join(folder, 'with-others')
    mkdirSync(mixed)
    writeFileSync(path.join(mixed, 'README.md'), '# Captures')
    writeFileSync(path.join(mixed, 'p.png'), Buffer.from([0x89, 0x50, 0, 1, 2, 3]))
    writeFileSync(path.join(mixed, 'other.xml'), '<a><b/></a>')
    const opened = async (): Promise<(readonly [string, number, number, boolean])[]> => {
      const found: (readonly [string, number, number, boolean])[] = []
      for await (const one of openCaptures([mixed]))
        found.push([
          path.relative(folder, one.shown),
          one.capture.messages.length,
          one.capture.unread.length,
          isEmpty(one),
        ])
      return found
    }
    const empty = ['README.md', 'other.xml', 'p.png'].map((name) => [`with-others/${name}`, 0, 0, true])
    expect(await opened()).toEqual([...empty, ['with-others', 0, 0, false]])
    writeFileSync(path.join(mixed, 'broken.xml'), '<OTA_HotelResNotifRQ><b></OTA_HotelResNotifRQ>')
    writeFileSync(path.join(mixed, 'README'), '<a><b></a>')
    writeFileSync(path.join(mixed, 'm.xml'), MESSAGE)
    expect((await opened()).filter(([, , , isNone]) => !isNone)).toEqual([
      ['with-others/broken.xml', 1, 0, false],
      ['with-others/m.xml', 1, 0, false],
    ])
  })
})

describe('several names', () => {
  it('are read each by itself; one that is not there is refused', async () => {
    const [good, torn] = [path.join(folder, 'good.xml'), path.join(folder, 'torn-one.gz')]
    writeFileSync(good, MESSAGE)
    writeFileSync(torn, gzipSync(MESSAGE).subarray(0, 100))
    expect(await read(torn, good)).toEqual([
      ['good.xml', 1, undefined, false],
      ['torn-one.gz', 0, expect.stringContaining('damaged gzip'), true],
    ])
    await expect(read(good, path.join(folder, 'absent.xml'))).rejects.toThrow('There is no file')
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

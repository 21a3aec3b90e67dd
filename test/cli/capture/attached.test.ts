import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { openCaptures } from '../../../src/cli/capture/index.js'
import { readCapture } from '../../../src/resnotif/index.js'
import { ROOT } from '../../support/cli.js'
import { zip } from '../../support/workbook.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-attached-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'))

interface Attachment {
  head: string
  content: Buffer
}

const partOf = ({ head, content }: Attachment): string =>
  `--b1\n${head}\nContent-Transfer-Encoding: base64\n\n${content.toString('base64').replaceAll(/.{76}/g, '$&\n')}\n`
const named = (name: string, content: Buffer): Attachment => ({
  head: `Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"`,
  content,
})
const mailOf = (...attachments: readonly Attachment[]): Buffer =>
  Buffer.from(
    `From: a@pms.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b1"\n\n--b1\nContent-Type: text/plain\n\nSee below.\n${attachments.map(partOf).join('')}--b1--\n`,
  )

async function read(bytes: Buffer, name = 'mail.eml'): Promise<[string, number, string | undefined][]> {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  const found: [string, number, string | undefined][] = []
  for await (const { shown, capture, isPacked } of openCaptures([file])) {
    const { messages, unread } = capture
    if (messages.length > 0) expect(isPacked).toBe(shown !== file)
    found.push([path.relative(folder, shown), messages.length, unread[0]?.what])
  }
  return found
}

function tarOf(): Buffer {
  writeFileSync(path.join(folder, 'one.xml'), MESSAGE)
  return execFileSync('tar', ['-czf', '-', '-C', folder, 'one.xml'])
}

describe('an archive attached to a mail', () => {
  it('is opened, whatever packs it, and each of its files has its own lines', async () => {
    expect(await read(mailOf(named('day.zip', zip({ 'logs/one.xml': MESSAGE, 'two.xml': MESSAGE }))))).toEqual([
      ['mail.eml/day.zip/logs/one.xml', 1, undefined],
      ['mail.eml/day.zip/two.xml', 1, undefined],
    ])
    expect(await read(mailOf(named('day.tar.gz', tarOf())))).toEqual([['mail.eml/day.tar.gz/one.xml', 1, undefined]])
    expect(await read(mailOf(named('one.xml.gz', gzipSync(MESSAGE))))).toEqual([['mail.eml/one.xml.gz', 1, undefined]])
    for await (const { capture } of openCaptures([path.join(folder, 'mail.eml')]))
      expect(capture.messages[0]?.placeOf({ line: 7, column: 3 })).toEqual({ line: 7, column: 3 })
  })

  it('has the name that the mail gives it, or that of its part', async () => {
    const content = zip({ 'one.xml': MESSAGE })
    for (const [head, name] of [
      ['Content-Type: application/zip; name=day.zip', 'day.zip'],
      ["Content-Disposition: attachment; filename*=UTF-8''r%C3%A9servation.zip", 'réservation.zip'],
      ['Content-Type: application/zip', 'part 2'],
    ] as const)
      expect(await read(mailOf({ head, content }))).toEqual([[`mail.eml/${name}/one.xml`, 1, undefined]])
  })

  it('is opened in a mail that is in an archive, and beside a message of the mail itself', async () => {
    const mail = mailOf(named('one.xml', MESSAGE), named('day.zip', zip({ 'two.xml': MESSAGE })))
    expect(await read(zip({ 'a.eml': mail }), 'mails.zip')).toEqual([
      ['mails.zip/a.eml', 1, undefined],
      ['mails.zip/a.eml/day.zip/two.xml', 1, undefined],
    ])
  })

  it('that holds no notification is told of the mail', async () => {
    expect((await read(mailOf(named('day.zip', zip({ 'a.txt': Buffer.from('hello') }))))).at(-1)).toEqual([
      'mail.eml',
      0,
      undefined,
    ])
  })

  it('is held to the limits of archives, and told where it is damaged', async () => {
    let bytes: Buffer = MESSAGE
    for (let depth = 0; depth < 12; depth++) bytes = zip({ 'in.zip': bytes })
    expect((await read(mailOf(named('russian.zip', bytes)))).map(([, , what]) => what)).toEqual([
      'more than 8 archives inside each other',
    ])
    let mail = MESSAGE as Buffer
    for (let depth = 0; depth < 12; depth++) mail = mailOf(named('in.zip', zip({ 'in.eml': mail })))
    expect((await read(mail)).map(([, , what]) => what)).toEqual(['more than 8 archives inside each other'])
    // Neither is too large alone, and the second is not read: reading so much takes long.
    const bombs = [10, 250].map((mb) => named(`${mb}.gz`, gzipSync(Buffer.alloc(mb * 1024 * 1024))))
    expect((await read(mailOf(...bombs))).map(([, , what]) => what)).toContainEqual(
      expect.stringContaining('more than 256 MB when everything is unpacked'),
    )
    const damaged = gzipSync(MESSAGE).subarray(0, 100)
    expect((await read(mailOf(named('one.xml.gz', damaged)))).map(([, , what]) => what)).toEqual([
      expect.stringContaining('damaged gzip file'),
    ])
  })

  it('is told as unread to a caller who opens none', () => {
    const { messages, unread } = readCapture(mailOf(named('day.zip', zip({ 'one.xml': MESSAGE }))))
    expect([messages.length, unread.map(({ what }) => what)]).toEqual([0, [expect.stringContaining('packed as zip')]])
  })
})

describe('archives of several mails', () => {
  const first = mailOf(named('day.zip', zip({ 'one.xml': MESSAGE }))).toString('latin1')
  const other = mailOf(named('day.zip', zip({ 'one.xml': MESSAGE, 'two.xml': MESSAGE }))).toString('latin1')
  const plain = `From: b@pms.example\nSubject: x\n\n${MESSAGE.toString('latin1')}\n`
  const from = 'From a@pms.example Mon Nov 23 12:00:00 2026\n'
  const within = `From: b@pms.example\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\n${first}`
  const inBoth = [
    ['day.zip/one.xml', 1],
    ['day.zip (2)/one.xml', 1],
    ['day.zip (2)/two.xml', 1],
  ] as const

  it.each([
    ['a mailbox', `${from}${first}\n${from}${plain}\n${from}${other}`, ['', 1]],
    ['a mailbox without blank lines', `${from}${first}${from}${plain}${from}${other}`, ['', 1]],
    ['a mailbox behind a blank line', `\n${from}${first}\n${from}${plain}\n${from}${other}`, ['', 1]],
    [
      'MMDF',
      [first, plain, other].map((mail) => `\u0001\u0001\u0001\u0001\n${mail}\u0001\u0001\u0001\u0001\n`).join(''),
      ['', 1],
    ],
    ['mails one behind the other', `${first}\n\n${other}`, undefined],
    ['a mail that is another', `${from}${within}\n${from}${other}`, undefined],
  ] as const)('are read once, each by a name of its own: %s', async (_, content, own) => {
    const shown = await read(Buffer.from(content, 'latin1'), 'mails')
    const wanted = [...(own === undefined ? [] : [own]), ...inBoth]
    expect(shown.map(([name, count]) => [name.replace(/^mails\/?/, ''), count])).toEqual(wanted)
  })

  it.each([
    ['=?UTF-8?B?csOpc2Euemlw?=', 'résa.zip'],
    ['=?iso-8859-1?Q?r=E9sa_?= =?us-ascii?Q?1.zip?=', 'résa 1.zip'],
    ['rÃ©sa.zip', 'résa.zip'],
  ])('have the name that a mail program shows: %s', async (coded, name) => {
    const mail = Buffer.from(mailOf(named(coded, zip({ 'one.xml': MESSAGE }))).toString(), 'latin1')
    expect(await read(mail)).toEqual([[`mail.eml/${name}/one.xml`, 1, undefined]])
  })

  it('have the name that stands in several parameters', async () => {
    const content = zip({ 'one.xml': MESSAGE })
    for (const name of [
      'filename*0="a-long"; filename*1="-name.zip"',
      'filename*0*=UTF-8\'\'a-%6Cong; filename*1="-name.zip"',
    ]) {
      const head = `Content-Disposition: attachment; ${name}`
      expect(await read(mailOf({ head, content }))).toEqual([['mail.eml/a-long-name.zip/one.xml', 1, undefined]])
    }
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim().replace('Babbage', 'Bäbbage')
const OTHER = MESSAGE.replaceAll('HS-20270701-1', 'HS-2')
const request = (body: string): string =>
  `POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n<OTA_HotelResNotifRS/>'

const rows = (text: string, size: number): string[] =>
  Buffer.from(text)
    .toString('hex')
    .match(new RegExp(`.{1,${size * 2}}`, 'g')) ?? []
const plain = (text: string): string => rows(text, 30).join('\n')
/** `-z follow,tcp,raw`. */
const followed = (texts: readonly string[]): string =>
  `${'='.repeat(67)}\nFollow: tcp,raw\nFilter: tcp.stream eq 0\nNode 0: 10.0.0.2:40001\nNode 1: 10.0.0.1:8000\n${texts
    .flatMap((one) => [...rows(request(one), 1_400), ...rows(ANSWER, 20).map((row) => `\t${row}`)])
    .join('\n')}\n${'='.repeat(67)}\n`
/** `-T fields -e tcp.payload`, of old releases with colons. */
const fields = (texts: readonly string[], colon = ''): string =>
  texts
    .flatMap((one) => ['', '', ...rows(request(one), 1_400), '', ...rows(ANSWER, 30), ''])
    .map((row) => `${row.replaceAll(/..(?=.)/g, `$&${colon}`)}\n`)
    .join('')

const FORMS: [string, (texts: readonly string[]) => string][] = [
  ['follow,tcp,raw of one stream', followed],
  ['follow,tcp,raw of several', (texts) => texts.map((one) => followed([one])).join('\n')],
  ['payloads', (texts) => fields(texts)],
  ['payloads with colons', (texts) => fields(texts, ':')],
  ['dumps between lines of a log', (texts) => texts.map((one) => `12:00 got\n${plain(one)}\n12:01 done\n`).join('')],
  ['dumps with carriage returns', (texts) => texts.map((one) => `got:\r\n${rows(one, 30).join('\r\n')}\r\n`).join('')],
  ['dumps in capitals', (texts) => texts.map((one) => `got:\n${plain(one).toUpperCase()}\n`).join('')],
]

const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)

describe('digits without offsets', () => {
  it.each(FORMS)('are read as what was sent: %s', (_, write) => {
    for (const texts of [[MESSAGE], [MESSAGE, OTHER], [MESSAGE, OTHER, MESSAGE]]) {
      const found = read(write(texts))
      expect(found.unread).toEqual([])
      expect(textsOf(found)).toEqual(texts)
    }
  })

  it('tell places of the file', () => {
    const [message] = read(`got:\n${plain(MESSAGE)}\n`).messages
    const before = MESSAGE.slice(0, MESSAGE.indexOf('<HotelReservations>'))
    const row = Math.floor(Buffer.byteLength(before) / 30)
    expect(message?.placeOf({ line: before.split('\n').length, column: 3 }).line).toBe(row + 2)
  })

  it('are told as unread where a part is missing', () => {
    const lines = plain(MESSAGE).split('\n')
    for (const cut of [lines.slice(0, 60), lines.slice(60)])
      expect([cut.length, read(`got:\n${cut.join('\n')}\n`).unread.length]).toEqual([cut.length, 1])
    const packets = fields([MESSAGE]).split('\n')
    const at = packets.findIndex((one) => one.length > 100)
    const torn = read(packets.toSpliced(at + 1, 1).join('\n'))
    expect([textsOf(torn), torn.unread.length]).toEqual([[], 1])
  })

  it('say nothing where they are something else', () => {
    for (const other of ['<ok/>\n'.repeat(50), 'x'.repeat(900), ANSWER, '\0\u0001'.repeat(300)]) {
      const found = read(`12:00 got ${MESSAGE}\n12:01 sent\n${plain(other)}\n`)
      expect([textsOf(found), found.unread]).toEqual([[MESSAGE], []])
    }
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type AttachedPack, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'
import { zip } from '../../../support/workbook.js'
import { cpuTime } from '../../../support/cpu-time.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace('Lovelace', 'Love??>>~~lace')
const base64 = (of: Buffer | string): string => Buffer.from(of).toString('base64')
const STAMP = '10:00 INFO body='
const logged = (text: string): string => `${STAMP}${text}\n10:01 INFO done\n`
const read = (content: string) => {
  const { messages, unread, others } = readCapture(Buffer.from(content))
  return { texts: messages.map(({ decoded }) => decoded.text), unread: unread.map(({ what }) => what), others }
}

const PACKED = [
  ['XML', base64(MESSAGE)],
  ['gzip', base64(gzipSync(MESSAGE))],
  ['zlib', base64(deflateSync(MESSAGE))],
] as const
const lowerCase = (text: string): string => text.replaceAll(/%../g, (one) => one.toLowerCase())
const units = (text: string): string =>
  text.replaceAll(/[+/=]/g, (sign) => `\\u00${sign.codePointAt(0)?.toString(16).padStart(2, '0')}`)
const soft = (text: string): string => text.replaceAll('=', '=3D').replaceAll(/.{75}/g, (line) => `${line}=\r\n`)
const ESCAPED: readonly (readonly [string, (text: string) => string])[] = [
  ['a form', encodeURIComponent],
  ['a form in lower case', (text) => lowerCase(encodeURIComponent(text))],
  ['a form in a form', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['a form whose pluses became blanks', (text) => text.replaceAll('+', ' ')],
  ['JSON of PHP', (text) => `{"p":"${text.replaceAll('/', String.raw`\/`)}"}`],
  ['JSON with numbers', (text) => `{"p":"${units(text)}"}`],
  ['XML', (text) => `<p>${text.replaceAll(/[+/=]/g, (sign) => `&#${sign.codePointAt(0)};`)}</p>`],
  ['quoted-printable', soft],
]

describe.each(ESCAPED)('base64 whose signs are escaped as in %s', (_, escape) => {
  it.each(PACKED)('is read, alone and beside a message: %s', (__, packed) => {
    expect(packed).toMatch(/\+.*\/|\/.*\+/)
    expect(read(logged(escape(packed)))).toEqual({ texts: [MESSAGE], unread: [], others: [] })
    expect(read(`${logged(escape(packed))}${MESSAGE}\n`)).toMatchObject({ texts: [MESSAGE, MESSAGE], unread: [] })
  })
})

it('a zip archive in escaped base64 is handed on', () => {
  const archive = zip({ 'a.xml': MESSAGE })
  const attached: AttachedPack[] = []
  readCapture(Buffer.from(logged(encodeURIComponent(base64(archive)))), undefined, undefined, attached)
  expect(attached).toEqual([{ name: 'base64', bytes: archive }])
})

it('the body of a form is no part without a notification', () => {
  const body = `xml=${encodeURIComponent(base64(gzipSync(MESSAGE)))}`
  const head = 'POST /in HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n'
  expect(read(`${head}${body}`)).toEqual({ texts: [MESSAGE], unread: [], others: [] })
})

it('leads to the sign in the file that a letter was in', () => {
  const escaped = encodeURIComponent(base64(MESSAGE))
  const [message] = readCapture(Buffer.from(logged(escaped))).messages
  const at = MESSAGE.indexOf('ResStatus')
  const before = MESSAGE.slice(0, at).split('\n')
  const place = message?.placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 })
  const sign = Math.floor((Buffer.byteLength(MESSAGE.slice(0, at)) * 4) / 3)
  const column = STAMP.length + encodeURIComponent(base64(MESSAGE).slice(0, sign)).length + 1
  expect(place).toEqual({ line: 1, column })
})

it.each([
  [
    'two messages in lines that end as those of quoted-printable do',
    [base64(`${MESSAGE} `), base64(`${MESSAGE} `)].join('\n'),
  ],
  ['words behind a value', `${base64(gzipSync(MESSAGE))} took 3 ms for the hotel`],
  ['paths', `https:\\/\\/example.org\\/in ${base64(MESSAGE)}`],
])('reads all the same: %s', (_, text) => {
  const { texts, unread } = read(logged(text))
  expect([texts.every((one) => one.trim() === MESSAGE), texts.length > 0, unread]).toEqual([true, true, []])
})

it.each([
  ['addresses', `u=${encodeURIComponent('https://example.org/a/b?x=1&y='.repeat(40))}`],
  ['an image', encodeURIComponent(base64(Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 89) & 255))))],
  ['another document', encodeURIComponent(base64(deflateSync(`<Other>${'<a>1</a>'.repeat(200)}</Other>`)))],
  ['words', 'PAth H4sI eJwt '.repeat(100)],
])('is none where it is %s', (_, text) => {
  expect(read(logged(text))).toMatchObject({ texts: [], unread: [] })
})

it('takes time in proportion to a text full of escapes', () => {
  for (const text of ['ab%2B%2F\\/&#43;c d=3D'.repeat(20_000), 'H4sI eJwt '.repeat(100_000)])
    expect(cpuTime(() => read(`x=${text}\n`), 10_000)).toBeLessThan(10_000)
})

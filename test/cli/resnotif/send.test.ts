import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import ResnotifLint from '../../../src/commands/resnotif/lint.js'
import ResnotifSend from '../../../src/commands/resnotif/send.js'
import { type Scripted, startScripted, text } from '../../client/scripted-server.js'
import { ROOT, type Ran } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

const FILE = path.join(ROOT, 'samples/notification.xml')
const [KEY, PASSWORD, CARD] = ['key-of-the-pms-0815', 'password-of-the-pms', '4111111111111111']
const TAKEN = `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><!-- ${KEY} ${PASSWORD} ${CARD} --></OTA_HotelResNotifRS>`
const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-send-'))
const env = {
  HUBSWITCH_CONFIG_DIR: path.join(base, 'config'),
  HUBSWITCH_DATA_DIR: path.join(base, 'data'),
  HUBSWITCH_PMS_CREDENTIALS: JSON.stringify({ username: 'hotel', password: PASSWORD }),
  HS_PMS_KEY: KEY,
}
let pms: Scripted
beforeEach(async () => {
  pms = await startScripted(() => text(200, TAKEN, { 'x-books': 'small', 'set-cookie': 'session=of-the-pms' }))
})
afterEach(() => pms.close())
afterAll(() => rmSync(base, { recursive: true, force: true }))

const send = (...args: string[]): Promise<Ran> =>
  runClass(ResnotifSend, [FILE, '--to', `${pms.url}/in?k=1`, ...args], env)

describe('what lint finds in a message to send', () => {
  it.each([
    ['an end tag too much', (sample: string) => sample.replace('</ResGuests>', '</ResGuests>\n</X>'), /<\/X>/],
    ['a wrong counter', (sample: string) => sample.replace('GroupEventCode="2"', 'GroupEventCode="7"'), /Code="7"/],
    ['all in one line', (sample: string) => sample.replaceAll('\n', ' ').replace('</ResGuests>', ''), /./],
  ])('is told with its line, as lint tells it: %s', async (_, spoil, at) => {
    const text_ = spoil(readFileSync(FILE, 'utf8'))
    const file = path.join(base, 'spoilt.xml')
    writeFileSync(file, text_)
    const line = text_.split('\n').findIndex((one) => at.test(one)) + 1
    const ran = await runClass(ResnotifSend, [file, '--to', pms.url], env)
    expect([ran.code, pms.requests]).toEqual([8, []])
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(`spoilt.xml:${line} `)
    const linted = await runClass(ResnotifLint, [file, '--columns', 'line,rule'], env)
    expect(linted.stdout).toMatch(new RegExp(`^${line}\t`, 'm'))
  })
})

describe('a capture in place of a message', () => {
  const message = readFileSync(FILE, 'utf8')
  const body = message.replace(/^<\?xml[^>]*>\s*/, '')
  it.each([
    [
      'a dump of HTTP',
      `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
      5,
      '',
    ],
    ['a log', `2027-06-01 start\n2027-06-01 got ${body.replaceAll('\n', '')}\n`, 2, ''],
    ['two messages', `${body}${body}`, 1, ', with --message and its number'],
  ])('is told with its place and what writes the message out: %s', async (_, content, line, which) => {
    const file = path.join(base, 'capture.txt')
    writeFileSync(file, content)
    for (const more of [[], ['--force']]) {
      const ran = await runClass(ResnotifSend, [file, '--to', pms.url, ...more], env)
      expect([ran.code, pms.requests]).toEqual([6, []])
      const told = ran.stderr.replaceAll(/\s+/g, ' ')
      expect(told).toContain(`in line ${line}.`)
      expect(told).toContain(`resnotif fix ${file} --save message.xml"${which}`)
    }
  })
})

describe('headers of resnotif send', () => {
  it('go out as they are typed, or from the environment; the SOAP action as SOAP wants it', async () => {
    const ran = await send(
      ...'--envelope soap11 --soap-action urn:book --http-header-from X-Api-Key=HS_PMS_KEY --http-header'.split(' '),
      'X-Hotel:  4711 ',
      '--http-header',
      'Content-Type: text/xml',
    )
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    expect(pms.requests[0]?.headers).toMatchObject({
      'x-hotel': '4711',
      'x-api-key': KEY,
      'content-type': 'text/xml',
      soapaction: '"urn:book"',
    })
  })

  it.each([
    ['none', 'urn:book', '"urn:book"'],
    ['none', '', '""'],
    ['none', undefined, undefined],
    ['soap11', undefined, '""'],
    ['soap12', 'urn:book', undefined],
  ])(
    'a SOAP action that is named goes out as it would with curl: envelope %s, %j',
    async (envelope, action, header) => {
      const named = action === undefined ? [] : [`--soap-action=${action}`]
      expect((await send('--envelope', envelope, ...named)).code).toBe(0)
      const { headers = {} } = pms.requests[0] ?? {}
      expect(headers['soapaction']).toBe(header)
      expect(String(headers['content-type']).includes('action="urn:book"')).toBe(envelope === 'soap12')
    },
  )

  it.each([
    ['X-Hotel', 'a name and a value'],
    ['X Hotel: 1', 'a name and a value'],
    ['Host: elsewhere.example', 'the connection sets this header itself'],
    ['Transfer-Encoding: chunked', 'the connection sets this header itself'],
    ['SOAPAction: urn:x', '--soap-action'],
    ['Authorization: Bearer abcdefgh', '--http-header-from Authorization=VARIABLE'],
    ['Cookie: a=b', '--http-header-from Cookie=VARIABLE'],
    ['X-Hotel: a\r\nX-Other: b', 'a name and a value'],
    ['X-Hotel: ü', 'must be plain ASCII'],
  ])('refuses %j before anything is sent', async (header, words) => {
    const ran = await send('--http-header', header)
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(words) as string,
    })
    expect(pms.requests).toHaveLength(0)
  })

  it('given twice is refused, also where one is from the environment', async () => {
    const ran = await send(...'--http-header-from X-Hotel=HS_PMS_KEY --http-header X-Hotel:1'.split(' '))
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('given twice') as string])
  })
})

describe('the whole exchange', () => {
  it('is shown by --verbose on standard error, without key, password, cookie and card', async () => {
    const file = path.join(base, 'card.xml')
    writeFileSync(file, readFileSync(FILE, 'utf8').replace('<Surname>Lovelace', `<Surname>Lovelace ${CARD}`))
    const ran = await runClass(
      ResnotifSend,
      [
        file,
        '--force',
        '--to',
        `${pms.url}/in?k=1`,
        '--verbose',
        ...'--auth basic --http-header-from X-Api-Key=HS_PMS_KEY'.split(' '),
      ],
      env,
    )
    expect(ran.code).toBe(0)
    const { host } = new URL(pms.url)
    for (const part of [
      '> POST /in?k=*** HTTP/1.1',
      `> Host: ${host}`,
      '> authorization: [secret]',
      '> x-api-key: [secret]',
      '<OTA_HotelResNotifRQ',
      '< HTTP 200',
      '< x-books: small',
      '< set-cookie: [secret]',
      '<Success/>',
    ])
      expect(ran.stderr).toContain(part)
    for (const secret of [
      KEY,
      PASSWORD,
      CARD,
      'of-the-pms;',
      'k=1',
      Buffer.from(`hotel:${PASSWORD}`).toString('base64'),
    ])
      expect(`${ran.stdout}${ran.stderr}`).not.toContain(secret)
    expect(ran.stderr.indexOf('> POST')).toBeLessThan(ran.stderr.indexOf('< HTTP 200'))
    expect(pms.requests[0]?.body).toContain(CARD)
  })

  it('shows what was sent where no answer came', async () => {
    await pms.close()
    const ran = await send('--verbose')
    expect(ran.code).toBe(10)
    expect(ran.stderr).toContain('<OTA_HotelResNotifRQ')
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { carriedIn, readAnswer, readMessage } from '../../../src/resnotif/index.js'
import { ROOT } from '../../support/cli.js'
import { escaped, inCdata, inEnvelope, inString } from './strings.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const ID = 'HS-20270701-1'

describe('a message that an envelope carries as a string', () => {
  it.each(['entities', 'CDATA'] as const)('is read with its places, and written back: %s', (spelling) => {
    const envelope = inString(MESSAGE, spelling)
    const carried = carriedIn(readMessage(envelope))
    const text = carried?.part.decoded.text ?? ''
    const message = readMessage(text)
    expect(message.broken).toBeUndefined()
    expect(message.notification?.name).toBe('OTA_HotelResNotifRQ')
    const guests = message.reservations[0]?.guests[0]?.node.place ?? { line: 0, column: 0 }
    const line = envelope.split('\n').findIndex((one) => /(?:<|&lt;)ResGuest /.test(one)) + 1
    expect(carried?.part.placeOf(guests).line).toBe(line)
    const changed = text.replace('Late arrival', 'A & B ]]> <c>'.replace('<c>', '&lt;c&gt;'))
    const again = readMessage(carried?.write(changed) ?? '')
    expect(again.broken).toBeUndefined()
    expect(again.envelope).toBe('soap11')
    expect(carriedIn(again)?.part.decoded.text).toBe(changed)
  })

  it('is none where there are two, where an element is one, or without an envelope', () => {
    const one = escaped(MESSAGE)
    for (const text of [
      inEnvelope(`<a>${one}</a><b>${one}</b>`),
      inEnvelope(`<a>${one}${one}</a>`),
      inEnvelope(`${MESSAGE.slice(MESSAGE.indexOf('?>') + 2)}<a>${one}</a>`),
      inEnvelope(`<a>${escaped(one)}</a>`),
      inEnvelope('<a>OTA_HotelResNotifRQ</a>'),
      `<Envelope><Body><a>${one}</a></Body></Envelope>`,
      `<a>${one}</a>`,
      MESSAGE,
    ])
      expect(carriedIn(readMessage(text))).toBeUndefined()
  })
})

describe('an answer that is a string, too', () => {
  const answer = (inside: string): string =>
    `<?xml version="1.0"?><OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="E">${inside}</OTA_HotelResNotifRS>`
  const taken = answer(`<Success/><!--${'x'.repeat(20_000)}-->`)
  const read = (inside: string): string =>
    readAnswer(
      { status: 200, body: inEnvelope(`<Resp><Result>${inside}</Result></Resp>`) },
      { echoToken: 'E', ids: [ID] },
    ).fate

  it('is judged as it would be by itself', () => {
    expect([read(escaped(taken)), read(inCdata(taken))]).toEqual(['done', 'done'])
    expect(read(escaped(answer('<Errors><Error Type="3" Code="392" ShortText="no hotel"/></Errors>')))).toBe('refused')
    expect(read(escaped(taken.replace('"E"', '"OTHER"')))).toBe('unknown')
    expect(read(escaped(taken.slice(0, -20)))).toBe('unknown')
    expect(read(`${escaped(taken)}</Result><Result>${escaped(taken)}`)).toBe('unknown')
  })

  it('that is complete but written wrong is told so, and not as cut', () => {
    const told = (body: string) => readAnswer({ status: 200, body: answer(body) })
    for (const wrong of ['<Success></Warnings>', '<Success a="1" a="2"/>', '<Success/></OTA_HotelResNotifRS>x<y>'])
      expect(told(wrong)).toMatchObject({
        fate: 'unknown',
        isRetryable: false,
        summary: expect.stringMatching(/is not well-formed XML \(line 1: /) as string,
      })
    expect(readAnswer({ status: 200, body: taken.slice(0, -20) })).toMatchObject({
      fate: 'unknown',
      isRetryable: true,
      summary: expect.stringContaining('breaks off') as string,
    })
  })

  it.each<[string, string, string]>([
    ['its first part', 'multipart/related; type="application/xop+xml"; boundary="b=1"', ''],
    [
      'the part that start names',
      'Multipart/Related; boundary="b=1"; start="<root@x>"',
      '--b=1\r\nContent-Id: <a>\r\n\r\n<no/>\r\n',
    ],
    ['base64', 'multipart/related; boundary=b=1', 'base64'],
    ['quoted-printable', 'multipart/related; boundary=b=1', 'quoted-printable'],
  ])('that has attachments is read by %s', (_, type, before) => {
    const whole = answer(`<Success/><Comment>Zoë = 1</Comment>`)
    const coding = before.startsWith('-') ? '' : before
    const written =
      coding === 'base64'
        ? Buffer.from(whole).toString('base64')
        : coding === ''
          ? whole
          : whole.replaceAll('=', '=3D').replaceAll('ë', '=C3=AB').replace('<Success', '=\r\n<Success')
    const head = `Content-Type: text/xml\r\nContent-ID: <root@x>\r\n${coding === '' ? '' : `Content-Transfer-Encoding: ${coding}\r\n`}`
    const body = `${coding === '' ? before : ''}--b=1\r\n${head}\r\n${written}\r\n--b=1\r\nContent-Type: image/png\r\n\r\n\ufffdPNG\r\n--b=1--\r\n`
    const read = (text: string) => readAnswer({ status: 200, body: text, headers: { 'content-type': type } })
    expect(read(body).fate).toBe('done')
    expect(read(body.slice(0, body.indexOf(written) + written.length - 20)).fate).toBe('unknown')
  })

  it('that has attachments is read where a part has no headers, or folded ones', () => {
    const whole = answer('<Success/>')
    const read = (text: string, start = '') =>
      readAnswer({ status: 200, body: text, headers: { 'content-type': `multipart/related; boundary=b${start}` } }).fate
    expect(read(`--b\r\n\r\n${whole}\r\n--b--`)).toBe('done')
    expect(read(`--b\n${whole}\n--b--`)).toBe('done')
    const folded = `--b\n\n<no/>\n--b\nContent-Type: text/xml;\n charset=utf-8\ncontent-id:  <r@x> \n\n${whole}\n--b--\n`
    expect(read(folded, '; start="<r@x>"')).toBe('done')
    expect(read(folded)).toBe('unknown')
    expect(read(`preamble\n--b\n\n${whole}\n--b--\n`)).toBe('done')
    expect(read(`--c\n\n${whole}\n--c--\n`)).toBe('unknown')
  })

  it.each(['Book', 'Commit', 'Committed', 'Reserved', 'Confirmed'])(
    'with ResStatus "%s" confirms a Commit',
    (state) => {
      const body = answer(`<Success/><HotelReservations><HotelReservation ResStatus="${state}"/></HotelReservations>`)
      expect(readAnswer({ status: 200, body }).fate).toBe('done')
    },
  )

  it('shows no card number and no password of it', () => {
    const { problems } = readAnswer(
      {
        status: 200,
        body: inEnvelope(
          `<R>${escaped(answer('<Success/><Warnings><Warning Type="3">card 4111111111111111 password: hunter2secret</Warning></Warnings>'))}</R>`,
        ),
      },
      {},
    )
    expect(problems).toHaveLength(1)
    for (const secret of ['4111111111111111', 'hunter2secret']) expect(JSON.stringify(problems)).not.toContain(secret)
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lookInto } from '../../../src/cli/forward/reading.js'
import { lintMessage } from '../../../src/resnotif/index.js'
import { foreign, guest, NIGHTS, roomRate, stay } from '../../resnotif/rules/totals/foreign.js'
import { ROOT } from '../../support/cli.js'

const [RIGHT, WRONG] = ['notification.xml', 'notification-wrong.xml'].map((name) =>
  readFileSync(path.join(ROOT, 'samples', name), 'utf8'),
) as [string, string]

/** A body with an attachment; the message stands in the second part, plain or in base64. */
function attached(text: string, isPacked: boolean): { body: string; before: string } {
  const head = isPacked ? 'Content-Type: text/xml\r\nContent-Transfer-Encoding: base64' : 'Content-Type: text/xml'
  const before = `--B1\r\nContent-Type: text/plain\r\n\r\nhello\r\n--B1\r\n${head}\r\n\r\n`
  const inner = isPacked
    ? (
        Buffer.from(text)
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\r\n')
    : text
  return { body: `${before}${inner}\r\n--B1--\r\n`, before }
}

describe('a message with attachments that passes through', () => {
  it.each([false, true])('is looked into, its findings at their place in the body: packed %s', (isPacked) => {
    const look = (text: string): ReturnType<typeof lookInto> =>
      lookInto(Buffer.from(attached(text, isPacked).body), {
        contentType: 'multipart/related; boundary="B1"; type="text/xml"',
        secrets: [],
      })
    expect(look(RIGHT)).toMatchObject({
      findings: [],
      hotel: '1000001',
      bookingId: 'HS-20270701-1',
      resStatus: 'Commit',
    })
    const { findings } = look(WRONG)
    expect(findings.map(({ rule }) => rule)).toEqual(['counter-across-products'])
    if (!isPacked) {
      const own = WRONG.split('\n').findIndex((line) => line.includes('GroupEventCode="3"')) + 1
      expect(findings[0]?.line).toBe(attached(WRONG, false).before.split('\n').length - 1 + own)
    }
  })
})

describe('a message of another hub', () => {
  it('is held against itself, as lint does', () => {
    const text = foreign(
      stay(roomRate(NIGHTS), '330.00', { rphs: [1] }) +
        stay(roomRate(NIGHTS), '330.00', { rphs: [2] }).replace('IndexNumber="1"', 'IndexNumber="2"'),
      { guests: guest(1) + guest(2) },
    )
    const { findings } = lintMessage(text)
    expect(lookInto(Buffer.from(text), { contentType: 'text/xml', secrets: [] })).toMatchObject({ findings })
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('a kept message with stars', () => {
  const look = (body: string): ReturnType<typeof lookInto> =>
    lookInto(Buffer.from(body), { contentType: 'text/xml', secrets: [] })
  const of = (id: string, comment: string): string =>
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="${id}" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="${id}"/><Text>${comment}</Text></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

  it.each(['Room CSC: 101 please', 'cvc 987', 'CID 4711', 'door code pin: 4711', 'card 4111 1111 1111 1111'])(
    'counts them: %s',
    (comment) => {
      const { body, hidden } = look(of('HS-1', comment))
      expect(body).toContain('**')
      expect(hidden).toBeGreaterThan(0)
    },
  )

  it.each(['CID4711', 'CSC-471', 'eyJpZCI6MTIzfQ==', '4000-0000-0000-0002'])('has none for an id: %s', (id) => {
    expect(look(of(id, 'Late arrival'))).toMatchObject({ body: of(id, 'Late arrival'), hidden: 0, bookingId: id })
  })
})

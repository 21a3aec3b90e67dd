import { describe, expect, it } from 'vitest'
import { concealMessage, explainMessage, lintMessage, readAnswer } from '../../../src/resnotif/index.js'

/** Pass the check digit; the second and third begin as issuers' do. */
const [PLAIN, VISA, AMEX] = ['9001000000009', '4929000000006', '371449635398431']
const CARD = '4111111111111111'

const message = (id: string, more = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="${id}" TransactionIdentifier="${id}" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="${id}"/>${more}<RoomStays><RoomStay><BasicPropertyInfo HotelCode="${id}"/></RoomStay></RoomStays><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="${id}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

describe('ids that look like card numbers', () => {
  it.each([PLAIN, VISA, AMEX, `BK${VISA}`, '9000-0000-0000-0001'])('an id is no card: %s', (id) => {
    const text = message(id, `<!-- booking ${id} --><Text>see ${id}</Text>`)
    const shown = concealMessage(text)
    expect(shown).toMatchObject({ text, readable: text, cards: 0, strayCards: [] })
    expect(shown.conceal({ bookingId: id })).toEqual({ bookingId: id })
    expect(lintMessage(text).findings.filter(({ rule }) => rule === 'card-number')).toEqual([])
    expect(explainMessage(text).lines.join('\n')).toContain(id)
  })

  it.each([
    ['as elements', `<HotelReservationID><ResID_Value>${VISA}</ResID_Value></HotelReservationID>`],
    ['with prefixes', `<o:UniqueID Type='14' ID='${VISA}'/>`],
    ['in a header of SOAP', `<wsa:MessageID>${VISA}</wsa:MessageID>`],
    ['in an error', `<Error Type="3" Code="127" RecordID="${VISA}"/>`],
    ['escaped inside of an envelope', `<S:Body><x>${message(VISA).replaceAll('<', '&lt;')}</x></S:Body>`],
    ['in CDATA', `<S:Body><x><![CDATA[${message(VISA)}]]></x></S:Body>`],
    ['in JSON', JSON.stringify({ xml: message(VISA) })],
    ['in base64', `<a>${Buffer.from(message(VISA)).toString('base64')}</a>`],
  ])('stay %s', (_, text) => {
    expect(concealMessage(text)).toMatchObject({ text, cards: 0 })
  })

  it('of a message do not keep a card elsewhere', () => {
    const text = message(VISA, `<PaymentCard CardNumber="${CARD}" SeriesCode="737"/><Text>or ${CARD}</Text>`)
    const shown = concealMessage(text)
    expect(shown.text).toBe(text.replaceAll(CARD, '************1111').replace('737', '***'))
    expect(shown.conceal(`${VISA} ${CARD}`)).toBe(`${VISA} ************1111`)
  })

  it.each([
    ['a card stands in the place of cards as well', `<PaymentCard CardNumber="${VISA}"/>`],
    ['as text', `<CardNumber><PlainText>${VISA}</PlainText></CardNumber>`],
    ['a comment calls it a card', `<!-- paid with Visa ${VISA} -->`],
    ['a text gives its date', `<Text>${VISA} 12/29</Text>`],
    ['or its code', `<Text>${VISA}, cvc 737</Text>`],
  ])('are cards where %s', (_, more) => {
    const shown = concealMessage(message(VISA, more))
    expect(shown.text).not.toContain(VISA)
    expect(JSON.stringify(shown.conceal({ bookingId: VISA }))).not.toContain(VISA)
  })

  it.each([
    `<PaymentCard><UniqueID Type="16" ID="${VISA}"/></PaymentCard>`,
    `<Profile><UniqueID Type="1" ID="${VISA}"/></Profile>`,
    `<UniqueID Type="14" ID="4111-1111-1111-1111"/>`,
    `<UniqueID Type="14" ID="card ${CARD}"/>`,
    `<Comment ID="${VISA}"/>`,
    `<GuestCount HotelCodes="${CARD}"/>`,
  ])('%s is none', (text) => {
    expect(concealMessage(text).text).toContain('****')
  })

  it.each([PLAIN, VISA])('the PMS numbers of an answer stay: %s', (id) => {
    const body = `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="10" ResID_Value="${id}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRS>`
    expect(readAnswer({ status: 200, body }, { ids: ['B'] }).reservationIds).toEqual([id])
    const other = body.replace('</HotelReservation>', `<PaymentCard CardNumber="${id}"/></HotelReservation>`)
    expect(readAnswer({ status: 200, body: other }, { ids: ['B'] }).reservationIds).not.toContain(id)
  })
})

import { describe, expect, it } from 'vitest'
import { concealMessage, explainMessage, lintMessage, readAnswer } from '../../../src/resnotif/index.js'
import { fastGrowth } from '../../support/cpu-time.js'

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
    'CID4711',
    'CSC-471',
    'HTL-CVC-2201',
    'eyJpZCI6MTIzfQ==',
    'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MTIzfQ.c2lnbmF0dXJl',
    'token=471147',
    'PIN:4711',
    '4000-0000-0000-0002',
  ])('an id is no security code and no token: %s', (id) => {
    const text = message(id, `<!-- booking ${id} --><Text>see ${id}, please</Text>`)
    const shown = concealMessage(text)
    expect(shown).toMatchObject({ text, readable: text, cards: 0, passwords: 0 })
    expect(shown.conceal({ bookingId: id })).toEqual({ bookingId: id })
    expect(explainMessage(text).lines.join('\n')).toContain(id)
    expect(concealMessage(JSON.stringify({ xml: text })).text).toBe(JSON.stringify({ xml: text }))
  })

  it('of which a part looks like a code keep no other code', () => {
    const more = '<Text>cvc 987, CSC 471, CID 4799, token=abcdef99, Bearer eyJpZCI6MTIzfQ</Text>'
    expect(concealMessage(message('CSC-471', more)).text).toContain(
      '<Text>cvc ***, CSC ***, CID ****, token=********, Bearer **************</Text>',
    )
    const [token, said] = ['eyJpZCI6MTIzLCJhIjoxfQ', `Bearer eyJpZCI6MTIzLCJhIjoxfQ`]
    expect(concealMessage(message(token, `<Text>${said}</Text>`)).text).toContain('Bearer **********************<')
  })

  it.each([
    ['CSC-471', '<PaymentCard SeriesCode="471"/>'],
    ['token=abcdef99', '<Password>abcdef99</Password>'],
    ['CID4711', '<param name="password">CID4711</param>'],
  ])('%s is a secret where %s says so', (id, more) => {
    expect(concealMessage(message(id, more)).text).not.toContain(id)
  })

  it('a secret of the configuration is concealed in an id', () => {
    expect(concealMessage(message('eyJpZCI6MTIzfQ'), ['eyJpZCI6MTIzfQ']).text).not.toContain('eyJpZ')
    expect(concealMessage(message('token=s3cretword'), ['s3cretword']).text).not.toContain('s3cretword')
  })

  it.each(['password=hunter22', 'https://u:hunter22@host/'])('%s stays concealed in an id', (id) => {
    expect(concealMessage(message(id)).text).not.toContain('hunter22')
  })

  it('takes time in proportion to the text where an id stands in it often', () => {
    const work = (times: number) => () => concealMessage(message('CID4711', `<Text>${'CID4711 '.repeat(times)}</Text>`))
    expect(fastGrowth(work(1_000), work(20_000), 60, 2_000)).toEqual([])
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

import { describe, expect, it } from 'vitest'
import { createConcealer, readAnswer } from '../../../src/resnotif/index.js'
import { cpuTime } from '../../support/cpu-time.js'

const CARD = '4111111111111111'
const SECRET = 'hush-Hush&1'
const { text } = createConcealer({ secrets: [SECRET], ids: ['BK-5555555555554444'] })

describe('text of others', () => {
  it.each([
    [`${CARD} ${CARD}`, '************1111 ************1111'],
    ['4111.1111.1111.1111', '****.****.****.1111'],
    ['4111&#49;11111111111', '****************1111'],
    ['&amp;#52;111111111111111', '********************1111'],
    ['&#x34;111&nbsp;1111&#160;1111 1111', '*********&nbsp;****&#160;**** 1111'],
    ['%34111111111111111', '**************1111'],
    ['4111%201111%201111%201111', '****%20****%20****%201111'],
    ['\\u0034111111111111111', '*****************1111'],
    ['t1 %B4111111111111111^LOVELACE/ADA^2712101?', 't1 %B************1111^LOVELACE/ADA^*******?'],
    ['%b4111111111111111^L', '%b************1111^L'],
    ['card%4111111111111111', 'card%************1111'],
    ['%25B4111%201111%201111%201111^L', '%25B****%20****%20****%201111^L'],
    ['%414111111111111111', '%41************1111'],
    ['\\u4111111111111111', '\\u************1111'],
    ['\\u00b4111111111111111', '\\u00b************1111'],
    ['%B2223003122003222 %34111111111111111', '%B************3222 **************1111'],
    ['4111\u200b1111\u200b1111\u200b1111', '****\u200b****\u200b****\u200b1111'],
    ['pay 12/29 4111-1111-1111-1111, 123', 'pay 12/29 ****-****-****-1111, ***'],
    ['12 4111 1111 1111 1111 737', '12 **** **** **** 1111 ***'],
    ['3782 822463 10005', '**** ****** *0005'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '* * * * * * * * * * * * 1 1 1 1'],
    ['41-11-11-11-11-11-11-11', '**-**-**-**-**-**-11-11'],
    ['card4111111111111111x', 'card************1111x'],
    ['6304000000000000 2223003122003222', '************0000 ************3222'],
    ['{"cvc":737,"cvv2": "123"}', '{"cvc":***,"cvv2": "***"}'],
    ['{"password":"a b","x":1}', '{"password":"***","x":1}'],
    ['{\\"userPassword\\":\\"abc\\"}', '{\\"userPassword\\":\\"***\\"}'],
    ['pwd=%68ush&x=1', 'pwd=***&x=1'],
    [
      '{"a":"hush\\-Hush\\u00261"} {"b":"{\\"c\\":\\"hush-Hush\\u00261\\"}"}',
      '{"a":"***"} {"b":"{\\"c\\":\\"***\\"}"}',
    ],
    ['hush<!-- x -->-Hush&1 hu<b>sh</b>-Hush&1 hush-<![CDATA[Hush&1]]>', '*** *** ***]]>'],
    ['hush-Hush&amp;1 hush%2DHush%261 &#104;&#117;sh-Hush&#38;1', '*** *** ***'],
    ['+4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '+* * * * * * * * * * * * 1 1 1 1'],
    ['+4111111111111111', '+************1111'],
    ['+41111 11111 11111 1', '+***** ***** **111 1'],
    ['+1 4929 4205 7359 5709', '+1 **** **** **** 5709'],
    ['+49 4929420573595709', '+49 ************5709'],
    ['+4915112345678, 4929 4205 7359 5709', '+4915112345678, **** **** **** 5709'],
    ['4929+4205+7359+5709', '****+****+****+5709'],
    ['4929 +4205 +7359 +5709', '**** +**** +**** +5709'],
    ['{"a":"VISA\\n4929420573595709\\nCVC 739\\nexp 12/30"}', '{"a":"VISA\\n************5709\\nCVC ***\\nexp 12/30"}'],
    ['4929\\r\\n4205\\r\\n7359\\r\\n5709', '****\\r\\n****\\r\\n****\\r\\n5709'],
    ['4929\\t4205\\u000a7359\\u00095709 cvc\\t739', '****\\t****\\u000a****\\u00095709 cvc\\t***'],
    [
      '{\\"a\\":\\"4929\\\\n4205\\\\n7359\\\\n5709\\\\nCVC:\\\\n739\\"}',
      '{\\"a\\":\\"****\\\\n****\\\\n****\\\\n5709\\\\nCVC:\\\\n***\\"}',
    ],
    ['cardNumber=4111111111111112', 'cardNumber=************1112'],
  ])('%s', (given, shown) => {
    expect(text(given)).toBe(shown)
    expect(text(shown)).toBe(shown)
  })

  it.each<[string, string]>([
    ['hexadecimal', Buffer.from(SECRET, 'utf8').toString('hex')],
    ['hexadecimal in capitals', Buffer.from(SECRET, 'utf8').toString('hex').toUpperCase()],
    ['hexadecimal bytes apart', [...Buffer.from(SECRET, 'utf8')].map((byte) => byte.toString(16)).join(' ')],
    [
      'hexadecimal bytes as a list',
      [...Buffer.from(SECRET, 'utf8')].map((byte) => `0x${byte.toString(16)}`).join(', '),
    ],
    ['hexadecimal of UTF-16', Buffer.from(SECRET, 'utf16le').toString('hex')],
    ['hexadecimal of UTF-16 with the high byte first', Buffer.from(SECRET, 'utf16le').swap16().toString('hex')],
    ['base64 of UTF-16', Buffer.from(SECRET, 'utf16le').toString('base64')],
    ['base64 without padding', Buffer.from(SECRET, 'utf8').toString('base64url')],
    ['letters apart', [...SECRET].join(' ')],
    ['letters on lines', [...SECRET].join('\r\n')],
  ])('a secret as %s', (_, spelled) => {
    expect(text(`got ${spelled}.`)).toBe('got ***.')
    expect(createConcealer({ secrets: ['k'.repeat(4_000)] }).text(`got ${'k'.repeat(4_000)}.`)).toBe('got ***.')
  })

  it.each([
    '4111111111111112',
    '41111111111111111111',
    'BK-5555555555554444',
    '+49 89 1234 5678 901',
    '0049 30 12345678',
    '2027-07-01 2027-07-04 10:00:00',
    '20271122101533124',
    '1795374448123',
    '5f0c4111-1111-4111-8111-111111111111',
    'rooms 4101, 4102, 4103, 4104',
    'room 4111, 1111, 1111, 1112',
    '101-501 102-502',
    'passwordType = digest',
    'PasswordText',
    '100.00 200.00 300.00',
    'HotelCode 4111 1111',
    '+4915112345678',
    'Tel. +49 15112345678, room 12',
    'call (+49) 151-12345678',
    '+49 (151) 1234 5678 after 18',
    'room 415 +4915112345678 or +4915112345678',
    'phone=%2B4915112345678&x=1',
    '{"phone":"\\u002b4915112345678"}',
    '&#43;4915112345678',
    '+4222222222222',
    'C:\\new\\table\\4111',
  ])('%s stays', (given) => {
    expect(text(given)).toBe(given)
  })

  it('has no number in a thousand ids, times and phone numbers that is taken for a card', () => {
    let seed = 7
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    const digits = (count: number): string => Array.from({ length: count }, () => random(10)).join('')
    const made = Array.from({ length: 250 }, () => [
      `+${1 + random(9)}${digits(1)} ${digits(3)} ${digits(4)} ${digits(4)}`,
      `BK${digits(4)}-${digits(8)}`,
      `${2024 + random(6)}-${digits(2)}-${digits(2)}T${digits(2)}:${digits(2)}:${digits(2)}.${digits(3)}Z`,
      `20${digits(12)} 179${digits(10)}`,
    ]).flat()
    expect(made.filter((one) => text(one) !== one)).toEqual([])
  })

  it('takes time in proportion to its length', () => {
    for (const piece of [
      '4',
      '4111 ',
      '4 ',
      `${CARD} `,
      '&#52;',
      '&#0',
      '&',
      '%',
      '\\',
      '4.1-',
      'password=',
      'password : ',
      'cvc:"',
      'h',
      '4\u200b',
      '41 11 ',
      'h ',
      '68',
      '68 ',
      'h&nbsp;',
    ]) {
      const long = piece.repeat(300_000 / piece.length)
      // What is quadratic takes minutes; a busy machine takes some times as long as a quiet one.
      expect(
        cpuTime(() => text(long), 5_000),
        piece,
      ).toBeLessThan(5_000)
    }
  })
})

describe('the answer of a PMS holds no secret, whatever field holds it', () => {
  const warning = (attributes: string, words = ''): string =>
    `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><Warnings><Warning Type="3" ${attributes}>${words}</Warning></Warnings></OTA_HotelResNotifRS>`
  const rs = (inner: string): string =>
    `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05">${inner}</OTA_HotelResNotifRS>`
  it.each([
    ...['ShortText', 'Tag', 'RecordID', 'Status', 'Code', 'Type', 'NodeList'].flatMap((name) => [
      warning(`${name}="card 4111&#49;11111111111 &#104;ush-Hush&amp;1"`),
    ]),
    warning('', `${CARD} ${CARD}`),
    warning('', `${'x'.repeat(990)} 4111 1111 1111 1111`),
    warning('', `${'x'.repeat(993)} ${SECRET.replace('&', '&amp;')}`),
    rs(`<Errors><Error Type="3" Password="hush" ShortText="x">${CARD}</Error></Errors>`),
    rs(`<Success/><HotelReservationID ResID_Type="10" ResID_Value="card ${CARD}"/>`),
    rs(`<Success/><HotelReservationID ResID_Type="10" ResID_Value="${CARD}"/><PaymentCard CardNumber="${CARD}"/>`),
    rs(`<Success>${CARD}</Success>`),
    rs(`<Success/><HotelReservations><HotelReservation ResStatus="${'y'.repeat(115)} ${CARD}"/></HotelReservations>`),
    rs(`<Success/><Profile><UniqueID Type="14" ID="${CARD}"/></Profile>`),
    `<E><Fault><Code><Value>Sender</Value></Code><Reason><Text>4111.1111.1111.1111</Text></Reason><Detail><password>hush</password><cvc>737</cvc></Detail></Fault></E>`,
    `<E><Fault><faultcode>Client</faultcode><faultstring>4111 1111 1111 1111, password: hush</faultstring></Fault></E>`,
    `{"card":"${CARD}","cvc":"737","password":"hush"}`,
    `<html><body>&#52;111111111111111 password=hush <b>4111</b><b>1111</b><b>1111</b><b>1111</b></body></html>`,
    `<x${CARD}><OTA_HotelResNotifRS/></x${CARD}>`,
    `<other><pwd>hush</pwd><RecordID ID="${CARD}"/></other>`,
    `${' '.repeat(19_990)}${CARD}`,
    `&#104;&#117;&#115;&#104;-Hush&#38;1 ${'z'.repeat(980)} 4111 1111 1111 1111`,
  ])('%.120s', (body) => {
    for (const status of [200, 302, 401, 500]) {
      const answer = readAnswer(
        {
          status,
          body,
          headers: {
            location: `https://u:hush@pms.example/${'p'.repeat(460)}?card=${CARD}&password=hush`,
            'www-authenticate': `Basic realm="${CARD}"`,
          },
        },
        { secrets: [SECRET], ids: ['BK1'], url: 'https://pms.example/' },
      )
      const shown = JSON.stringify(answer)
      expect(shown).not.toMatch(/4111|1111.?1111|737|hush/i)
    }
  })

  it('compares and shows ids as they are, although one could be a card number', () => {
    const body = rs(
      `<Success/><HotelReservationID ResID_Type="14" ResID_Value="${CARD}"/><HotelReservationID ResID_Type="10" ResID_Value="PMS-2027-000123456789"/>`,
    )
    expect(readAnswer({ status: 200, body }, { ids: [CARD], echoToken: 'e' })).toMatchObject({
      fate: 'done',
      reservationIds: [CARD, 'PMS-2027-000123456789'],
    })
  })
})

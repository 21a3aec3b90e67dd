import { describe, expect, it } from 'vitest'
import { cpuTime, fastGrowth } from '../../support/cpu-time.js'
import { concealMessage, explainMessage, fixMessage, lintMessage } from '../../../src/resnotif/index.js'

const CARD = '4111111111111111'

describe('card numbers and passwords of a captured message', () => {
  it.each([
    [
      `<PaymentCard CardNumber="${CARD}" SeriesCode="123"/>`,
      '<PaymentCard CardNumber="************1111" SeriesCode="***"/>',
      2,
      0,
    ],
    [
      `<p:PaymentCard p:CardNumber='4111 1111 1111 1111'/>`,
      `<p:PaymentCard p:CardNumber='**** **** **** 1111'/>`,
      1,
      0,
    ],
    [
      '<CardNumber><PlainText>411111</PlainText></CardNumber>',
      '<CardNumber><PlainText>******</PlainText></CardNumber>',
      1,
      0,
    ],
    [`<CardNumber><![CDATA[${CARD}]]></CardNumber>`, '<CardNumber><![CDATA[************1111]]></CardNumber>', 1, 0],
    [
      '<PaymentCard CardNumber="４１１１１１１１１１１１１１１１" SeriesCode="٩٨٧"/>',
      '<PaymentCard CardNumber="************１１１１" SeriesCode="***"/>',
      2,
      0,
    ],
    ['<Text>card 4111-1111-1111-1111, 12/29</Text>', '<Text>card ****-****-****-1111, 12/29</Text>', 1, 0],
    [`<!-- ${CARD} -->`, '<!-- ************1111 -->', 1, 0],
    [`<Text>${CARD} ${CARD}</Text>`, '<Text>************1111 ************1111</Text>', 2, 0],
    ['<Text>4111.1111.1111.1111</Text>', '<Text>****.****.****.1111</Text>', 1, 0],
    [
      '<Text>4111&#49;11111111111 4111&#32;1111 1111 1111</Text>',
      '<Text>****************1111 ****&#32;**** **** 1111</Text>',
      2,
      0,
    ],
    [
      '<cvc>737</cvc><x:password>hush</x:password><A Cvv2="737"/>',
      '<cvc>***</cvc><x:password>****</x:password><A Cvv2="***"/>',
      2,
      1,
    ],
    [`<Text Name="${CARD}"/>`, '<Text Name="************1111"/>', 1, 0],
    [
      '<wsse:Password Type="x#PasswordText">se cret&amp;1</wsse:Password>',
      '<wsse:Password Type="x#PasswordText">** **********</wsse:Password>',
      0,
      1,
    ],
    ['<Password><![CDATA[s3cret]]></Password><b>s3</b>', '<Password><![CDATA[******]]></Password><b>s3</b>', 0, 1],
    ['<RequestorID MessagePassword="hush"/>', '<RequestorID MessagePassword="****"/>', 0, 1],
    ['<a><Password>open ended', '<a><Password>**** *****', 0, 1],
  ])('%s', (given, shown, cards, passwords) => {
    expect(concealMessage(given)).toMatchObject({ text: shown, cards, passwords })
  })

  it.each([
    '<Text>4111111111111112 has a wrong last digit</Text>',
    '<UniqueID Type="14" ID="411111111111"/>',
    '<BasicPropertyInfo HotelCode="1000001"/>',
    '<RequestorID ID="4111111111111112"/>',
    '<Telephone PhoneNumber="+378282246310005"/>',
    '<Telephone PhoneNumber="+4989123456789"/>',
    '<TimeSpan Start="2027-07-01" End="2027-07-04"/>',
    '<Password/><b>text</b>',
    '<Text>41111111111111111111 is too long</Text>',
    '<Text>2027-07-01 2027-07-04</Text>',
  ])('%s stays', (given) => {
    expect(concealMessage(given)).toMatchObject({ text: given, cards: 0, passwords: 0 })
  })

  it('one that stands as a code and among texts is hidden everywhere', () => {
    const message = (id: string, name: string): string =>
      `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="${id}"/><ResGuests><ResGuest ResGuestRPH="1-101-501" GroupEventCode="4111111111111111"><Profiles><ProfileInfo><Profile><Customer><PersonName><GivenName>${name}</GivenName></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    for (const text of [message('A', 'Ada'), message('A', '4111&#49;11111111111'), message(CARD, `card ${CARD}`)])
      expect(
        JSON.stringify([
          lintMessage(text),
          explainMessage(text),
          fixMessage(text).changes.map(({ line }) => line),
          concealMessage(text).conceal(fixMessage(text).changes),
        ]),
      ).not.toContain(CARD)
  })

  it.each([
    [
      'codes',
      `<RoomRate RoomTypeCode="${CARD}" RatePlanCode='${CARD}'/>`,
      '<RoomRate RoomTypeCode="************1111" RatePlanCode=\'************1111\'/>',
    ],
    ['references', `<ResGuest ResGuestRPH="1-${CARD}-501"/>`, '<ResGuest ResGuestRPH="1-************1111-501"/>'],
    [
      'what is not an id',
      `<HotelReservationID ResID_Source="${CARD}"/>`,
      '<HotelReservationID ResID_Source="************1111"/>',
    ],
    [
      'phone numbers that are too long',
      `<Telephone PhoneNumber="${CARD}"/>`,
      '<Telephone PhoneNumber="************1111"/>',
    ],
    ['names', `<x${CARD} a${CARD}="1"></x${CARD}>`, '<x************1111 a************1111="1"></x************1111>'],
    ['values without quotes', `<a b=${CARD}>`, '<a b=************1111>'],
    [
      'CDATA',
      '<Text>4111<![CDATA[1111]]>1111<![CDATA[]]>1111</Text>',
      '<Text>****<![CDATA[****]]>****<![CDATA[]]>1111</Text>',
    ],
    ['comments', '<Text>4111<!-- x -->11111111<?y?>1111</Text>', '<Text>****<!-- x -->********<?y?>1111</Text>'],
    [
      'tags',
      '<T><b>4111</b><b>1111</b><b>1111</b><b>1111</b></T>',
      '<T><b>****</b><b>****</b><b>****</b><b>1111</b></T>',
    ],
    [
      'tags on lines',
      '<T>\n  <b>4111</b>\n  <b>1111</b>\n  <b>1111 </b>\n  <b> 1111</b></T>',
      '<T>\n  <b>****</b>\n  <b>****</b>\n  <b>**** </b>\n  <b> 1111</b></T>',
    ],
    [
      'entities and CDATA',
      '<Text>&#52;111&#x31;111<![CDATA[1111]]>1111</Text>',
      '<Text>*****' + '***' + '*********<![CDATA[****]]>1111</Text>',
    ],
    [
      'prose',
      '<Text>cvc 987</Text><Text>security code is 9 8 7</Text><!-- CVV: 9876 --><a b="cvv2 987"/>',
      '<Text>cvc ***</Text><Text>security code is * * *</Text><!-- CVV: **** --><a b="cvv2 ***"/>',
    ],
    [
      'full-width digits',
      '<Surname>４１１１１１１１１１１１１１１１</Surname>',
      '<Surname>************１１１１</Surname>',
    ],
    [
      'Arabic and Devanagari digits',
      '<Text>٤١١١ ١١١١ ١١١١ ١١١١, ४१११११११११११११११</Text><!-- cvc ٩٨٧ -->',
      '<Text>**** **** **** ١١١١, ************११११</Text><!-- cvc *** -->',
    ],
    ['digits of mathematics', `<Text>${'𝟒'}${'𝟏'.repeat(15)}</Text>`, `<Text>${'*'.repeat(24)}${'𝟏'.repeat(4)}</Text>`],
    [
      'instructions and phone numbers',
      `<?card ${CARD}?><Telephone PhoneNumber="378282246310005"/>`,
      '<?card ************1111?><Telephone PhoneNumber="***********0005"/>',
    ],
    [
      'a code behind its date',
      `<Text>VISA${CARD}exp1230cvv987</Text>`,
      '<Text>VISA************1111exp1230cvv***</Text>',
    ],
    [
      'the sign-in of an agent',
      '<Source AgentPassword="hush" AgentDutyCode="AB12" AgentSine="A1"/>',
      '<Source AgentPassword="****" AgentDutyCode="****" AgentSine="A1"/>',
    ],
    ['split prose', '<Text>cvc <b>98&#55;</b></Text>', '<Text>cvc <b>*******</b></Text>'],
  ])('in %s are hidden by value, in place', (_, given, shown) => {
    expect(concealMessage(given).text).toBe(shown)
    expect(concealMessage(given).text).toHaveLength(given.length)
    expect(concealMessage(shown).text).toBe(shown)
  })

  it('stand in no finding and no story', () => {
    const message = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><UniqueID Type="14" ID="A"/><RoomStays><RoomStay IndexNumber="1"><RoomRates><RoomRate RoomTypeCode="${CARD}0" RatePlanCode="7" NumberOfUnits="2"/></RoomRates><TimeSpan Start="2027-01-01" End="2027-01-02"/></RoomStay></RoomStays><ResGuests><ResGuest ResGuestRPH="1-${CARD}0-7" GroupEventCode="4"><Profiles><ProfileInfo><Profile><Customer><PersonName><GivenName>${CARD}</GivenName><Surname>X</Surname></PersonName><PaymentForm><PaymentCard CardNumber="${CARD}"/></PaymentForm></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    const { findings } = lintMessage(message)
    expect(findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['card-number', 'code-too-long', 'unit-without-guest']),
    )
    const shown = JSON.stringify([findings, explainMessage(message)])
    expect(shown).not.toContain(CARD)
    expect(shown).toContain('************1111')
  })

  it.each([
    [
      '<ResGlobalInfo><Comments><Comment><Text>pay with 4111 1111 1111 1111, or 4111111111111111</Text></Comment></Comments></ResGlobalInfo>',
      'HotelReservation/ResGlobalInfo/Comments/Comment/Text',
      2,
    ],
    [
      '<ResGlobalInfo><SpecialRequests><SpecialRequest><Text>4111&#49;11111111111</Text></SpecialRequest></SpecialRequests></ResGlobalInfo>',
      'HotelReservation/ResGlobalInfo/SpecialRequests/SpecialRequest/Text',
      2,
    ],
    [
      '<ResGlobalInfo><SpecialRequests><SpecialRequest Name="4111.1111.1111.1111"/></SpecialRequests></ResGlobalInfo>',
      'HotelReservation/ResGlobalInfo/SpecialRequests/SpecialRequest',
      2,
    ],
    ['<ResGlobalInfo>\n <!-- x 4111-1111-1111-1111 --></ResGlobalInfo>', 'a comment', 3],
  ])('lint finds them: %s', (inner, node, line) => {
    const message = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation>\n<UniqueID Type="14" ID="A"/>${inner}</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    const found = lintMessage(message).findings.filter(({ rule }) => rule === 'card-number')
    expect(found).toMatchObject([{ node, line }])
    const isSure = /PlainText|CardNumber/.test(node)
    const told = found[0]?.found
    expect(told).toBe(
      isSure
        ? 'a card number'
        : node === 'a comment'
          ? 'a card number in a comment'
          : 'digits in the form of a card number',
    )
  })

  it('a mask of one digit is no card number', () => {
    const message = (number: string): string =>
      `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><PaymentCard CardNumber="${number}"/></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    const rulesOf = (number: string): string[] => lintMessage(message(number)).findings.map(({ rule }) => rule)
    expect(rulesOf(CARD)).toContain('card-number')
    for (const mask of ['0000000000000000', '9999 9999 9999 9999']) expect(rulesOf(mask)).not.toContain('card-number')
  })

  it('a long and hostile text takes no time', { timeout: 60_000 }, () => {
    for (const piece of ['<', '<!--', '<![CDATA[', '<Password>', '4 ', '"', '<a b="']) {
      const work = (length: number) => () =>
        concealMessage(`<PaymentCard CardNumber="${CARD}"/>${piece.repeat(length / piece.length)}`)
      expect(fastGrowth(work(20_000), work(100_000), 15, 300), piece).toEqual([])
    }
  })

  it('takes time that grows with the text alone', () => {
    for (const text of [
      `<x ${'a'.repeat(400_000)} CardNumber="4111111111111111">`,
      `<x ${'a '.repeat(200_000)} Password="abcdefgh">`,
      `<x Password="${'<'.repeat(300_000)}`,
      `Password ${'1 '.repeat(200_000)}`,
    ])
      expect(cpuTime(() => concealMessage(text), 3_000)).toBeLessThan(3_000)
  })
})

import { describe, expect, it } from 'vitest'
import {
  type AskedOfPms,
  numbersAsWritten,
  type PmsAnswer,
  readAnswer,
  stateOf,
} from '../../../src/resnotif/answer/answer.js'

const rs = (inner: string, more = ''): string =>
  `<?xml version="1.0"?><OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000"${more}>${inner}</OTA_HotelResNotifRS>`
const error = (code: string, type = '3'): string =>
  rs(`<Errors><Error Type="${type}" Code="${code}" ShortText="no">text</Error></Errors>`)
const soap = (inner: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`
const read = (body: string, status = 200, asked: AskedOfPms = {}, headers: Record<string, string> = {}): PmsAnswer =>
  readAnswer({ body, status, headers }, asked)

const number = (type: string, id: string): string =>
  `<HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="${type}" ResID_Value="${id}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>`

describe('an answer is judged by what the PMS wrote', () => {
  it.each(['CID4711', 'CSC-471', 'HTL-CVC-2201', 'eyJpZCI6MTIzfQ==', 'token=471147', 'password=hunter22', 'cvc 471'])(
    'its EchoToken is that of the message, whatever it looks like: %s',
    (echoToken) => {
      expect(read(rs('<Success/>', ` EchoToken="${echoToken}"`), 200, { echoToken, ids: ['B'] }).fate).toBe('done')
      expect(
        read(rs('<Success/>', ` EchoToken="${echoToken.replace(/.{2}$/, '99')}"`), 200, { echoToken, ids: ['B'] }),
      ).toMatchObject({ fate: 'unknown', isAboutAnother: true })
    },
  )

  it.each([
    ['CID4711', 'CID4799'],
    ['CSC-471', 'CSC-499'],
    ['cvc 471', 'cvc 499'],
    ['password=hunter22', 'password=hunter23'],
  ])('%s is not %s', (own, other) => {
    const told = read(rs(`<Success/>${number('14', other)}`), 200, { ids: [own] })
    expect(told).toMatchObject({ fate: 'unknown', isAboutAnother: true })
    expect(JSON.stringify(told)).not.toContain('hunter23')
    expect(read(rs(`<Success/>${number('14', own)}`), 200, { ids: [own] }).fate).toBe('done')
  })

  it('and so are its numbers, which are shown without secrets', () => {
    const told = read(rs(`<Success/>${number('10', 'password=hunter22')}`), 200, { ids: ['B'] })
    expect(numbersAsWritten(told).hotelNumbers).toEqual(['password=hunter22'])
    expect(JSON.stringify(told)).not.toContain('hunter22')
    expect(read(rs(`<Success/>${number('10', 'CID1002')}`), 200, { ids: ['B'] }).hotelNumbers).toEqual(['CID1002'])
  })
})

describe('an answer that is a string of JSON', () => {
  const inJson = (text: string): string => JSON.stringify(text)
  it.each<[string, string, string]>([
    ['Success', inJson(rs('<Success/>')), 'done'],
    ['lines and a declaration', `\ufeff ${inJson(`${rs('\n<Success/>\r\n')}\n`)}\n`, 'done'],
    ['escaped slashes and letters', inJson(rs('<Success/>')).replaceAll('/', '\\/').replace('<', '\\u003c'), 'done'],
    ['an envelope', inJson(soap(rs('<Success/>').slice(21))), 'done'],
    ['Errors', inJson(rs('<Errors><Error Type="3" Code="392"/></Errors>')), 'refused'],
    ['a web page', inJson('<html>welcome</html>'), 'unknown'],
    ['a sentence', inJson('Success'), 'unknown'],
    ['cut', inJson(rs('<Success/>')).slice(0, -1), 'unknown'],
    ['a member of an object', JSON.stringify({ d: rs('<Success/>') }), 'unknown'],
  ])('is read as what it holds: %s', (_, body, fate) => {
    expect(read(body, 200, { ids: ['B'] }).fate).toBe(fate)
  })
})

describe('the answer of a PMS', () => {
  it.each([
    [rs('<Success/>'), 200, 'done', false],
    [soap(rs('<Success/>').slice(21)), 202, 'done', false],
    [rs('<Success/><Warnings><Warning Type="11">note</Warning></Warnings>'), 200, 'done', false],
    [
      rs('<Success/><Warnings><Warning Type="3" Code="402" Status="NotProcessed">x</Warning></Warnings>'),
      200,
      'refused',
      false,
    ],
    [
      rs('<Success/><Warnings><Warning Type="3" Code="187" Status="NotProcessed">x</Warning></Warnings>'),
      200,
      'throttled',
      true,
    ],
    [rs('<Success/>').replaceAll('HotelResNotifRS', 'ErrorRS'), 200, 'unknown', false],
    [
      soap(rs('<Success/>', ' ErrorMessage="no"').replaceAll('HotelResNotifRS', 'ErrorRS').slice(21)),
      200,
      'unknown',
      false,
    ],
    [rs('<Success/>'), 500, 'unknown', true],
    [rs('<Success/>'), 404, 'unknown', false],
    [rs(''), 200, 'unknown', false],
    [rs('<Success/>').slice(0, -5), 200, 'unknown', true],
    [rs('<Success/>', ' ResResponseType="Unsuccessful"'), 200, 'refused', false],
    [rs('<Success/>', ' ResResponseType="Ignored"'), 200, 'refused', false],
    [rs('<Success/>', ' ResResponseType="Request Denied"'), 200, 'refused', false],
    [rs('<Success/>', ' ResResponseType="Committed"'), 200, 'done', false],
    [rs('<Success/>', ' ResResponseType="Pending"'), 200, 'unknown', false],
    [rs('<Success/>', ' ResResponseType="Cancelled"'), 200, 'unknown', false],
    ['busy', 503, 'throttled', true],
    ['', 500, 'unknown', true],
    ['', 501, 'refused', false],
    ['', 502, 'unknown', true],
    ['<html/>', 200, 'unknown', false],
    ['not xml', 200, 'unknown', false],
    ['{"ok":true}', 200, 'unknown', false],
    ['', 200, 'unknown', false],
    ['', 202, 'unknown', false],
    ['', 204, 'unknown', false],
    ['', 302, 'unknown', false],
    ['', 304, 'unknown', false],
    ['', 307, 'unknown', false],
    ['', 401, 'refused', false],
    ['', 404, 'refused', false],
    ['', 408, 'absent', true],
    ['', 425, 'throttled', true],
    ['', 429, 'throttled', true],
    [soap('<s:Fault><faultstring>Bad token.</faultstring></s:Fault>'), 500, 'unknown', true],
    [soap('<s:Fault><faultcode>s:Server</faultcode><faultstring>Later</faultstring></s:Fault>'), 500, 'unknown', true],
    [soap('<s:Fault><faultcode>s:Client</faultcode><faultstring>No</faultstring></s:Fault>'), 500, 'refused', false],
    [
      soap(
        '<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text>Later</s:Text></s:Reason></s:Fault>',
      ),
      500,
      'unknown',
      true,
    ],
    [soap('<s:Fault><faultcode>wsse:FailedAuthentication</faultcode></s:Fault>'), 500, 'refused', false],
    ...['187', '191', '448', '784'].map((code) => [error(code), 200, 'throttled', true] as const),
    ...['249', '320', '321', '392', '402', '404', '783'].map((code) => [error(code), 200, 'refused', false] as const),
    [error('392'), 500, 'refused', false],
    [error('320', '5'), 200, 'throttled', true],
  ] as const)('%# %s with HTTP %i is %s', (body, status, fate, isRetryable) => {
    expect(read(body, status)).toMatchObject({ fate, isRetryable })
  })

  it.each([
    ['Commit', true, 'done'],
    ['Commit', false, 'refused'],
    ['Modify', true, 'refused'],
    ['Modify', false, 'refused'],
    ['Cancel', true, 'refused'],
    ['Cancel', false, 'refused'],
    ['cancel', true, 'refused'],
  ] as const)('127 to a %s, sent before: %s, is %s', (resStatus, isRepeated, fate) => {
    expect(read(error('127'), 200, { resStatus, isRepeated })).toMatchObject({
      fate,
      isAlreadyDelivered: fate === 'done',
      isRetryable: false,
    })
    expect(
      read(rs('<Errors><Error Type="3" Code="127"/><Error Type="3" Code="402"/></Errors>'), 200, {
        resStatus,
        isRepeated,
      }).fate,
    ).toBe('refused')
  })

  it.each<[string, string, AskedOfPms, PmsAnswer['fate']]>([
    ['its own record', ' RecordID="A"', {}, 'done'],
    ['another record', ' RecordID="B"', {}, 'unknown'],
    ['another record, of a message without ids', ' RecordID="B"', { ids: [] }, 'done'],
    ['another EchoToken', '', { echoToken: 'mine' }, 'unknown'],
    ['another record, of a Commit that was not sent before', ' RecordID="B"', { isRepeated: false }, 'unknown'],
  ])('"exists already" about %s', (_, more, asked, fate) => {
    const answer = rs(`<Errors><Error Type="3" Code="127"${more}/></Errors>`, ' EchoToken="E"')
    expect(read(answer, 200, { isRepeated: true, ids: ['A'], ...asked })).toMatchObject({
      fate,
      isAlreadyDelivered: fate === 'done',
    })
  })

  it('"exists already" or "cancelled already" beside the UniqueID of another reservation proves nothing', () => {
    for (const [code, resStatus] of [
      ['127', 'Commit'],
      ['95', 'Cancel'],
    ] as const) {
      const about = (id: string): string =>
        rs(
          `<Errors><Error Type="3" Code="${code}"/></Errors><HotelReservations><HotelReservation><UniqueID Type="14" ID="${id}"/></HotelReservation></HotelReservations>`,
        )
      expect(read(about('A'), 200, { resStatus, isRepeated: true, ids: ['A'] }).fate).toBe('done')
      expect(read(about('B'), 200, { resStatus, isRepeated: true, ids: ['A'] })).toMatchObject({
        fate: 'unknown',
        isAlreadyDelivered: false,
        summary: expect.stringMatching(/another reservation: its id is "B", this one's is "A"/) as string,
      })
    }
  })

  it.each<[string, string, number]>([
    ['HTTP 409', '', 409],
    [
      'a fault with the error in it',
      soap('<s:Fault><faultcode>s:Server</faultcode><detail><Error Type="3" Code="127"/></detail></s:Fault>'),
      500,
    ],
    [
      'a fault with the code in its words',
      soap('<s:Fault><faultcode>s:Client</faultcode><faultstring>127: duplicate</faultstring></s:Fault>'),
      500,
    ],
    [
      'a fault in words',
      soap('<s:Fault><faultcode>s:Client</faultcode><faultstring>Reservation already exists</faultstring></s:Fault>'),
      500,
    ],
  ])('%s to a Commit says that it exists, and not whose it is', (_, body, status) => {
    expect(read(body, status)).toMatchObject({
      fate: 'refused',
      leavesOpen: 'exists',
      isRetryable: false,
      summary: expect.stringMatching(/It did not take this message.*this reservation already.*another one/) as string,
    })
    expect(read(body, status, { isRepeated: true })).toMatchObject({
      fate: 'unknown',
      leavesOpen: 'exists',
      isRetryable: false,
    })
    expect(read(body, status, { resStatus: 'Modify' }).leavesOpen).not.toBe('exists')
  })

  it('an address or a longer number is not the code 127', () => {
    for (const said of ['No route to 127.0.0.1', 'Room 1270 is closed', 'Total 45.127'])
      expect(
        read(soap(`<s:Fault><faultcode>s:Client</faultcode><faultstring>${said}</faultstring></s:Fault>`), 500)
          .leavesOpen,
      ).toBe(undefined)
  })

  it('95, cancelled already, is what a Cancel asks for and nothing else', () => {
    expect(read(error('95'), 200, { resStatus: 'Cancel' })).toMatchObject({ fate: 'done', isAlreadyDelivered: true })
    for (const resStatus of ['Commit', 'Modify']) expect(read(error('95'), 200, { resStatus }).fate).toBe('refused')
  })

  it('Success for another message, or for another change, proves nothing', () => {
    expect(read(rs('<Success/>', ' EchoToken="B"'), 200, { echoToken: 'A' })).toMatchObject({
      fate: 'unknown',
      summary: expect.stringMatching(/EchoToken is "B", this one's is "A"/) as string,
    })
    expect(read(rs('<Success/>', ' EchoToken="A"'), 200, { echoToken: 'A' }).fate).toBe('done')
    expect(read(rs('<Success/>'), 200, { echoToken: 'A' }).fate).toBe('done')
    expect(read(rs('<Success/>', ' ResResponseType="Committed"'), 200, { resStatus: 'Cancel' }).fate).toBe('unknown')
    expect(read(rs('<Success/>', ' ResResponseType="cancelled"'), 200, { resStatus: 'Cancel' })).toMatchObject({
      fate: 'done',
      summary: 'The PMS took the cancellation.',
    })
  })

  const id = (type: string, value: string): string =>
    `<HotelReservations><HotelReservation><UniqueID Type="${type}" ID="${value}"/></HotelReservation></HotelReservations>`
  const resId = (type: string, value: string): string =>
    `<HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="${type}" ResID_Value="${value}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>`
  const bare = (inner: string): string => rs(inner).slice(21)
  it.each<[string, string, PmsAnswer['fate'], AskedOfPms?]>([
    [
      'an answer inside the detail of a fault',
      soap(`<s:Fault><faultcode>s:Client</faultcode><detail>${bare('<Success/>')}</detail></s:Fault>`),
      'refused',
    ],
    [
      'an answer beside a fault',
      soap(`${bare('<Success/>')}<s:Fault><faultcode>s:Client</faultcode></s:Fault>`),
      'unknown',
    ],
    [
      'an error beside a fault',
      soap(
        `${bare('<Errors><Error Type="3" Code="392"/></Errors>')}<s:Fault><faultcode>s:Client</faultcode></s:Fault>`,
      ),
      'refused',
    ],
    [
      'an answer in the header',
      `<s:Envelope xmlns:s="x"><s:Header>${bare('<Success/>')}</s:Header><s:Body/></s:Envelope>`,
      'unknown',
    ],
    ['an answer in a page', `<html><body>${bare('<Success/>')}</body></html>`, 'unknown'],
    ['an answer in a log', soap(`<log>${bare('<Success/>')}</log>`), 'unknown'],
    ['an answer beside something else', soap(`${bare('<Success/>')}<more/>`), 'unknown'],
    ['two answers', soap(`${bare('<Success/>')}${bare('<Success/>')}`), 'unknown'],
    ['two answers that differ', soap(`${bare('<Success/>')}${bare('<Errors><Error Type="3"/></Errors>')}`), 'unknown'],
    [
      'a denied reservation',
      rs('<Success/><HotelReservations><HotelReservation ResStatus="Request denied"/></HotelReservations>'),
      'refused',
    ],
    [
      'a Denied reservation',
      rs('<Success/><HotelReservations><HotelReservation ResStatus="Denied"/></HotelReservations>'),
      'refused',
    ],
    [
      'a cancelled reservation',
      rs('<Success/><HotelReservations><HotelReservation ResStatus="Cancelled"/></HotelReservations>'),
      'unknown',
    ],
    [
      'a waitlisted reservation',
      rs('<Success/><HotelReservations><HotelReservation ResStatus="Waitlisted"/></HotelReservations>'),
      'unknown',
    ],
    [
      'a waitlisted room',
      rs(
        '<Success/><HotelReservations><HotelReservation><RoomStays><RoomStay RoomStayStatus="Waitlisted"/></RoomStays></HotelReservation></HotelReservations>',
      ),
      'unknown',
    ],
    ['another UniqueID', rs(`<Success/>${id('14', 'B')}`), 'unknown', { ids: ['A'] }],
    ['another ResID of type 14', rs(`<Success/>${resId('14', 'B')}`), 'unknown', { ids: ['A'] }],
    ['an error outside Errors', rs('<Success/><Error Type="3">no</Error>'), 'unknown'],
    ['errors in lower case', rs('<Success/><errors><error code="392">no</error></errors>'), 'unknown'],
    ['errors in lower case alone', rs('<errors><error code="392">no</error></errors>'), 'refused'],
    ['an empty Errors', rs('<Success/><Errors/>'), 'unknown'],
    ['Success that says false', rs('<Success>false</Success>'), 'unknown'],
    [
      'a warning of something incomplete',
      rs('<Success/><Warnings><Warning Type="3" Status="Incomplete">x</Warning></Warnings>'),
      'unknown',
    ],
    ['its own id', rs(`<Success/>${id('14', 'A')}`), 'done', { ids: ['A'] }],
    ['an id of the PMS', rs(`<Success/>${resId('10', 'B')}`), 'done', { ids: ['A'] }],
    [
      'a reserved reservation',
      rs('<Success/><HotelReservations><HotelReservation ResStatus="Reserved"/></HotelReservations>'),
      'done',
    ],
    [
      'a completed warning',
      rs('<Success/><Warnings><Warning Type="3" Status="Complete">x</Warning></Warnings>'),
      'done',
    ],
  ])('%s proves no more than it says', (_, body, fate, asked) => {
    expect(read(body, 200, asked).fate).toBe(fate)
  })

  it.each<[string, string, AskedOfPms, PmsAnswer['fate']]>([
    ['its own number, with the EchoToken of the message', '88123', { echoToken: 'E' }, 'done'],
    ['an id like ours, with the EchoToken of the message', 'HS-20270701-2', { echoToken: 'E' }, 'unknown'],
    ['a number like ours, with the EchoToken of the message', '900002', { echoToken: 'E', ids: ['900001'] }, 'unknown'],
    ['a number of another length, with the EchoToken', '90002', { echoToken: 'E', ids: ['900001'] }, 'done'],
    ['its own number, with another EchoToken', '88123', { echoToken: 'F' }, 'unknown'],
    ['its own number', '88123', {}, 'done'],
    ['its own number to one of ours', '88123', { ids: ['1000042'] }, 'done'],
    ['another number of ours', '1000043', { ids: ['1000042'] }, 'unknown'],
    ['an id like ours', 'HS-20270701-12', {}, 'unknown'],
    [
      'another UUID',
      '9b2f4c1e-1111-4111-8111-abcdefabcdef',
      { ids: ['5f0c4a11-2222-4222-8222-012345678901'] },
      'unknown',
    ],
  ])('Success with %s as type 14', (_, value, asked, fate) => {
    for (const inner of [id('14', value), resId('14', value)]) {
      const answer = read(rs(`<Success/>${inner}`, ' EchoToken="E"'), 200, { ids: ['HS-20270701-1'], ...asked })
      expect(answer).toMatchObject({ fate, reservationIds: [value] })
    }
  })

  it('says codes in words, keeps all that the PMS says, and gives its ids', () => {
    const answer = read(
      rs(
        '<Success/><Warnings><Warning Type="3" Code="402" Status="NotProcessed" ShortText="Zimmer?" Tag="RoomType" RecordID="7">Kein Zimmer 101</Warning></Warnings><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="10" ResID_Value="PMS-7"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>',
      ),
    )
    expect(answer.problems).toEqual([
      {
        kind: 'warning',
        type: '3',
        code: '402',
        status: 'NotProcessed',
        text: 'Zimmer?: Kein Zimmer 101',
        tag: 'RoomType',
        recordId: '7',
        words: 'the room type is not valid (code 402)',
      },
    ])
    expect(answer.reservationIds).toEqual(['PMS-7'])
    expect(stateOf(answer)).toBe('partial')
    expect(read(rs('<Errors><Error Type="10">Hotel?</Error></Errors>')).summary).toBe(
      'The PMS refused the message: a required field is missing.',
    )
    expect(read(rs('<Errors><Error Type="99" Code="9999">Hotel?</Error></Errors>')).summary).toBe(
      'The PMS refused the message: Hotel? (code 9999).',
    )
    expect(
      read(rs('<Errors><Error Type="99" ShortText="same words">same words</Error></Errors>')).problems[0]?.text,
    ).toBe('same words')
  })

  it('tells what stood in a body that is no answer, bounded and without card numbers', () => {
    expect(
      read(
        '<!DOCTYPE html><html><head><title>Sign in</title><style>b{}</style></head><body><b>Session &lt; over</b></body></html>',
        403,
      ),
    ).toMatchObject({
      summary: 'The PMS answered HTTP 403. It said: Sign in Session < over',
      said: { kind: 'a web page' },
    })
    expect(read('{"error":"hotel 7 is unknown"}', 422)).toMatchObject({
      summary: 'The PMS answered HTTP 422. It said: {"error":"hotel 7 is unknown"}',
      said: { kind: 'JSON', text: '{"error":"hotel 7 is unknown"}' },
    })
    expect(read('<result>no</result>', 200)).toMatchObject({
      fate: 'unknown',
      said: { kind: 'XML', text: '<result>no</result>' },
    })
    expect(JSON.stringify(read('card 4111 1111 1111 1111 is refused', 400))).not.toContain('4111 1111')
    const long = read(`${'x'.repeat(3_000)}<${'<b'.repeat(400_000)}`, 500)
    expect(long.said?.text?.length).toBeLessThan(1_010)
    expect(long.summary.length).toBeLessThan(300)
  })

  it('tells a fault of SOAP with its code and detail, and that a sign-in is wanted', () => {
    expect(
      read(
        soap(
          '<s:Fault><faultcode>s:Client</faultcode><faultstring>Invalid.</faultstring><detail><code>E-17</code><text>hotel 7</text></detail></s:Fault>',
        ),
        500,
      ).summary,
    ).toBe('The PMS answered a SOAP fault: Invalid.: E-17: hotel 7 (Client).')
    expect(read(soap('<s:Fault><faultcode>wsse:FailedAuthentication</faultcode></s:Fault>'), 500).signIn).toEqual([])
    expect(
      read('', 401, {}, { 'www-authenticate': 'Basic realm="PMS, charset=x", Digest realm="PMS", nonce="a"' }).signIn,
    ).toEqual(['Basic', 'Digest'])
  })

  it('tells where the PMS points to and how long it wants to be left alone', () => {
    expect(read('', 307, {}, { location: 'https://pms.example/new' })).toMatchObject({
      fate: 'unknown',
      location: 'https://pms.example/new',
      summary: expect.stringContaining('points to https://pms.example/new') as string,
    })
    expect(read('', 302, { url: 'http://127.0.0.1:9/a/b?key=1' }, { location: '../in' })).toMatchObject({
      fate: 'unknown',
      location: 'http://127.0.0.1:9/in',
    })
    for (const key of ['key', 'sig', 'code', 'sid', 'session', 'jwt', 'auth', 'ticket', 'x'])
      for (const end of [
        `?${key}=CANARY`,
        `?a=1&${key}=CANARY#${key}=CANARY`,
        '?CANARY',
        `?CANARY&${key}=1`,
        `?=CANARY`,
        `#${key}=CANARY`,
      ]) {
        const told = read('', 302, { url: 'http://127.0.0.1:9/' }, { location: `https://pms.example/login${end}` })
        expect(JSON.stringify(told), end).not.toContain('CANARY')
        expect(told.location, end).toContain('https://pms.example/login')
      }
    expect(read('', 302, {}, { location: 'https://pms.example/new' }).summary).not.toContain('not delivered')
    expect(read('', 429, {}, { 'retry-after': '120' }).retryAfterMs).toBe(120_000)
    expect(
      read('', 503, { now: Date.parse('2027-01-01T00:00:00Z') }, { 'retry-after': 'Fri, 01 Jan 2027 00:01:00 GMT' })
        .retryAfterMs,
    ).toBe(60_000)
    for (const wrong of ['soon', '-5', '', '1e9', '0x10'])
      expect(read('', 503, {}, { 'retry-after': wrong }).retryAfterMs, wrong).toBeUndefined()
    expect(read('', 503, {}, { 'retry-after': 'Fri, 01 Jan 2021 00:01:00 GMT' }).retryAfterMs).toBe(0)
  })

  it.each([
    [202, '', /accepted the message \(HTTP 202\), but has not said/],
    [204, '', /HTTP 204 without a body/],
    [200, '', /HTTP 200 without a body/],
    [200, '<html><body>Hi</body></html>', /HTTP 200 with a web page instead of OTA_HotelResNotifRS.*It said: Hi/],
  ] as const)('HTTP %i %s is received and not answered', (status, body, words) => {
    const answer = read(body, status)
    expect(answer).toMatchObject({
      fate: 'unknown',
      isRetryable: false,
      summary: expect.stringMatching(words) as string,
    })
    expect(stateOf(answer)).toBe('unknown')
  })
})

describe('the namespace of an answer', () => {
  const OTA = 'http://www.opentravel.org/OTA/2003/05'
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/'
  it.each<[string, string, string]>([
    ['its own', `<OTA_HotelResNotifRS xmlns="${OTA}"><Success/></OTA_HotelResNotifRS>`, 'done'],
    ['its own by a prefix', `<o:OTA_HotelResNotifRS xmlns:o="${OTA}"><o:Success/></o:OTA_HotelResNotifRS>`, 'done'],
    ['none', '<OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS>', 'done'],
    [
      'none, with children in its own',
      `<OTA_HotelResNotifRS xmlns:o="${OTA}"><o:Success/></OTA_HotelResNotifRS>`,
      'done',
    ],
    [
      'that of the envelope',
      `<Envelope xmlns="${soap}"><Body><OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS></Body></Envelope>`,
      'done',
    ],
    [
      'none, with an error',
      '<OTA_HotelResNotifRS><Errors><Error Type="3" Code="392"/></Errors></OTA_HotelResNotifRS>',
      'refused',
    ],
    ['another', '<OTA_HotelResNotifRS xmlns="urn:other"><Success/></OTA_HotelResNotifRS>', 'unknown'],
    [
      'another year',
      `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2002/08"><Success/></OTA_HotelResNotifRS>`,
      'unknown',
    ],
    [
      'another by a prefix',
      `<x:OTA_HotelResNotifRS xmlns:x="urn:other"><x:Success/></x:OTA_HotelResNotifRS>`,
      'unknown',
    ],
    [
      'another, in an envelope',
      `<s:Envelope xmlns:s="${soap}"><s:Body><OTA_HotelResNotifRS xmlns="urn:other"><Success/></OTA_HotelResNotifRS></s:Body></s:Envelope>`,
      'unknown',
    ],
    ['a prefix that is not declared', '<o:OTA_HotelResNotifRS><o:Success/></o:OTA_HotelResNotifRS>', 'unknown'],
    [
      'Success of another vocabulary',
      `<OTA_HotelResNotifRS xmlns="${OTA}"><x:Success xmlns:x="urn:x"/></OTA_HotelResNotifRS>`,
      'unknown',
    ],
  ])('%s', (_, body, fate) => {
    expect(readAnswer({ status: 200, body }).fate).toBe(fate)
  })
})

describe('a Success that names a hotel', () => {
  const words = ' Its answer names H9 as the hotel, not H1: check that it stored this one.'
  it.each<[string, string, string[], string]>([
    ['of another message', 'H9', ['H1', 'H2'], words],
    ['of this one', 'H2', ['H1', 'H2'], ''],
    ['without a code', '', ['H1'], ''],
    ['to a message that names none', 'H9', [], ''],
  ])('%s', (_, code, hotelCodes, more) => {
    const inner = `<RoomStays><RoomStay><BasicPropertyInfo HotelCode="${code}"/></RoomStay></RoomStays>`
    const answer = read(
      rs(`<Success/><HotelReservations><HotelReservation>${inner}</HotelReservation></HotelReservations>`),
      200,
      { ids: ['HS-1'], hotelCodes },
    )
    expect([answer.fate, answer.summary]).toEqual(['done', `The PMS took the reservation.${more}`])
  })
})

describe('a Success that is taken for ours and names another reservation', () => {
  const note = 'Its answer names OTHER-77 as the reservation, not HS-1: check that it stored this one.'
  const uniqueId = '<UniqueID Type="14" ID="OTHER-77"/>'
  const number = (value: string): string =>
    `<ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="${value}"/></HotelReservationIDs></ResGlobalInfo>`
  it.each<[string, string, boolean]>([
    ['in both ids', uniqueId + number('OTHER-77'), true],
    ['in UniqueID alone', uniqueId + number('HS-1'), true],
    ['beside ours', `<UniqueID Type="14" ID="HS-1"/>${uniqueId}`, false],
    ['as one of another type', '<UniqueID Type="10" ID="OTHER-77"/>', false],
    ['as one of its own system', '<UniqueID Type="14" ID="OTHER-77" ID_Context="PMS"/>', false],
    ['not at all', '', false],
  ])('%s', (_, inner, isNoted) => {
    const answer = read(
      rs(
        `<Success/><HotelReservations><HotelReservation>${inner}</HotelReservation></HotelReservations>`,
        ' EchoToken="E"',
      ),
      200,
      { ids: ['HS-1'], echoToken: 'E' },
    )
    expect([answer.fate, answer.summary]).toEqual(['done', `The PMS took the reservation.${isNoted ? ` ${note}` : ''}`])
  })
})

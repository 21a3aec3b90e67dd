import { describe, expect, it } from 'vitest'
import {
  contradictionIn,
  judgeStep,
  lintMessage,
  needsTwoProducts,
  readAnswer,
  SCENARIOS,
  scenarioMessage,
  worstOf,
} from '../../../src/resnotif/index.js'
import { named, RUN, sent as textOf } from './repeating.js'

describe('the time of a message', () => {
  it('is that of its step, and a repetition has the one of what it repeats', () => {
    const { steps } = named('repeat')
    const at = steps.findIndex(({ isRepetition }) => isRepetition === true)
    const stamps = steps.map(
      (step, i) => /TimeStamp="([^"]+)"/.exec(scenarioMessage(RUN, 17, step, i, RUN.startedAt + 7))?.[1],
    )
    expect(new Set(stamps)).toEqual(new Set(['2027-05-01T12:00:00.007Z']))
    const own = steps.map((step, i) => /TimeStamp="([^"]+)"/.exec(scenarioMessage(RUN, 17, step, i))?.[1] ?? '')
    expect(own[at]).toBe(own[at - 1])
    for (const one of own) expect(Date.parse(one) - RUN.startedAt).toBeLessThan(1_000)
  })
})

const rs = (inside: string): string =>
  `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="5">${inside}</OTA_HotelResNotifRS>`
const withId = (id: string): string =>
  rs(
    `<Success/><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="10" ResID_Value="${id}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>`,
  )
const heard = (body: string, status = 200, isRepeated = false): ReturnType<typeof readAnswer> =>
  readAnswer({ status, body }, { isRepeated })

describe('scenarios', () => {
  it('are all that a certification asks for, each by a name of its own', () => {
    expect(SCENARIOS.map(({ name }) => name)).toEqual(
      (
        'one-night two-prices two-rooms two-products families children modify-dates modify-room modify-guests cancel ' +
        'cancel-first repeat succession long-names scripts emoji no-email'
      ).split(' '),
    )
    expect(SCENARIOS.filter(needsTwoProducts).map(({ name }) => name)).toEqual([
      'two-products',
      'families',
      'modify-room',
      'scripts',
    ])
  })

  it.each(SCENARIOS)(
    '$name: lint finds nothing in any of its messages, which have the codes of the run',
    (scenario) => {
      for (const [at, step] of scenario.steps.entries()) {
        const message = scenarioMessage(RUN, 5, step, at)
        expect(lintMessage(message).findings, message).toEqual([])
        expect(message).toContain(`ResStatus="${step.sends}"`)
        expect(message).toContain('Target="Test"')
        expect(message).toContain('<UniqueID Type="14" ID="SCN-X-5"/>')
        expect(message).toContain('HotelCode="4711"')
        expect(message).toMatch(/RPH="1-1[23]-[34]"/)
      }
    },
  )

  it('a repetition is the same message with the mark that it was sent before', () => {
    const [first, second] = [textOf('repeat', 0), textOf('repeat', 1)]
    expect(second).not.toBe(first)
    expect(second.replace(' RetransmissionIndicator="true"', '')).toBe(first)
  })

  it('changes change what they say: dates, room, guests', () => {
    expect(textOf('modify-dates', 0)).toContain('<TimeSpan Start="2027-07-01" End="2027-07-03"/>')
    expect(textOf('modify-dates', 1)).toContain('<TimeSpan Start="2027-07-03" End="2027-07-06"/>')
    expect(textOf('modify-room', 0)).toContain('RoomTypeCode="12"')
    expect(textOf('modify-room', 1)).not.toContain('RoomTypeCode="12"')
    expect(textOf('modify-guests', 0)).not.toContain('Hopper')
    expect(textOf('modify-guests', 1)).toContain('Hopper')
    expect(textOf('no-email', 0)).not.toContain('Email')
    expect(textOf('one-night', 0)).toContain('Email')
  })
})

describe('rates that an answer repeats', () => {
  const message = textOf('two-prices', 0)
  const stays = /<RoomStays>[^]*<\/RoomStays>/.exec(message)?.[0] ?? ''
  const only = stays
    .replace(/<RoomTypes>[^]*?<\/RoomTypes>/, '')
    .replace(/<RatePlans>[^]*?<\/RatePlans>/, '')
    .replace(/<TimeSpan[^>]*>/, '')
    .replace(/<\/Guarantee>\s*<Total[^>]*>/, '</Guarantee>')
  const judged = (text: string): string | undefined =>
    contradictionIn(
      rs(`<Success/><HotelReservations><HotelReservation>${text}</HotelReservation></HotelReservations>`),
      message,
    )

  it.each<[string, RegExp, string, string]>([
    ['room', /(RoomRate RoomTypeCode=")12/, '$1999', 'the room of a rate as 999, sent was 12'],
    ['plan', /(RoomRate [^>]*RatePlanCode=")3/, '$1999', 'the rate plan of a rate as 999, sent was 3'],
    ['units', /(RoomRate [^>]*NumberOfUnits=")1/, '$12', 'the units of 12/3 as 2, sent were 1'],
    [
      'dates',
      /(RoomRate [^>]*EffectiveDate=")[\d-]+(" ExpireDate=")[\d-]+/,
      '$12030-01-01$22030-01-02',
      'the dates of the rates as 2030-01-01 to 2030-01-02',
    ],
    ['total', /(<\/Rates>\s*<Total AmountAfterTax=")[\d.]+/, '$11.00', 'the total of 12/3 as 1.00'],
    [
      'price of a night',
      /(<Base AmountAfterTax=")149.50/,
      '$1120.00',
      'the price of 12/3 on 2027-07-02 as 120.00, sent was 149.50',
    ],
  ])('with another %s contradict the message, beside the right rooms and without them', (_, what, by, words) => {
    for (const text of [only, stays]) expect(judged(text.replace(what, by))).toContain(words)
  })

  it('do not where they are the same, told by night, to the last night, of one unit, or left out', () => {
    for (const text of [
      stays,
      only,
      only.replace(/(RoomRate [^>]*ExpireDate="2027-07-0)3/, '$12'),
      only.replaceAll(/(AmountAfterTax="\d+)\.(\d)0"/g, '$1.$2"'),
      only.replace(/<Rates>[^]*<\/Rates>/, ''),
      only.replace(/<RoomRates>[^]*<\/RoomRates>/, ''),
      ['120.00', '149.50']
        .map(
          (price, i) =>
            `<RoomStays><RoomStay><RoomRates><RoomRate RoomTypeCode="12" RatePlanCode="3" EffectiveDate="2027-07-0${i + 1}" ExpireDate="2027-07-0${i + 2}"><Rates><Rate EffectiveDate="2027-07-0${i + 1}"><Base AmountAfterTax="${price}"/></Rate></Rates><Total AmountAfterTax="${price}"/></RoomRate></RoomRates></RoomStay></RoomStays>`,
        )
        .join(''),
    ])
      expect(judged(text)).toBeUndefined()
    const two = textOf('two-rooms', 0)
    const one = two.replaceAll('480.00', '240.00').replaceAll('NumberOfUnits="2"', '')
    expect(
      contradictionIn(
        rs(
          `<Success/><HotelReservations><HotelReservation><RoomStay>${/<RoomRates>[^]*<\/RoomRates>/.exec(one)?.[0] ?? ''}</RoomStay></HotelReservation></HotelReservations>`,
        ),
        two,
      ),
    ).toBeUndefined()
  })
})

describe('what an answer is worth', () => {
  const words = (
    expected: Parameters<typeof judgeStep>[0],
    ...rest: [Parameters<typeof judgeStep>[1], Parameters<typeof judgeStep>[2]?]
  ): string => judgeStep(expected, ...rest).verdict

  it('of what must be taken', () => {
    expect(words('taken', heard(rs('<Success/>')))).toBe('pass')
    expect(words('taken', heard(rs('<Errors><Error Type="3" Code="392"/></Errors>')))).toBe('fail')
    expect(
      words('taken', heard(rs('<Success/><Warnings><Warning Type="3" Code="320" Status="NotProcessed"/></Warnings>'))),
    ).toBe('fail')
    expect(words('taken', heard('', 202))).toBe('unknown')
    expect(words('taken', heard('oops', 500))).toBe('unknown')
    expect(words('taken', heard('<html>welcome</html>'))).toBe('unknown')
    expect(words('taken', heard('', 408))).toBe('unknown')
  })

  it.each<[string, number]>([
    ['', 429],
    ['busy', 503],
    ['', 425],
    ['', 408],
    [rs('<Errors><Error Type="3" Code="448"/></Errors>'), 200],
    [rs('<Errors><Error Type="5"/></Errors>'), 200],
  ])('of a PMS that asks to come later (%j, HTTP %i): it could not be judged', (body, status) => {
    for (const expected of ['taken', 'same', 'settled'] as const) {
      expect(judgeStep(expected, heard(body, status))).toEqual({
        verdict: 'unknown',
        isPutOff: true,
        reason: expect.stringMatching(
          /may take it later, so this could not be judged: run the scenario again\.$/,
        ) as string,
      })
    }
  })

  it.each([
    ['Success', '<Success/>', 200],
    ['Success, with HTTP 500', '<Success/>', 500],
    ['nothing', '', 200],
    [
      'Success and a denial',
      '<Success/><HotelReservations><HotelReservation ResStatus="Denied"/></HotelReservations>',
      200,
    ],
    ['an error', '<Errors><Error Type="3" Code="392"/></Errors>', 200],
    ['an error of a booking that it has', '<Errors><Error Type="3" Code="127"/></Errors>', 200],
    ['an error of one that it has not', '<Errors><Error Type="3" Code="97"/></Errors>', 200],
    ['an error that passes', '<Errors><Error Type="3" Code="448"/></Errors>', 200],
  ])('of another EchoToken than the message has: a failure, whatever it says beside it (%s)', (_, inside, status) => {
    const read = (echo: string): ReturnType<typeof readAnswer> =>
      readAnswer(
        { status, body: rs(inside).replace(' Version', `${echo} Version`) },
        { resStatus: 'Cancel', echoToken: 'E-1', isRepeated: true },
      )
    const own = read(' EchoToken="E-1"')
    for (const echo of ['', ' EchoToken=""']) expect(read(echo)).toEqual(own)
    for (const expected of ['taken', 'same', 'settled'] as const) {
      expect(judgeStep(expected, read(' EchoToken="E-2"'))).toEqual({
        verdict: 'fail',
        reason:
          'The answer is about another message: its EchoToken is "E-2", this one\'s is "E-1". It must be that of the message; whether the PMS took this one is not known.',
      })
      expect(judgeStep(expected, own).reason).not.toContain('EchoToken')
    }
  })

  it('of a cancellation that settles: a refusal of the sender or of the hotel says nothing of it', () => {
    const refused = (code: string, type = '3'): string =>
      words(
        'settled',
        heard(rs(`<Errors><Error Type="${type}"${code === '' ? '' : ` Code="${code}"`}>x</Error></Errors>`)),
      )
    for (const code of ['97', '87', '245', '264', '95', '111', '450'])
      expect([code, refused(code)]).toEqual([code, 'pass'])
    for (const code of ['392', '361', '402', '249', '497', '61'])
      expect([code, refused(code)]).toEqual([code, 'unknown'])
    expect([refused('', '4'), refused('', '3')]).toEqual(['unknown', 'pass'])
  })

  it('of a repetition: another id is another reservation, and no id proves nothing', () => {
    const again = (second: string, first: string): ReturnType<typeof judgeStep> =>
      judgeStep('same', heard(second, 200, true), heard(first))
    expect(again(withId('7'), withId('7'))).toMatchObject({
      verdict: 'pass',
      reason: expect.stringContaining('7') as string,
    })
    expect(again(withId('8'), withId('7'))).toEqual({
      verdict: 'fail',
      reason: 'The PMS answered 8 to the repetition, and 7 before: it made another reservation.',
    })
    expect(again(rs('<Errors><Error Type="3" Code="127"/></Errors>'), withId('7')).verdict).toBe('pass')
    const already = withId('8').replace('<Success/>', '<Errors><Error Type="3" Code="127"/></Errors>')
    expect(again(already, withId('7'))).toMatchObject({
      verdict: 'pass',
      reason: expect.stringContaining('It names 8 now, and 7 before') as string,
    })
    expect(again(rs('<Success/>'), withId('7'))).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('this time') as string,
    })
    expect(again(withId('7'), rs('<Success/>'))).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('the first time') as string,
    })
    expect(again(rs('<Errors><Error Type="3" Code="320"/></Errors>'), withId('7')).verdict).toBe('fail')
  })

  it('of a repetition: the number of the hotel in a UniqueID counts as one, its code does not, and a reference may be of the message', () => {
    const reply = (...ids: [string, string][]) =>
      readAnswer(
        {
          status: 200,
          body: rs(
            `<Success/><HotelReservations><HotelReservation>${ids.map(([type, id]) => `<UniqueID Type="${type}" ID="${id}"/>`).join('')}</HotelReservation></HotelReservations>`,
          ),
        },
        { ids: ['SCN-1'], hotelCodes: ['4711'] },
      )
    const again = (second: [string, string][], first: [string, string][]): string =>
      judgeStep('same', reply(...second), reply(...first)).verdict
    for (const type of ['10', '40']) {
      expect(again([[type, 'PMS-11']], [[type, 'PMS-11']])).toBe('pass')
      expect(again([[type, 'PMS-12']], [[type, 'PMS-11']])).toBe('fail')
      const own: [string, string] = ['14', 'SCN-1']
      expect(again([own, [type, 'PMS-12']], [own, [type, 'PMS-11']])).toBe('fail')
    }
    expect(again([['10', '4711']], [['10', '4711']])).toBe('unknown')
    expect(again([['16', 'R-1']], [['16', 'R-1']])).toBe('pass')
    expect(again([['16', 'R-2']], [['16', 'R-1']])).toBe('unknown')
    expect(again([['5', 'AGENT']], [['5', 'AGENT']])).toBe('unknown')
    expect(reply(['10', 'PMS-11'])).toMatchObject({ reservationIds: ['PMS-11'], hotelNumbers: ['PMS-11'] })
  })

  it('of a cancellation that settles: a status or a SOAP fault is no answer to the message', () => {
    for (const status of [400, 401, 403, 404, 405, 415, 501])
      expect(words('settled', heard('', status))).toBe('unknown')
    const fault = (code: string, text: string): string =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring></s:Fault></s:Body></s:Envelope>`
    expect(words('settled', heard(fault('s:Client', 'Authentication failed'), 500))).toBe('unknown')
    expect(words('settled', heard(fault('w:FailedAuthentication', 'no'), 500))).toBe('unknown')
    expect(words('taken', heard('', 404))).toBe('fail')
  })

  it('where the interface leaves open which: yes and no are both an answer', () => {
    expect(words('settled', heard(rs('<Success/>')))).toBe('pass')
    expect(words('settled', heard(rs('<Errors><Error Type="3" Code="87"/></Errors>')))).toBe('pass')
    expect(words('settled', heard('', 500))).toBe('unknown')
  })

  it('of a first cancellation: "cancelled already" is no answer to one of a booking that stands, and settles one of what never was', () => {
    const already = readAnswer(
      { status: 200, body: rs('<Errors><Error Type="3" Code="95"/></Errors>') },
      { resStatus: 'Cancel' },
    )
    expect(already).toMatchObject({ fate: 'done', isAlreadyDelivered: true })
    expect(judgeStep('taken', already)).toEqual({
      verdict: 'fail',
      reason: expect.stringMatching(/code 95\), and nothing cancelled it before this message/) as string,
    })
    expect(judgeStep('settled', already)).toEqual({
      verdict: 'pass',
      reason: expect.stringContaining('although it never got it') as string,
    })
  })

  it('of several steps the worst counts, and of none nothing is known', () => {
    expect([
      worstOf(['pass', 'unknown', 'fail']),
      worstOf(['pass', 'unknown']),
      worstOf(['pass']),
      worstOf([]),
    ]).toEqual(['fail', 'unknown', 'pass', 'unknown'])
  })
})

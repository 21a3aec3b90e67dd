import { describe, expect, it } from 'vitest'
import {
  buildNotification,
  carriesToken,
  createPms,
  decodeXml,
  lintMessage,
  OTA_NAMESPACE,
  type Persona,
  type PmsReply,
  readAnswer,
  readMessage,
  wrapMessage,
  writeAnswer,
} from '../../../src/resnotif/index.js'
import { line, people, reservation } from '../reservations.js'

const request = reservation([line(101, 77, 2, people(2)), line(102, 77, 1, people(1, 5))])
const right = buildNotification(request, { timeStamp: '2027-01-01T00:00:00Z' })
const wrong = right.replace(/(1-102-77"[^>]*GroupEventCode=")1/, '$13')
const take = (persona: Persona, ...texts: string[]): PmsReply[] => {
  const pms = createPms({ persona, delayMs: 7 })
  return texts.map((text) => pms.take(decodeXml(Buffer.from(text))))
}
const withId = (text: string, id: string): string => text.replaceAll('CH-1', id)
const read = ({ body, status }: PmsReply, isRepeated = false) => readAnswer({ body, status }, { isRepeated })

describe('how each PMS answers', () => {
  it('strict takes a right message once, and knows it the second time', () => {
    const [first, second, modified, cancelled, other] = take(
      'strict',
      right,
      right,
      right.replace('"Commit"', '"Modify"'),
      right.replace('"Commit"', '"Cancel"'),
      withId(right, 'CH-2'),
    ) as [PmsReply, PmsReply, PmsReply, PmsReply, PmsReply]
    expect([first, second, modified, cancelled, other].map(({ outcome }) => outcome)).toEqual([
      'taken',
      'known already',
      'taken',
      'taken',
      'taken',
    ])
    expect(read(first)).toMatchObject({ fate: 'done', reservationIds: ['CH-1'], problems: [] })
    expect(read(second)).toMatchObject({ fate: 'refused', isAlreadyDelivered: false })
    expect(read(second, true)).toMatchObject({ fate: 'done', isAlreadyDelivered: true })
    expect(/EchoToken="([^"]+)"/.exec(first.body)?.[1]).toBe(/EchoToken="([^"]+)"/.exec(right)?.[1])
  })

  it('strict refuses a counter across products, does not remember it, and names rule and place', () => {
    expect(wrong).not.toBe(right)
    const [refused, mended] = take('strict', wrong, right) as [PmsReply, PmsReply]
    expect(refused).toMatchObject({ outcome: 'refused', status: 200, action: 'answer' })
    expect(read(refused)).toMatchObject({
      fate: 'refused',
      isRetryable: false,
      problems: [{ type: '3', code: '320', text: expect.stringMatching(/^counter-across-products at line \d+/) }],
    })
    expect(mended.outcome).toBe('taken')
  })

  it('lenient takes the same message with warnings, but not what it cannot read', () => {
    const [taken, broken] = take('lenient', wrong, wrong.slice(0, 900)) as [PmsReply, PmsReply]
    expect(read(taken)).toMatchObject({ fate: 'done', problems: [{ kind: 'warning', code: '320' }] })
    expect(broken).toMatchObject({ outcome: 'refused', status: 400 })
    expect(read(broken)).toMatchObject({ fate: 'refused', isRetryable: false })
  })

  it('lenient takes a repeated booking for the one that it has: success, with the same id', () => {
    const [first, again] = take('lenient', right, right) as [PmsReply, PmsReply]
    expect([first.outcome, again.outcome]).toEqual(['taken', 'known already'])
    expect(read(again)).toMatchObject({ fate: 'done', problems: [], reservationIds: read(first).reservationIds })
  })

  it('says no ResStatus of what is no notification', () => {
    for (const persona of ['strict', 'lenient', 'rejecting'] as const)
      expect(take(persona, '', '<a/>', right).map(({ resStatus }) => resStatus)).toEqual([
        undefined,
        undefined,
        'Commit',
      ])
  })

  it('slow waits, rejecting refuses all', () => {
    expect(take('slow', right)[0]).toMatchObject({ delayMs: 7, outcome: 'taken' })
    expect(read(take('rejecting', right)[0] as PmsReply)).toMatchObject({
      fate: 'refused',
      isRetryable: false,
      problems: [{ code: '392' }],
    })
    expect(
      read(createPms({ persona: 'rejecting', rejectCode: '187' }).take(decodeXml(Buffer.from(right)))),
    ).toMatchObject({ isRetryable: true })
  })

  it('flaky: 500, then taken and cut, then right, over and over; who repeats loses nothing', () => {
    const replies = take('flaky', right, right, right, withId(right, 'B'), withId(right, 'C'), withId(right, 'D'))
    expect(replies.map(({ action, status, outcome }) => [action, status, outcome])).toEqual([
      ['answer', 500, 'failed'],
      ['cut', 200, 'taken, connection cut'],
      ['answer', 200, 'known already'],
      ['answer', 500, 'failed'],
      ['cut', 200, 'taken, connection cut'],
      ['answer', 200, 'taken'],
    ])
    expect(read(replies[0] as PmsReply)).toMatchObject({ fate: 'unknown', isRetryable: true })
  })

  it('answers in the envelope that the message came in', () => {
    for (const envelope of ['none', 'soap11', 'soap12'] as const) {
      const [reply] = take('strict', buildNotification(request, { envelope })) as [PmsReply]
      const { root } = readMessage(
        reply.body
          .replace('OTA_HotelResNotifRS', 'OTA_HotelResNotifRQ')
          .replace('/OTA_HotelResNotifRS', '/OTA_HotelResNotifRQ'),
      )
      expect([reply.envelope, root?.name]).toEqual([envelope, envelope === 'none' ? 'OTA_HotelResNotifRQ' : 'Envelope'])
      expect(read(reply).fate).toBe('done')
      const [odd] = take(
        'strict',
        buildNotification(request, { envelope }).replaceAll('OTA_HotelResNotifRQ', 'Hello'),
      ) as [PmsReply]
      expect(read(odd).fate).toBe('refused')
      expect(odd.body.includes('Fault')).toBe(envelope !== 'none')
    }
  })

  it.each(['', '<', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '<a/>', '\u0000', '{"a":1}', '<OTA_HotelResNotifRQ/>'])(
    '%j is refused by all, in well-formed XML',
    (text) => {
      for (const persona of ['strict', 'lenient', 'rejecting'] as const) {
        const [reply] = take(persona, text) as [PmsReply]
        expect(reply).toMatchObject({ action: 'answer', outcome: 'refused' })
        expect(readMessage(reply.body).broken).toBeUndefined()
      }
    },
  )
})

describe('the answer', () => {
  it('has the order of the schema, and survives any characters', () => {
    const nasty = `"<&>'\u0000\u001f😀\uffff\ud800 ${'x'.repeat(80)}`
    const body = writeAnswer({
      envelope: 'soap11',
      echoToken: nasty,
      warnings: [{ type: '3', shortText: nasty, text: nasty, tag: nasty }],
      reservationIds: [{ type: '14', value: nasty }],
    })
    const { root, broken } = readMessage(body)
    expect(broken).toBeUndefined()
    const answer = root?.children[0]?.children[0]
    expect(answer?.children.map(({ name }) => name)).toEqual(['Success', 'Warnings', 'HotelReservations'])
    expect(body).toContain(`xmlns="${OTA_NAMESPACE}"`)
    const shortText = answer?.children[1]?.children[0]?.attributes.find(({ name }) => name === 'ShortText')
      ?.value as string
    expect(Array.from(shortText)).toHaveLength(64)
  })

  it('with errors says no Success', () => {
    const body = writeAnswer({
      envelope: 'none',
      errors: [{ type: '3', code: '320', shortText: 'no' }],
      warnings: [{ type: '3', shortText: 'w' }],
    })
    expect(body).not.toMatch(/Success|Warning/)
    expect(readAnswer({ status: 200, body }).fate).toBe('refused')
  })
})

describe('putting a message into an envelope', () => {
  const token = { username: 'hotel', password: 'p<ä>&"' }
  const wrap = (
    text: string,
    envelope: 'none' | 'soap11' | 'soap12',
    security?: typeof token & { passwordType?: 'text' | 'digest' },
  ) => wrapMessage(readMessage(text), { envelope, ...(security === undefined ? {} : { security }) })

  it('keeps every character of the message', () => {
    const odd = right.replace('<ResGuests>', '<!-- a  "comment" --><ResGuests   >')
    for (const envelope of ['soap11', 'soap12'] as const) {
      const wrapped = wrap(`\ufeff${odd}`, envelope)
      expect(wrapped.text).toContain(odd.slice(odd.indexOf('<OTA_')))
      expect(readMessage(wrapped.text)).toMatchObject({ envelope, broken: undefined })
      expect(lintMessage(wrapped.text).findings).toEqual([])
    }
    expect(wrap(right.replace('UTF-8', 'UTF-16'), 'none').text).toBe(right)
  })

  it.each(['text', 'digest'] as const)('brings the %s of a password into any envelope, once', (passwordType) => {
    const security = { ...token, passwordType }
    const own = buildNotification(request, { envelope: 'soap11' })
    const givens = [
      right,
      own,
      own.replace('<soap:Body>', '<soap:Header/><soap:Body>'),
      own.replace('<soap:Body>', '<soap:Header><x:a xmlns:x="x"/></soap:Header><soap:Body>'),
      own.replaceAll('soap:', 's:').replace('xmlns:soap', 'xmlns:s'),
    ]
    for (const given of givens) {
      const wrapped = wrap(given, 'soap11', security)
      expect(readMessage(wrapped.text).broken).toBeUndefined()
      expect(carriesToken(readMessage(wrapped.text), token)).toBe(true)
      expect(carriesToken(readMessage(wrapped.text), { ...token, password: 'other' })).toBe(false)
      expect(carriesToken(readMessage(wrapped.text), { ...token, username: 'other' })).toBe(false)
      const again = wrap(wrapped.text, 'soap11', security)
      expect(again).toEqual({ text: wrapped.text, envelope: 'soap11', keptSecurity: true })
    }
    expect(carriesToken(readMessage(right), token)).toBe(false)
  })

  it('refuses a token without an envelope, and what is no message', () => {
    expect(() => wrap(right, 'none', token)).toThrow(/needs an envelope/)
    expect(() => wrap(right.slice(0, 500), 'none')).toThrow(/well-formed/)
    expect(() => wrap('<a/>', 'none')).toThrow(/no OTA_HotelResNotifRQ/)
  })
})

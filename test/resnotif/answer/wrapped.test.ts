import { describe, expect, it } from 'vitest'
import { readAnswer, rootPartOf } from '../../../src/resnotif/answer/index.js'
import { answerTextOf } from '../../../src/resnotif/answer/document.js'

const OTA = 'http://www.opentravel.org/OTA/2003/05'
const rs = (inner: string, xmlns = ` xmlns="${OTA}"`): string =>
  `<OTA_HotelResNotifRS${xmlns}>${inner}</OTA_HotelResNotifRS>`
const soap = (inner: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`
const taken = rs('<Success/>')
const refused = rs('<Errors><Error Type="3" Code="392"/></Errors>')
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const fault = '<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>'
const fateOf = (body: string): string => readAnswer({ status: 200, body }, {}).fate

const WRAPPERS: [string, (inner: string) => string][] = [
  ['an operation', (inner) => `<ProcessResponse xmlns="urn:w">${inner}</ProcessResponse>`],
  [
    'WCF',
    (inner) =>
      `<ProcessResponse xmlns="http://tempuri.org/"><ProcessResult xmlns:i="urn:i">\n${inner}\n</ProcessResult></ProcessResponse>`,
  ],
  ['JAX-WS', (inner) => `<n:notifyResponse xmlns:n="urn:n"><return>${inner}</return></n:notifyResponse>`],
  ['Axis', (inner) => `<n:sendRequestResponse xmlns:n="urn:n"><out>${inner}</out></n:sendRequestResponse>`],
]

describe.each(WRAPPERS)('an answer in the elements of %s', (_, wrap) => {
  it.each<[string, (text: string) => string]>([
    ['as an element', (text) => text],
    ['as a string', escaped],
    ['in CDATA', (text) => `<![CDATA[<?xml version="1.0"?>\n${text}]]>`],
    ['with the namespace of what holds it', (text) => text.replace(` xmlns="${OTA}"`, '')],
  ])('is read %s', (_how, write) => {
    expect(fateOf(soap(wrap(write(taken))))).toBe('done')
    expect(fateOf(soap(wrap(write(refused))))).toBe('refused')
    expect(fateOf(soap(wrap(write(rs('')))))).toBe('unknown')
    // Two of them, or something that contradicts it.
    expect(fateOf(soap(wrap(write(taken) + (write(taken).startsWith('<O') ? taken : `<r>${write(taken)}</r>`))))).toBe(
      'unknown',
    )
    expect(fateOf(soap(`${wrap(write(taken))}${fault}`))).toBe('unknown')
    expect(fateOf(soap(wrap(`<x>${write(taken)}</x>${fault}`)))).toBe('unknown')
    expect(fateOf(soap(`${wrap(write(taken))}<status>ERROR</status>`))).toBe('unknown')
    expect(fateOf(soap(wrap(`<result>${write(taken)}</result><status>ERROR</status>`)))).toBe('unknown')
    expect(fateOf(soap(wrap(`<rejected>${write(taken)}</rejected>`)))).toBe('unknown')
    expect(fateOf(soap(wrap(`<errorResponse>${write(taken)}</errorResponse>`)))).toBe('unknown')
  })

  it('is not read in another namespace of its own, or by a prefix of the wrapper', () => {
    expect(fateOf(soap(wrap(rs('<Success/>', ' xmlns="urn:other"'))))).toBe('unknown')
    expect(fateOf(soap(wrap('<p:OTA_HotelResNotifRS xmlns:p="urn:p"><Success/></p:OTA_HotelResNotifRS>')))).toBe(
      'unknown',
    )
  })
})

it('words that stand beside the answer in the same element leave it unknown', () => {
  expect(fateOf(soap(`<ProcessResponse>rejected ${taken}</ProcessResponse>`))).toBe('unknown')
})

const STRING = '<string xmlns="http://tempuri.org/">'

describe('an answer that is a string without an envelope', () => {
  it.each<[string, (text: string) => string]>([
    ['of ASMX', (text) => `<?xml version="1.0" encoding="utf-8"?>\r\n${STRING}${escaped(text)}</string>`],
    ['in CDATA', (text) => `${STRING}<![CDATA[\n<?xml version="1.0"?>${text}]]></string>`],
    ['in elements of an operation', (text) => `<ProcessResponse><return>${escaped(text)}</return></ProcessResponse>`],
    ['with an envelope in it', (text) => `${STRING}${escaped(soap(text))}</string>`],
  ])('%s is read', (_, wrap) => {
    expect(fateOf(wrap(taken))).toBe('done')
    expect(fateOf(wrap(refused))).toBe('refused')
    expect(fateOf(wrap(rs('')))).toBe('unknown')
    expect(fateOf(wrap(taken + taken))).toBe('unknown')
    expect(fateOf(wrap(taken.slice(0, -9)))).toBe('unknown')
    expect(fateOf(wrap(`<log>${taken}</log>`))).toBe('unknown')
    expect(answerTextOf(wrap(taken))).toContain('<OTA_HotelResNotifRS')
  })

  it.each([
    ['another string beside it', `<result><a>${escaped(taken)}</a><b>${escaped(refused)}</b></result>`],
    ['words beside it', `<result>rejected<a>${escaped(taken)}</a></result>`],
    ['words before it', `${STRING}rejected ${escaped(taken)}</string>`],
    ['a wrapper of what failed', `<errorResponse>${escaped(taken)}</errorResponse>`],
    ['an element that is no wrapper', `<note>${escaped(taken)}</note>`],
    ['an element of the answer itself', `${STRING}${taken}</string>`],
  ])('with %s leaves it unknown', (_, body) => {
    expect(fateOf(body)).toBe('unknown')
  })
})

describe('what stands before an answer', () => {
  const DECLARED = `<?xml version="1.0" encoding="UTF-8"?>\n${taken}`
  it.each([
    ['line breaks', '\r\n\n', DECLARED, 'blanks before <?xml'],
    ['blanks', '  \t', DECLARED, 'blanks before <?xml'],
    ['a byte order mark behind blanks', '\n\ufeff', DECLARED, 'a byte order mark where none may stand'],
    ['a second byte order mark', '\ufeff', taken, 'a byte order mark where none may stand'],
    ['line breaks and an envelope', '\n', `<?xml version="1.0"?>${soap(taken)}`, 'blanks before <?xml'],
    ['blanks without a declaration', '\n ', taken, ''],
    ['nothing', '', DECLARED, ''],
  ])('may be %s', (_, lead, text, words) => {
    const { fate, summary } = readAnswer({ status: 200, body: lead + text }, {})
    expect(fate).toBe('done')
    expect(summary).toBe(
      `The PMS took the reservation.${words === '' ? '' : ` The answer begins with ${words}: strict readers of XML stop there.`}`,
    )
    expect(rootPartOf(lead + text, 'text/xml')).toBe(text)
  })

  it('counts for the line of what is wrong behind it, and makes no answer of what is none', () => {
    const told = readAnswer({ status: 200, body: `\n\n<?xml version="1.0"?>\n${taken}&` }, {})
    expect(told).toMatchObject({ fate: 'unknown', summary: expect.stringContaining('(line 4: ') as string })
    expect(fateOf('\n\ufeffSuccess')).toBe('unknown')
    expect(fateOf(`\nWarning: mysql ${DECLARED}`)).toBe('unknown')
  })
})

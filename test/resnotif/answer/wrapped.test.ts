import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../src/resnotif/answer/index.js'

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

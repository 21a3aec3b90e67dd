import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { concealMessage, createConcealer, lintMessage } from '../../../src/resnotif/index.js'
import { fastGrowth } from '../../support/cpu-time.js'

const CARD = '4111111111111111'
const LONG = '29121011234567890123456789'
const { text } = createConcealer()
const escaped = (given: string): string => given.replaceAll(/&(?!#|amp;)/g, '&amp;').replaceAll('<', '&lt;')

describe('magnetic stripes', () => {
  it.each([
    ['track 2', `;${CARD}=2912101?`, ';************1111=*******?'],
    ['track 2 with much behind the expiry', `;${CARD}=${LONG.repeat(2)}?`, `;************1111=${'*'.repeat(52)}?`],
    ['more than any track holds', `${CARD}=${'7'.repeat(900)}.`, `************1111=${'*'.repeat(900)}.`],
    ['without sentinels', `got ${CARD}=${LONG} today`, `got ************1111=${'*'.repeat(26)} today`],
    ['a number of 19 digits', `;6304000000000000000=${LONG}?`, `;***************0000=${'*'.repeat(26)}?`],
    ['a number of a house without a check digit', `;5641821111166660=${LONG}?`, `;************6660=${'*'.repeat(26)}?`],
    ['a masked number', `;411111******1111=${LONG}?`, `;411111******1111=${'*'.repeat(26)}?`],
    ['as a chip has it', `${CARD}D29121011234567F`, `************1111D${'*'.repeat(15)}`],
    ['in groups', ';4111 1111 1111 1111=2912 1011 2345?', ';**** **** **** 1111=**** **** ****?'],
    [
      'the sign as an entity, a percent code, an escape',
      `${CARD}%3D${LONG} ${CARD}\\u003d${LONG}`,
      `************1111%3D${'*'.repeat(26)} ************1111\\u003d${'*'.repeat(26)}`,
    ],
    [
      'track 3',
      `;01${CARD}=724724100000000000030300XXXX040400099010=********==1=0000000000000000?`,
      `;${'*'.repeat(14)}1111=${'*'.repeat(69)}?`,
    ],
    ['track 1', `%B${CARD}^LOVELACE/ADA^${LONG}?`, `%B************1111^LOVELACE/ADA^${'*'.repeat(26)}?`],
    [
      'track 1 without expiry',
      `%B${CARD}^LOVELACE/ADA^^101123000?`,
      `%B************1111^LOVELACE/ADA^${'*'.repeat(10)}?`,
    ],
    [
      'all of them',
      `%B${CARD}^LOVELACE/ADA ^${LONG}?;${CARD}=${LONG}?`,
      `%B************1111^LOVELACE/ADA ^${'*'.repeat(26)}?;************1111=${'*'.repeat(26)}?`,
    ],
    ['by name', 'track 2: 2912101123987', 'track 2: *************'],
    [
      'by the name of a JSON field',
      `{"Track2Data":";99=2912101","magStripe":"abc987"}`,
      '{"Track2Data":"***********","magStripe":"******"}',
    ],
    [
      'by the name of lists and objects',
      '{"magStripe": {"raw": ["2912101123", {"x":"2912101"}]}, "trackData":["2912101"], "a": 1}',
      '{"magStripe": {"***": ["**********", {"*":"*******"}]}, "trackData":["*******"], "a": 1}',
    ],
  ])('%s', (_, given, shown) => {
    expect(text(given)).toBe(shown)
    expect(text(shown)).toBe(shown)
    expect(
      concealMessage(`<T>${escaped(given)}</T><A b="${escaped(given).replaceAll('"', '&quot;')}"/>`).text,
    ).not.toMatch(/\d{7}/)
  })

  it.each([
    'Track1',
    'Track2',
    'track_3',
    'TrackData',
    'Track2Data',
    'Track2EquivalentData',
    'MagStripe',
    'MagneticStripe',
    'MagneticStripeData',
    'SwipeData',
    'CardTrack2',
  ])('%s as an element, an attribute, a parameter and a field of JSON shows nothing, and lint tells of it', (name) => {
    for (const form of [
      `<${name}>2912101123987</${name}>`,
      `<${name} v="2912101123987"/>`,
      `<A ${name}="2912101123987"/>`,
      `<P name="${name}" value="2912101123987"/>`,
      `<T>{"${name}":"2912101123987"}</T>`,
    ]) {
      const { text: shown, strayCards } = concealMessage(`<x>${form}</x>`)
      expect(shown, form).not.toMatch(/2912|987/)
      expect(shown).toHaveLength(`<x>${form}</x>`.length)
      if (!form.includes('{')) expect(strayCards, form).toHaveLength(1)
    }
    const message = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><${name}>;${CARD}=2912101123987?</${name}></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    const { findings } = lintMessage(message)
    expect(findings.map(({ rule }) => rule)).toContain('card-number')
    expect(JSON.stringify(findings)).not.toMatch(/2912|1111/)
  })

  it.each([
    'Track 2: 14:30 to Hamburg',
    '<Tracking>123456789</Tracking>',
    'TrackingNumber: 1234567890',
    'total=2912101',
    'id 123456789012=open',
    `?id=123456789012&to=20291210`,
    'a^b^2912101',
    '2^10^1234567',
    'MagStripeReader: yes',
  ])('%s stays', (given) => {
    expect(text(given)).toBe(given)
  })

  it('take time in proportion to the text', () => {
    for (const piece of [
      `${CARD}=`,
      `;${CARD}=29121011`,
      `${CARD}^`,
      `${CARD}^A^29`,
      '123456789012=',
      'track2=',
      'track2="',
      'track2=[',
      'track2={"a":1}',
      '4*',
      '=&',
      '%3D',
    ]) {
      const work = (length: number) => () => text(piece.repeat(length / piece.length))
      expect(fastGrowth(work(10_000), work(50_000), 15, 500), piece).toEqual([])
    }
  })
})

describe('card numbers in other company', () => {
  const groups = ['4111', '1111', '1111', '1111']
  it.each([
    '][',
    '[',
    ')(',
    '}{',
    '"',
    '","',
    '" "',
    '&quot;',
    '&#34;',
    '%22',
    '%5D%5B',
    '><',
    '@',
    '`',
    '\u034f',
    '\u2800',
    '\u3164',
    '\u{e0020}',
    '&ZeroWidthSpace;',
    '&NoBreak;',
    '&lrm;',
    '%E2%80%8B',
    '%c2%ad',
    '%25E2%2580%258B',
    '%u200b',
  ])('%j between the groups', (sign) => {
    expect(text(`pay ${groups.join(sign)} now`)).toBe(`pay ${['****', '****', '****', '1111'].join(sign)} now`)
  })

  it.each(['0', '0000', '0'.repeat(12)])('%s before the number', (zeros) => {
    expect(text(`no ${zeros}${CARD}.`)).toBe(`no ${'*'.repeat(zeros.length + 12)}1111.`)
    expect(concealMessage(`<T a="${zeros}${CARD}">${zeros}${CARD}</T>`).text).not.toContain('411')
  })

  it.each(['0000004111111111111112', '00000000000000001234', '[4101] [4102] [4103] [4104]', '0049301234567890123'])(
    '%s stays',
    (given) => {
      expect(text(given)).toBe(given)
    },
  )

  it('are none in the id of a message, and are one beside it or in all of its digits', () => {
    expect(text('ca155049-74d7-4298-ba39-825975414082')).toBe('ca155049-74d7-4298-ba39-825975414082')
    for (let at = 0; at < 3_000; at++) {
      const id = randomUUID()
      expect(text(`EchoToken ${id}.`)).toBe(`EchoToken ${id}.`)
    }
    expect(text(`${randomUUID()} ${CARD}`)).not.toContain('41111111')
    expect(text(`x-${CARD}-ca155049-74d7-4298-ba39-825975414082`)).not.toContain('41111111')
    expect(text('41111111-1111-4111-8111-111111111111')).not.toContain('41111111-1111-1')
  })

  it('of full-width digits in percent codes', () => {
    expect(text(encodeURIComponent('４１１１１１１１１１１１１１１１'))).not.toContain('%94%EF%BC%91%EF')
  })
})

it('security codes by less usual names, as elements and attributes; a cid alone is an id', () => {
  for (const name of ['CVD', 'CidCode', 'CardIdCode', 'CAV2', 'CSC'])
    expect(concealMessage(`<x><${name}>737</${name}><A ${name}="737"/></x>`).text, name).not.toContain('737')
  expect(concealMessage('<Customer Cid="737"/>').text).toBe('<Customer Cid="737"/>')
})

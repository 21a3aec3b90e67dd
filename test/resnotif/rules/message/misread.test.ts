import { describe, expect, it } from 'vitest'
import { lintDecoded, lintMessage } from '../../../../src/resnotif/lint/index.js'
import { decodeXml } from '../../../../src/resnotif/xml/index.js'

const WITH = (element: string, text: string): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><${element}>${text}</${element}></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const told = (text: string, element = 'Surname'): string[] =>
  lintMessage(WITH(element, text)).findings.flatMap(({ rule, severity, found, expected }) =>
    rule === 'letters-misread' || rule === 'odd-character' ? [`${severity}: ${found} is ${expected}`] : [],
  )
const misread = (text: string, encoding: 'latin1' | 'windows-1252'): string =>
  encoding === 'latin1'
    ? Buffer.from(text).toString('latin1')
    : new TextDecoder('windows-1252').decode(Buffer.from(text), { stream: true })

describe('letters that were read in the wrong encoding and written again', () => {
  it.each([
    ['MÃ¼ller', 'Müller'],
    ['JosÃ©', 'José'],
    ['Ð˜Ð²Ð°Ð½', 'Иван'],
    ['MÃœLLER', 'MÜLLER'],
    ['KÃ–LN', 'KÖLN'],
    ['WÄ…sik', 'Wąsik'],
    ['Oâ€™Brien', 'O’Brien'],
    ['MÃƒÂ¼ller', 'Müller'],
  ])('%s was probably %s', (text, meant) => {
    expect(told(text)).toEqual([`warning: ${text} is probably ${meant}`])
  })

  it.each([
    'Müller',
    'João Conceição',
    'Łukasz Żółć',
    'Nguyễn Thị Hồng',
    'Ștefan Țepeș',
    'Čapek Dvořák',
    'Иван Петров',
    'Παπαδόπουλος',
    'שלום כהן',
    'ليلى الخطيب',
    '山田太郎',
    '김민준',
    'อานนท์',
    'Ñandú Peña',
    'İbrahim Şahin',
  ])('is told of %s in both encodings', (name) => {
    for (const encoding of ['latin1', 'windows-1252'] as const) {
      const [first, ...others] = told(misread(name, encoding))
      expect(first).toContain(`is probably ${name}`)
      expect(others).toEqual([])
    }
  })

  it.each([
    'Ã',
    'São',
    'João',
    'Müller',
    'Iván Núñez',
    'Çelik',
    'IRMÃ…',
    'CAFÉ»',
    '«CAFÉ»',
    'CAFÉ™',
    'Olá»…',
    'Café»…',
    'KÄ…',
    'Ä…',
    'L’Ä“',
    'ORSAKÉ—X',
    'KØ…',
    'NÂ°5',
    '2×½',
    '5×° 3×²',
    'IRMÃ\u00a0MARIA',
    'NICOLÃ’',
    'BRANDÅ–NILSEN',
    '„Rät“',
    'Ð',
    'Þórður Æ',
    'Иван',
    'Łódź',
    '山田',
    'MÃ¼ller and Müller',
    'naïve “quotes” – dashes…',
    '100 € – 5 °C',
    '😀',
  ])('is not told of %s', (text) => {
    expect(told(text)).toEqual([])
    expect(told(text, 'Text')).toEqual([])
  })

  it('is told in comments, addresses and attributes', () => {
    expect(told('Zimmer mit Balkon, danke schÃ¶n', 'Text')).toEqual([
      'warning: Zimmer mit Balkon, danke schÃ¶n is probably Zimmer mit Balkon, danke schön',
    ])
    expect(told('HauptstraÃŸe 5', 'AddressLine')).toHaveLength(1)
    const text = WITH('Surname', 'A').replace('<Surname>', '<Surname Name="HÃ´tel">')
    expect(lintMessage(text).findings).toContainEqual(
      expect.objectContaining({
        rule: 'letters-misread',
        node: expect.stringMatching(/@Name$/) as string,
        expected: 'probably Hôtel',
      }),
    )
  })

  it('is not told beside a declaration that makes them', () => {
    const bytes = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${WITH('Surname', 'Müller')}`)
    const rules = lintDecoded(decodeXml(bytes)).findings.map(({ rule }) => rule)
    expect(rules).toContain('encoding')
    expect(rules).not.toContain('letters-misread')
  })

  it('is looked for in linear time', () => {
    const began = Date.now()
    told('Ã¼'.repeat(200_000), 'Text')
    told('Ãé'.repeat(200_000), 'Text')
    expect(Date.now() - began).toBeLessThan(5_000)
  })
})

import { describe, expect, it } from 'vitest'
import { Fault } from '../../../../src/errors.js'
import { buildNotification } from '../../../../src/resnotif/build/build.js'
import { checkSchema } from '../../../../src/resnotif/rules/message/xsd.js'
import { line, people, reservation } from '../../reservations.js'

/** A schema of our own with the RPH pattern of all releases; everything that it does not name may be anything. */
const SCHEMA = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.opentravel.org/OTA/2003/05" xmlns="http://www.opentravel.org/OTA/2003/05" elementFormDefault="qualified">
  <xs:simpleType name="Rph"><xs:restriction base="xs:string"><xs:pattern value="[0-9]{1,8}"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="16"/></xs:restriction></xs:simpleType>
  <xs:element name="OTA_HotelResNotifRQ"><xs:complexType><xs:sequence><xs:any processContents="lax" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="Version" type="xs:decimal" use="required"/><xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>
  <xs:element name="ResGuest"><xs:complexType><xs:sequence><xs:any processContents="lax" minOccurs="0"/></xs:sequence><xs:attribute name="ResGuestRPH" type="Rph"/><xs:attribute name="GroupEventCode" type="Code"/><xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>
</xs:schema>`

const text = buildNotification(reservation([line(101, 77, 2, people(2))]))

describe('schema check', () => {
  it('sets composite references aside and says so', async () => {
    const report = await checkSchema(text, SCHEMA)
    expect(report).toMatchObject({ isValid: true, findings: [] })
    expect(report.setAside).toHaveLength(2)
    expect(report.note).toContain('2 findings')
  })

  it('checks inside an envelope, with lines of the whole text', async () => {
    const soaped = buildNotification(reservation([line(101, 77, 1, people(1))]), { envelope: 'soap12' }).replace(
      'GroupEventCode="1"',
      'GroupEventCode="12345678901234567"',
    )
    const report = await checkSchema(soaped, SCHEMA)
    expect(report.isValid).toBe(false)
    expect(report.findings.map(({ line: at }) => at)).toEqual([
      soaped.slice(0, soaped.indexOf('<ResGuest ')).split('\n').length,
    ])
    expect(report.setAside).toHaveLength(1)
  })

  it('tells the values and the pattern of a schema, and names without their namespace', async () => {
    const set =
      '<xs:restriction base="xs:string"><xs:enumeration value="Full"/><xs:enumeration value="Half"/></xs:restriction>'
    const strict = SCHEMA.replace(/(<xs:simpleType name="Code">).*?(<\/xs:simpleType>)/, `$1${set}$2`)
    const wrong = text.replaceAll(/ResGuestRPH="[^"]*"/g, 'ResGuestRPH="abc"')
    const { findings } = await checkSchema(wrong, strict)
    const told = findings.map(({ message }) => message).join(' ')
    expect(told).toContain("set {'Full', 'Half'}")
    expect(told).toContain("pattern '[0-9]{1,8}'")
    expect(told).toContain("Element 'ResGuest'")
    expect(told).not.toContain('opentravel.org')
  })

  it('keeps other wrong references, and says nothing where nothing was set aside', async () => {
    expect(
      (await checkSchema(text.replaceAll(/ResGuestRPH="[^"]*"/g, 'ResGuestRPH="abc"'), SCHEMA)).findings,
    ).toHaveLength(2)
    expect(await checkSchema(text.replaceAll(/ResGuestRPH="[^"]*"/g, 'ResGuestRPH="1"'), SCHEMA)).toEqual({
      isValid: true,
      findings: [],
      setAside: [],
      note: undefined,
    })
  })

  it.each([
    ['CardNumber="4539148803436467"', "attribute 'CardNumber'"],
    ['SeriesCode="739"', "attribute 'SeriesCode'"],
    ['Note="it\'s 4539 1488 0343 6467"', "attribute 'Note'"],
    ['Note="paid, cvc 739"', "attribute 'Note'"],
    ['Password="hunter2&amp;xy" Note="again hunter2&amp;xy"', "attribute 'Note'"],
    ['apiKey="k-1\'7"', "attribute 'apiKey'"],
  ])('quotes no secret of the message, as in %s', async (attributes, place) => {
    const message = text.replace('<ResGuest ', `<ResGuest ${attributes} `)
    const strict = SCHEMA.replace(
      '<xs:attribute name="GroupEventCode" type="Code"/>',
      ['CardNumber', 'SeriesCode', 'Note', 'Password', 'apiKey']
        .map((name) => `<xs:attribute name="${name}" type="Two"/>`)
        .join(''),
    ).replace(
      '<xs:simpleType name="Code">',
      '<xs:simpleType name="Two"><xs:restriction base="xs:string"><xs:maxLength value="2"/></xs:restriction></xs:simpleType><xs:simpleType name="Code">',
    )
    const { findings } = await checkSchema(message, strict)
    const told = JSON.stringify(findings)
    expect(told).toContain(place)
    expect(told).toContain('*')
    for (const secret of ['453914', '4539 1488', '739', 'hunter2', "k-1'7"]) expect(told).not.toContain(secret)
  })

  it.each([
    [text, '<x', 'The schema is not well-formed XML.'],
    [
      text,
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${SCHEMA.slice(21)}`,
      'The schema is not well-formed XML.',
    ],
    [
      text,
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="file:///etc/passwd"/></xs:schema>',
      'The schema cannot be used.',
    ],
    [
      text,
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="b"/></xs:schema>',
      'The schema cannot be used.',
    ],
    ['<!DOCTYPE x>\n<x/>', SCHEMA, 'The message is not well-formed XML.'],
    ['<x/>', SCHEMA, 'The text contains no OTA_HotelResNotifRQ.'],
  ])('refuses what cannot be checked %#', async (given, schema, sentence) => {
    const error: unknown = await checkSchema(given, schema).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Fault)
    expect((error as Fault).message).toBe(sentence)
    expect((error as Fault).code).toBe('INVALID_INPUT')
  })
})

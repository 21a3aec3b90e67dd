import { describe, expect, it } from 'vitest'
import { readMessage } from '../../../src/resnotif/read/read.js'
import { readXml } from '../../../src/resnotif/xml/read-xml.js'
import { attributeOf, namespaceOf, walkNodes, type XmlNode } from '../../../src/resnotif/xml/node.js'

const SOAPED = `\ufeff<?xml version="1.0"?>\r\n<!-- <ResGuest/> -->\r\n<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'>\r\n <S:Body><o:OTA_HotelResNotifRQ xmlns:o="http://www.opentravel.org/OTA/2003/05">
  <o:HotelReservations>\r<o:HotelReservation><o:RoomStays><o:RoomStay\tIndexNumber = '1'><o:RoomRates><o:RoomRate RoomTypeCode="é😀" NumberOfUnits="2"
   RatePlanCode="a&amp;b"/></o:RoomRates></o:RoomStay></o:RoomStays><o:ResGuests><o:ResGuest ResGuestRPH="1-é😀-a&amp;b" GroupEventCode='1'/></o:ResGuests></o:HotelReservation></o:HotelReservations></o:OTA_HotelResNotifRQ></S:Body></S:Envelope>`

describe('reading', () => {
  it('finds the message in an envelope, under any prefix, with places that lie in the raw text', () => {
    const message = readMessage(SOAPED)
    expect(message.broken).toBeUndefined()
    expect(message.envelope).toBe('soap11')
    expect(namespaceOf(message.notification as XmlNode)).toBe('http://www.opentravel.org/OTA/2003/05')
    const [reservation] = message.reservations
    expect(reservation?.stays[0]?.products).toMatchObject([{ roomTypeCode: 'é😀', ratePlanCode: 'a&b', units: 2 }])
    expect(reservation?.guests[0]?.rph?.value).toBe('1-é😀-a&b')
    // Places are checked against the text itself, for every node and attribute.
    for (const node of walkNodes(message.root as XmlNode)) {
      expect(
        SOAPED.slice(node.place.offset).startsWith(`<${node.prefix === '' ? '' : `${node.prefix}:`}${node.name}`),
      ).toBe(true)
      expect(SOAPED[(node.startTagEnd as number) - 1]).toBe('>')
      for (const attribute of node.attributes) {
        const raw = SOAPED.slice(attribute.place.offset, attribute.end)
        expect(raw.replaceAll('&amp;', '&')).toBe(attribute.value)
        expect(`'"`).toContain(SOAPED[attribute.place.offset - 1])
        expect(SOAPED[attribute.end]).toBe(SOAPED[attribute.place.offset - 1])
        // Lines are those that grep and editors count: a CR within one begins none.
        const before = SOAPED.slice(0, attribute.place.offset).split('\n')
        expect([attribute.place.line, attribute.place.column]).toEqual([
          before.length,
          (before.at(-1) as string).length + 1,
        ])
      }
    }
  })

  it.each([
    ['<a>\n <b x="1">\n</a>', 'broken', 3, ['a', 'b']],
    ['<a>\n<b y="1"/><c z=', 'broken', 2, ['a', 'b', 'c']],
    ['<a><b/>\n\n<', 'broken', 3, ['a', 'b']],
    ['<a x="1" x="2"/>', 'broken', 1, ['a']],
    ['<a/>\n<b/>', 'broken', 2, ['a']],
    ['<a>\n&foo;</a>', 'entity', 2, ['a']],
    ['<a>\n<b c="&bar;"/></a>', 'entity', 2, ['a', 'b']],
    ['<a>\n\u0001</a>', 'control-character', 2, ['a']],
    ['<a>\n&#1;</a>', 'control-character', 2, ['a']],
    ['<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>', 'doctype', 1, []],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd">\n<a/>', 'doctype', 1, []],
    ['', 'broken', 1, []],
    ['no xml', 'broken', 1, []],
  ])('breaks off at %j and keeps what came before', (text, kind, line, names) => {
    const { root, broken } = readXml(text)
    expect(broken).toMatchObject({ kind, line })
    expect(root === undefined ? [] : [...walkNodes(root)].map((node) => node.name)).toEqual(names)
    expect(readMessage(text).reservations).toEqual([])
  })

  it.each([
    ['an element', '<a>\n <zz:b/></a>', 2, 2, 'the prefix zz is not declared'],
    ['an attribute', '<a>\n <b zz:c="1"/></a>', 2, 5, 'the prefix zz is not declared'],
    ['a prefix of another branch', '<a><x xmlns:zz="u:z"/>\n<zz:b/></a>', 2, 1, 'the prefix zz is not declared'],
    ['a prefix that stands for nothing', '<zz:a xmlns:zz=""/>', 1, 1, 'the prefix zz is not declared'],
    [
      'one attribute under two prefixes',
      '<a xmlns:x="u:z" xmlns:y="u:z"\n x:b="1" y:b="2"/>',
      2,
      10,
      'the attribute y:b a second time, under another prefix',
    ],
    ['< in an attribute', '<a>\n<b c="<d"/></a>', 2, 7, 'a < that is not written as &lt;'],
  ])('%s breaks XML', (_, text, line, column, message) => {
    expect(readMessage(text)).toMatchObject({ broken: { kind: 'broken', line, column, message } })
  })

  it('prefixes that are declared break nothing, nor do those of XML itself', () => {
    expect(
      readMessage('<x:a xmlns:x="u:x" xml:lang="en" x:c="1" c="2"><x:b xmlns:y="u:x" y:d="1"/></x:a>').broken,
    ).toBeUndefined()
  })

  it('keeps the guests that stand before the break', () => {
    const message = readMessage(`${SOAPED.slice(0, SOAPED.indexOf('</o:ResGuests>'))}<o:ResGuest ResGuestRPH="1-x`)
    expect(message.broken?.kind).toBe('broken')
    expect(message.reservations[0]?.guests).toHaveLength(2)
    expect(attributeOf(message.reservations[0]?.guests[0]?.node, 'GroupEventCode')?.value).toBe('1')
  })

  it.each([
    ['nested elements', '<a>'.repeat(3_500_000), 'too-deep'],
    ['an endless row of elements', `<a>${'<b/>'.repeat(2_500_000)}</a>`, 'too-large'],
    [
      'an endless row of attributes',
      `<a ${Array.from({ length: 600_000 }, (_, i) => `b${i}=""`).join(' ')}/>`,
      'too-large',
    ],
    [
      'an entity bomb',
      `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${`&b${i - 1};`.repeat(10)}">`).join('')}]><a>&b8;</a>`,
      'doctype',
    ],
    ['more than the limit', 'x'.repeat(32_000_001), 'too-large'],
  ])('%s do no harm', (_, text, kind) => {
    const [before, from] = [process.memoryUsage().heapUsed, performance.now()]
    const { broken } = readXml(text)
    expect(broken?.kind).toBe(kind)
    expect(performance.now() - from).toBeLessThan(30_000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000)
  })

  it('ten megabytes of text, comments or line ends are read to their end', () => {
    for (const filler of ['x'.repeat(10_000_000), `<!--${'y'.repeat(10_000_000)}-->`, '\n'.repeat(10_000_000)]) {
      const { root, broken } = readXml(`<a>${filler}<b c="1"/></a>`)
      expect(broken).toBeUndefined()
      expect(root?.children[0]?.place.offset).toBe(filler.length + 3)
      expect((root as XmlNode).text.length).toBeLessThanOrEqual(10_000)
    }
  })
})

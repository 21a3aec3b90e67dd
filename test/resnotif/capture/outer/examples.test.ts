import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const BARE = MESSAGE.slice(MESSAGE.indexOf('<OTA_'))
const read = (text: string): Capture => readCapture(Buffer.from(text))
const told = ({ messages, unread, others }: Capture): unknown[] => [
  messages.length,
  unread,
  others.map(({ what }) => what),
]

const OPEN = '<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000"'
const CLOSE = '</OTA_HotelResNotifRQ>'
const XSL = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform"'

describe('what makes messages is none', () => {
  it.each([
    ['Jinja', `${OPEN}>{% for r in rooms %}<RoomType RoomTypeCode="{{ r.code }}"/>{% endfor %}${CLOSE}`],
    ['Jinja, in a macro', `{%- macro m() -%}\n${OPEN}>\n{% if a %}<POS/>{% endif %}${CLOSE}\n{%- endmacro %}\n`],
    ['Handlebars', `${OPEN}>\n{{#each rooms}}\n<RoomStay>{{> room}}</RoomStay>\n{{/each}}\n${CLOSE}`],
    ['Go', `${OPEN}>{{range .Rooms}}<RoomStay/>{{end}}${CLOSE}`],
    ['values alone', BARE.replace(/EchoToken="[^"]*"/, 'EchoToken="{{token}}"').replaceAll('>Ada<', '>{{ first }}<')],
    [
      'ERB',
      `<?xml version="1.0"?>\n${OPEN} EchoToken="<%= token %>">\n<% rooms.each do |r| %>\n<RoomStay/>\n<% end %>\n${CLOSE}`,
    ],
    ['FreeMarker', `<#list rooms as r>\n${OPEN}><#if r.a><POS/></#if>${CLOSE}\n</#list>`],
  ])('a template: %s', (_, text) => {
    expect(told(read(`${text}\n`))).toEqual([0, [], ['a template']])
  })

  const dated = (hole: string): string => MESSAGE.replaceAll(/ (Start|EffectiveDate)="[^"]*"/g, ` $1="${hole}"`)
  const HOLES = [
    '{{arrival}}',
    '${#TestCase#arrival}',
    '{r.arrival:%Y-%m-%d}',
    '%(arrival)s',
    '%s',
    '@Model.Arrival',
    '{$r/a}',
    '$!{res.arrival}',
    '$arrival',
    '#{arrival}',
  ]

  it.each(['{3F2504E0-4F89-11D3-9A0C-0305E82C3301}', '$BAR', '{20270701}'])(
    'a message: an identifier such as %s is no hole',
    (id) => {
      const text = MESSAGE.replaceAll(
        / (EchoToken|TransactionIdentifier|RatePlanCode)="[^"]*"/g,
        (_, name: string) => ` ${name}="${id}"`,
      )
      expect(told(read(text))).toEqual([1, [], []])
    },
  )

  it.each([
    ...HOLES.map(dated),
    MESSAGE.replace(/Count="\d+"/, 'Count="{{adults}}"'),
    MESSAGE.replace(/<TimeSpan[^>]*>/, '<TimeSpan th:attr="Start=${a}"/>'),
    MESSAGE.replace('<ResGuests>', '<ResGuests>@foreach (var g in Model.Guests) {\n').replace('</ResGuests>', '}$&'),
    `T = """${dated('%(arrival)s')}"""\n`,
    `const char *T =\n${dated('%s')
      .split('\n')
      .map((line) => JSON.stringify(`${line}\n`))
      .join('\n')};\n`,
    JSON.stringify({ item: [{ request: { body: { mode: 'raw', raw: dated('{{arrival}}') } } }] }),
    `<con:request xmlns:con="http://eviware.com/soapui/config"><![CDATA[${dated('${#TestCase#arrival}')}]]></con:request>`,
  ])('a text with holes for its dates or numbers', (text) => {
    expect(told(read(text))).toEqual([0, [], ['a template']])
  })

  it.each([
    MESSAGE.replaceAll('>Ada<', '>{{first}}<')
      .replaceAll('>Lovelace<', '>{{last}}<')
      .replaceAll('>Charles<', '>${first}<'),
    MESSAGE.replace('Late arrival', '{% if late %}late{% endif %}').replace('>Ada<', '>@Model.First<'),
    MESSAGE.replace('>Ada<', '>%s<').replace('>Charles<', '>{{#if a}}<'),
  ])('but no message whose names or words were not filled in', (text) => {
    expect(told(read(text))).toEqual([1, [], []])
    expect(told(read(`in ${text}\nin ${MESSAGE}\n`))).toEqual([2, [], []])
  })

  it('but no message that was sent so', () => {
    const sent = dated('{{arrival}}')
    for (const text of [
      `2026-11-23 12:00:00 in ${sent}\n`,
      `INFO in ${sent}\n`,
      JSON.stringify({ time: '2026-11-23T12:00:00Z', body: sent }),
      `POST /pms HTTP/1.1\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`,
    ])
      expect(told(read(text))).toEqual([1, [], []])
  })

  it.each([
    `<?xml version="1.0"?>\n<!-- ours -->\n<xsl:stylesheet version="1.0" ${XSL}><xsl:template match="/">\n${OPEN}><HotelReservations><xsl:apply-templates/></HotelReservations>${CLOSE}</xsl:template></xsl:stylesheet>\n`,
    `<xsl:stylesheet version="1.0" ${XSL}>\n<xsl:template match="/">${OPEN} EchoToken="{@id}"><POS/>${CLOSE}</xsl:template>\n</xsl:stylesheet>`,
    `${OPEN} xsl:version="1.0" ${XSL}><xsl:value-of select="a"/>${CLOSE}`,
  ])('a stylesheet', (text) => {
    expect(told(read(text))).toEqual([0, [], ['a template of XSLT']])
  })

  it('but a message is one that a log has, that was sent, or in which one value was not filled in', () => {
    const broken = `${OPEN}>{% for r in rooms %}<POS/>{% endfor %}${CLOSE}`
    expect(read(`2026-11-23 12:00:00 sent ${broken}\n`).messages).toHaveLength(1)
    const head = `POST /pms HTTP/1.1\r\nContent-Length: ${broken.length}\r\n\r\n`
    expect(read(head + broken).messages).toHaveLength(1)
    expect(read(MESSAGE.replace('>Ada<', '>{{first}}<')).messages).toHaveLength(1)
    const beside = `2026-11-23 12:00:00 <xsl:stylesheet ${XSL}></xsl:stylesheet>\n2026-11-23 12:00:01 got ${BARE}\n`
    expect(read(beside).messages).toHaveLength(1)
  })
})

describe('an example in the fence of a document', () => {
  const fence = (text: string): string => `# Sending\n\nLike this:\n\n\`\`\`xml\n${text}\n\`\`\`\n\nMore.\n`
  const WHAT = 'an example in a document, with elements left out'

  it.each([
    [
      'with attributes',
      `${OPEN}>\n  <POS>...</POS>\n  <HotelReservations>\n    <HotelReservation a="b">\n      ...\n    </HotelReservation>\n  </HotelReservations>\n${CLOSE}`,
    ],
    [
      'of more than 300 characters',
      `${OPEN}>\n${'  <!-- a comment that goes on for a while -->\n'.repeat(9)}  ...\n${CLOSE}`,
    ],
    ['without its end', `${OPEN}>\n  <HotelReservations>\n    …`],
    ['with a declaration', `<?xml version="1.0"?>\n${OPEN}>\n  <POS/>\n  ...\n${CLOSE}`],
  ])('is none where elements are left out: %s', (_, text) => {
    expect(told(read(fence(text)))).toEqual([0, [], [WHAT]])
    expect(told(read(fence(text) + fence(BARE)))).toEqual([1, [], [WHAT]])
  })

  it('is one where only a text has dots, and anywhere else', () => {
    const dots = BARE.replace('Late arrival', 'late ... arrival').replace('>Ada<', '>...<')
    expect(read(fence(dots)).others).toEqual([])
    const left = `${OPEN}>\n  <POS/>\n  ...\n${CLOSE}`
    expect(read(`2026-11-23 12:00:00 got\n${left}\nend\n`).others).toEqual([])
  })
})

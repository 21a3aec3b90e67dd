import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const PRETTY = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace(/<\?xml[^>]*>\s*/, '')
  .replace(
    '<ResGuests>',
    '<Comments><Comment><Text>5 &gt; 3 &amp; "two" Zimmer f\u00fcr it\'s</Text></Comment></Comments><ResGuests>',
  )
const LINE = PRETTY.replaceAll(/>\s+</g, '><')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const quoted = (text: string): string => escaped(text).replaceAll('"', '&quot;')
const soap = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">\n <s:Body><n:in xmlns:n="urn:pms"><n:xml>${body}</n:xml></n:in></s:Body>\n</s:Envelope>`

/** How a message stands in what a program logs. */
const CARRIED: Record<string, (text: string) => string> = {
  bare: (text) => text,
  escaped: (text) => soap(escaped(text)),
  'escaped with its quotes': (text) => soap(quoted(text)),
  'escaped twice, by numbers': (text) =>
    soap(
      escaped(text.replaceAll('&', '&#38;').replaceAll('<', '&#x3C;').replaceAll('>', '&#62;')).replaceAll(
        '&amp;',
        '&#38;',
      ),
    ),
  'escaped but for >': (text) => soap(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  CDATA: (text) => soap(`<![CDATA[${text}]]>`),
  'escaped in CDATA': (text) => soap(`<![CDATA[${escaped(text)}]]>`),
  base64: (text) => soap(Buffer.from(text).toString('base64')),
}
const byNumber = (text: string, signs: string): string =>
  [...text]
    .map((sign) => (signs.includes(sign) ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign))
    .join('')
/** How programs write a string of JSON. */
const STRINGS: Record<string, (text: string) => string> = {
  'as it is': (text) => JSON.stringify(text),
  'slashes escaped': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'ASCII alone': (text) => JSON.stringify(text).replaceAll('\u00fc', '\\u00fc'),
  'tags by number': (text) => byNumber(JSON.stringify(text), '<>&'),
  'tags, = and apostrophes by number': (text) => byNumber(JSON.stringify(text), "<>&='"),
  'all signs by number': (text) =>
    byNumber(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'), `<>&"'+`).replace(/^|$/g, '"'),
}
/** What the string stands in. */
const AROUND: Record<string, (json: string) => string> = {
  'a line of a log': (json) => `2026-11-23 12:00:00,123 DEBUG [main] c.e.P - got {"xml":${json}}\n`,
  'lines of a container': (json) => `pms-1  | {"level":"debug","body":${json}}\npms-1  | ready\n`,
  'JSON with an empty line': (json) => `{"body":${json}}\n\n{"level":"info"}\n`,
  'a cell': (json) => `id,body\n1,"${`{"xml":${json}}`.replaceAll('"', '""')}"\n`,
  'an element': (json) => `<Event><Data>${quoted(`{"xml":${json}}`)}</Data></Event>`,
  'an attribute': (json) => `<testcase><failure message="${quoted(`expected {"xml":${json}}`)}"/></testcase>`,
}
/** Three programs, one in the text of the other: not all of it is read. */
const WRITTEN_AGAIN: Record<string, (json: string) => string> = {
  'a form': (json) => `2026-11-23 12:00:00 body=${encodeURIComponent(`{"xml":${json}}`)}\n`,
  'bytes of a web server': (json) =>
    `10.0.0.1 - - "POST /r HTTP/1.1" 200 "${[...Buffer.from(`{"xml":${json}}`)].map((byte) => (byte < 32 || byte > 126 || byte === 34 || byte === 92 ? `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte))).join('')}"\n`,
}
const told = (content: string): unknown => {
  const { messages, unread } = readCapture(Buffer.from(content))
  return [messages.map(({ decoded }) => decoded.text), unread.map(({ what }) => what)]
}

describe('a message that several programs wrote down, one in the text of the other', () => {
  const cases = Object.keys(CARRIED).flatMap((carried) =>
    Object.keys(STRINGS).map((string) => [carried, string] as const),
  )
  it.each(cases)('is read: %s, JSON with %s', (carried, string) => {
    for (const [around, write] of Object.entries(AROUND))
      for (const text of [LINE, PRETTY]) {
        const content = write(
          (STRINGS[string] as (text: string) => string)((CARRIED[carried] as (text: string) => string)(text)),
        )
        expect(told(content), around).toEqual([[text], []])
      }
  })

  it.each(cases)('is read or told by what a third program wrote: %s, JSON with %s', (carried, string) => {
    for (const [around, write] of Object.entries(WRITTEN_AGAIN)) {
      const json = (STRINGS[string] as (text: string) => string)((CARRIED[carried] as (text: string) => string)(LINE))
      const [texts, unread] = told(`2026-11-23 12:00:00 in ${PRETTY}\n${write(json)}`) as [string[], string[]]
      expect([texts[0], texts.length + unread.length, texts[1] ?? LINE], around).toEqual([PRETTY, 2, LINE])
    }
  })

  it.each(cases)('is read behind another one: %s, JSON with %s', (carried, string) => {
    const write = AROUND['a line of a log'] as (json: string) => string
    const first = LINE.replaceAll('Zimmer', 'rooms')
    const content =
      write(JSON.stringify(first)) +
      write((STRINGS[string] as (text: string) => string)((CARRIED[carried] as (text: string) => string)(LINE)))
    expect(told(content)).toEqual([[first, LINE], []])
  })

  it.each(Object.keys(STRINGS))('is told where it is cut: JSON with %s', (string) => {
    const json = (STRINGS[string] as (text: string) => string)(soap(escaped(LINE)))
    const half = json.slice(0, json.length / 2).replace(/\\?(?:u[\da-f]{0,3})?$/, '')
    for (const [around, write] of Object.entries(AROUND).slice(0, 2)) {
      const whole = write(JSON.stringify(LINE))
      expect(told(`${whole}${write('@').replace(/@.*/, half)}`), around).toEqual([
        [LINE],
        [expect.stringContaining('cut')],
      ])
    }
  })
})

describe('a message in CDATA that stands in CDATA itself', () => {
  const inner = soap(`<![CDATA[${PRETTY}]]>`)
  it.each([']]]]><![CDATA[>', ']]]]>><![CDATA[', ']]]]>&gt;<![CDATA[', ']]>]]&gt;<![CDATA['])(
    'is read where its end is written as %s',
    (end) => {
      for (const before of ['', '2026 DEBUG in '])
        expect(
          told(`<testsuite><system-out><![CDATA[${before}${inner.replace(']]>', end)}\n]]></system-out></testsuite>\n`),
        ).toEqual([[PRETTY], []])
    },
  )
})

describe('a message that ends in the line in which another one begins', () => {
  it.each(['escaped', 'CDATA', 'escaped but for >'])('is whole: %s', (carried) => {
    const carry = CARRIED[carried] as (text: string) => string
    expect(told(`<l><m>${carry(PRETTY)}</m><m>${carry(LINE)}</m></l>\n`)).toEqual([[PRETTY, LINE], []])
  })
})

it('text with entities of its own does not end a message whose tags end with > as it is', () => {
  for (const text of ['5 &gt; 3', '&lt;b&gt;late&lt;/b&gt;', 'a &amp; b']) {
    const message = PRETTY.replace(/<Text>5[^<]*/, `<Text>${text}`)
    expect(told((CARRIED['escaped but for >'] as (text: string) => string)(message))).toEqual([[message], []])
  }
})

describe('a message in lines of an envelope that each begin with what the log writes', () => {
  it.each([
    '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - ',
    '2026-11-23 12:00:00 D/OkHttp: ',
    'pms-1  | ',
    'Nov 23 12:00:00 host pms[12]: ',
    '> ',
    '| ',
    '12:00:00.123 I ',
  ])('is read behind %s', (prefix) => {
    for (const carried of ['escaped', 'escaped with its quotes', 'escaped but for >', 'CDATA'])
      for (const before of ['', '<?xml version="1.0" encoding="UTF-8"?>\n'])
        for (const behind of ['', `${prefix}<s:Envelope> answered\n`]) {
          const lines = `${before}${(CARRIED[carried] as (text: string) => string)(PRETTY)}`.replaceAll(/^/gm, prefix)
          const [texts, unread] = told(`${prefix}in\n${lines}\n${behind}${prefix}done\n`) as [string[], string[]]
          expect([texts.map((text) => text.replaceAll(/>\s+</g, '><')), unread], carried).toEqual([[LINE], []])
        }
  })
})

describe('a message in bytes as Python shows them', () => {
  const bytesOf = (text: string): string =>
    `b'${[...Buffer.from(text)]
      .map((byte) => {
        const sign = String.fromCharCode(byte)
        if (byte > 126) return `\\x${byte.toString(16)}`
        return sign === '\n' ? '\\n' : sign === "'" || sign === '\\' ? `\\${sign}` : sign
      })
      .join('')}'`
  it.each(Object.keys(CARRIED))('is read: %s', (carried) => {
    for (const text of [LINE, PRETTY]) {
      const shown = bytesOf((CARRIED[carried] as (text: string) => string)(text))
      for (const content of [
        `send: ${shown}\nreply: 'HTTP/1.1 200 OK\\r\\n'\n`,
        `${shown}\n`,
        `12:00 DEBUG body=${shown} n=4\n`,
      ])
        expect(told(content)).toEqual([[text], []])
    }
  })
})

describe('a message in CDATA with a declaration, as a web server escapes it', () => {
  it.each(['x22', 'u0022', '042'])('is read: quotes as \\%s', (quote) => {
    for (const declared of ['', '<?xml version="1.0" encoding="UTF-8"?>']) {
      const body =
        `<?xml version="1.0"?>${soap(`<![CDATA[${declared}${LINE.replace('f\u00fcr', 'for')}]]>`)}`.replaceAll(
          '\n',
          ' ',
        )
      const content = `10.0.0.1 - - "POST /r HTTP/1.1" 200 "${body.replaceAll('"', `\\${quote}`)}"\n10.0.0.1 - - "GET / HTTP/1.1" 200 "-"\n`
      const [texts, unread] = told(content) as [string[], string[]]
      expect([texts.map((text) => text.replace(/^<\?xml[^>]*>/, '')), unread]).toEqual([
        [LINE.replace('f\u00fcr', 'for')],
        [],
      ])
    }
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LETTERS = MESSAGE.replace('Babbage', 'Bäbbage 王').replace('Late arrival', `Late + "late"\n'two' \\ lines |`)
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const SYSLOG = 'Nov 23 12:04:31 host pms[12]: got '
const MARK = 'Grace'
const read = (content: string): Capture => readCapture(Buffer.from(content))
const reasons = ({ unread }: Capture): string[] => unread.map(({ what }) => what)

const wide = (text: string): number => [...text].reduce((sum, one) => sum + (one > '\u2e80' ? 2 : 1), 0)
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - wide(text)))

/** A table as psql writes it. */
function psql(texts: readonly string[], columns: 'one' | 'last' | 'middle'): string {
  const cells = texts.map((text) => text.split('\n'))
  const width = Math.max(...cells.flat().map(wide))
  const rows = cells.flatMap((lines, at) =>
    lines.map((line, i) => {
      const isLast = i === lines.length - 1
      const first = columns === 'one' ? ' ' : ` ${i === 0 ? `${at} | ` : '  | '}`
      if (columns === 'middle') return `${first}${pad(line, width)}${isLast ? ' ' : '+'}| ${i === 0 ? 'done' : ''}`
      return `${first}${isLast ? line : `${pad(line, width)}+`}`
    }),
  )
  return [' id | body', '----+-----', ...rows, `(${texts.length} rows)`, ''].join('\n')
}

/** Its records with `-x`. */
function records(texts: readonly string[]): string {
  return texts
    .map((text, at) => {
      const lines = text.split('\n')
      const width = Math.max(...lines.map(wide))
      const body = lines.map(
        (line, i) => `${i === 0 ? 'body | ' : '     | '}${i === lines.length - 1 ? line : `${pad(line, width)}+`}`,
      )
      return [`-[ RECORD ${at + 1} ]----`, `id   | ${at}`, ...body, 'st   | done'].join('\n')
    })
    .join('\n')
}

/** A table with borders on both sides, as SQLite writes one with `.mode box`, `.mode table` and `.mode markdown`. */
function bordered(texts: readonly string[], signs: 'box' | 'table' | 'markdown'): string {
  const cells = texts.map((text) => text.split('\n'))
  const width = Math.max(...cells.flat().map(wide))
  const rule = (left: string, middle: string, right: string): string =>
    `${left}----${middle}${'-'.repeat(width + 2)}${right}`
  const rows = cells.flatMap((lines, at) =>
    lines.map((line, i) => `| ${i === 0 ? `${at} ` : '  '} | ${pad(line, width)} |`),
  )
  const body = [
    `| id | ${pad('body', width)} |`,
    rule(signs === 'markdown' ? '|' : '+', signs === 'markdown' ? '|' : '+', signs === 'markdown' ? '|' : '+'),
    ...rows,
  ]
  if (signs === 'markdown') return `${body.join('\n')}\n`
  const table = [rule('+', '+', '+'), ...body, rule('+', '+', '+'), ''].join('\n')
  return signs === 'table'
    ? table
    : table
        .replaceAll(/(?<=^|\n)\| (.{2}) \| (.*) \|(?=\n)/gu, '│ $1 │ $2 │')
        .replaceAll(/^\+.*$/gm, (line) => line.replaceAll('+', '┼').replaceAll('-', '─'))
}

const literal = (text: string, quote: string): string[] =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .split('\n')
    .map((line, i, all) => `${quote}${line}${i === all.length - 1 ? '' : '\\n'}${quote}`)

const octal = (text: string): string => text.replaceAll('\n', '#012').replaceAll('\r', '#015').replaceAll('\t', '#011')

const FORMS: [string, (texts: string[]) => string][] = [
  ['syslog', (texts) => texts.map((text) => `${SYSLOG}${octal(text)}\n${SYSLOG}ok #012\n`).join('')],
  ['a column of psql alone', (texts) => psql(texts, 'one')],
  ['the last column of psql', (texts) => psql(texts, 'last')],
  ['a column of psql between others', (texts) => psql(texts, 'middle')],
  ['a box of SQLite', (texts) => bordered(texts, 'box')],
  ['a table of SQLite', (texts) => bordered(texts, 'table')],
  ['a table of Markdown', (texts) => bordered(texts, 'markdown')],
  ['records of psql', records],
  [
    'strings of a source, added up before each line',
    (texts) => texts.map((text) => `String s = ${literal(text, '"').join('\n    + ')};\n`).join('log.info("next");\n'),
  ],
  [
    'strings of a console, added up behind each line',
    (texts) => texts.map((text) => `{ a: 'b',\n  body: ${literal(text, "'").join(' +\n    ')}\n}\n`).join(''),
  ],
  [
    'strings of a console, each in the quotes that it has no need to escape',
    (texts) =>
      texts
        .map((text) => {
          const pieces = text.split(/(?<=\n)/).map((line) => literal(line, line.includes("'") ? '"' : "'")[0] ?? '')
          return `{\n  body: ${pieces.join(' +\n    ')}\n}\n`
        })
        .join(''),
  ],
  ['strings below each other', (texts) => texts.map((text) => `got (${literal(text, "'").join('\n ')})\n`).join('')],
]

describe('a message that a program laid out', () => {
  it.each(FORMS)('as %s is as it was sent, and its places are those of the file', (_, laidOut) => {
    for (const texts of [[MESSAGE], [LETTERS], [MESSAGE.replace('<POS>', '\t<POS>'), LETTERS, MESSAGE]]) {
      const content = laidOut(texts)
      const { messages, unread } = read(content)
      expect(unread).toEqual([])
      expect(messages.map(({ decoded }) => decoded.text)).toEqual(texts)
      let from = 0
      for (const { decoded, placeOf } of messages) {
        const before = decoded.text.slice(0, decoded.text.indexOf(MARK)).split('\n')
        const at = content.indexOf(MARK, from)
        const above = content.slice(0, at).split('\n')
        expect(placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 })).toEqual({
          line: above.length,
          column: (above.at(-1) ?? '').length + 1,
        })
        from = content.indexOf('ResGlobalInfo', at)
      }
    }
  })

  it.each(FORMS)('as %s is unread where it is cut', (_, laidOut) => {
    const content = laidOut([MESSAGE])
    for (const end of [content.indexOf('<ResGuests'), content.indexOf('Grace')]) {
      const capture = read(content.slice(0, end))
      expect(capture.messages).toEqual([])
      expect(capture.unread.length).toBeGreaterThan(0)
    }
  })

  it('with a request of HTTP in one line is opened', () => {
    const request = `POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\n\r\n${MESSAGE}`
    expect(read(`${SYSLOG}${octal(request)}\n`)).toMatchObject({
      messages: [{ wrapping: ['escaped text', 'HTTP request POST /pms'] }],
      unread: [],
    })
  })

  it('with carriage returns in psql has them', () => {
    const shown = psql([MESSAGE.replaceAll('\n', '\\r\n')], 'last')
    expect(read(shown).messages.map(({ decoded }) => decoded.text)).toEqual([MESSAGE.replaceAll('\n', '\r\n')])
  })
})

describe('a document of Word', () => {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const words = (text: string): string => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
  const word = (paragraphs: readonly string[]): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.map((own) => `<w:p><w:pPr/>${own}</w:p>`).join('')}<w:sectPr/></w:body></w:document>`

  it('holds what was pasted into it, a paragraph for each line or a run for each word', () => {
    const lines = LETTERS.split('\n')
    const runs = lines.map((line) =>
      (line.match(/[<>="]|[^<>="]+/g) ?? []).map(words).join('<w:proofErr w:type="spellStart"/>'),
    )
    for (const content of [
      word([words('Hi,'), ...lines.map(words), words('Bye')]),
      word(runs),
      word([lines.map(words).join('<w:br/>')]),
    ]) {
      const { messages, unread } = read(content)
      expect(unread).toEqual([])
      expect(messages.map(({ decoded, wrapping }) => [decoded.text, wrapping])).toEqual([[LETTERS, ['Word document']]])
      const [part] = messages
      expect(part?.placeOf({ line: 1, column: 1 })).toEqual({
        line: 2,
        column: (content.split('\n')[1] ?? '').indexOf('&lt;') + 1,
      })
    }
  })

  it('with quotes of Word says so, and one that only speaks of a message is none', () => {
    const typographic = MESSAGE.replaceAll(/"([^"]*)"/g, '“$1”')
    expect(reasons(read(word(typographic.split('\n').map(words))))).toEqual([expect.stringContaining('quotes')])
    expect(read(word([words('The OTA_HotelResNotifRQ message, or <OTA_HotelResNotifRQ>, is sent.')]))).toMatchObject({
      holdsNone: 'a document of XML with document',
      unread: [],
    })
  })
})

it('strings and lines that only name a message are none', () => {
  for (const content of [
    `log("OTA_HotelResNotifRQ sent: " +\n  "yes");\nlog("<OTA_HotelResNotifRQ> sent\\n" +\n  "yes");\n`,
    `${SYSLOG}OTA_HotelResNotifRQ <a>#012<b/>#012</a>\n`,
    ` OTA_HotelResNotifRQ <a>+\n </a>   \n`,
  ])
    expect(read(content)).toMatchObject({ messages: [], unread: [] })
})

it('a number that may be a line end or what was sent makes a message unread', () => {
  for (const words of ['Room #012 please', 'Room #012', '#012, please']) {
    const text = octal(MESSAGE.replace('Late arrival', words))
    expect(reasons(read(`${SYSLOG}${text}\n`))).toEqual([expect.stringContaining('#012')])
  }
  const whole = LINE.replace('Late arrival', 'Room #012')
  expect(read(`${SYSLOG}${whole}\n`)).toMatchObject({ messages: [{ wrapping: [] }], unread: [] })
  const lines = octal(MESSAGE.replace('Late arrival', 'Late arrival\nRoom#012A\n\nBye'))
  expect(read(`${SYSLOG}${lines}\n`)).toMatchObject({ messages: [{}], unread: [] })
})

it('lines of a table that do not fit each other, and strings of an unknown writer, are not written out as a message', () => {
  const table = psql([MESSAGE], 'last')
  const torn = table.replace(/ {9}\+/, '+')
  const beside = MESSAGE.split('\n').map((line) => ` text+| ${pad(line, 220)}+|`)
  const calls = MESSAGE.split('\n').map((line) => `log.add(${JSON.stringify(`${line}\n`)});`)
  for (const content of [torn, `a\n${beside.join('\n')}\nb\n`, calls.join('\n')]) {
    const capture = read(content)
    expect(capture.messages).toEqual([])
    expect(capture.unread.length).toBeGreaterThan(0)
  }
})

it('other lines that end with a plus or a quote change nothing', () => {
  const text = MESSAGE.replace('Late arrival', 'one +\n two +|\n"a"\n"b" +')
  for (const content of [text, `${SYSLOG}up +\n${SYSLOG}got ${text}\n`, `"a"\n"b\\n"\n${SYSLOG}${text}`])
    expect(read(content)).toMatchObject({ messages: [{}], unread: [] })
  expect(read(`${SYSLOG}${text}`).messages[0]?.decoded.text).toBe(text)
})

describe('a cell of a workbook', () => {
  const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const packed = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('_x', '_x005F_x')
  const strings = (...cells: string[]): string =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="${NAMESPACE}">${cells.map((cell) => `<si>${cell}</si>`).join('')}</sst>`

  it.each([
    [
      'returns by their number',
      (text: string) => `<t xml:space="preserve">${packed(text).replaceAll('\n', '_x000D_\n')}</t>`,
    ],
    [
      'letters of several kinds',
      (text: string) =>
        `<r><t>${packed(text.slice(0, 900))}</t></r><r><rPr><b/></rPr><t xml:space="preserve">${packed(text.slice(900))}</t></r>`,
    ],
  ])('is read as Excel shows it: %s', (_, write) => {
    const text = LETTERS.replace(MARK, 'Grace_x0041_')
    const capture = read(strings('<t>id</t>', write(text), '<t>done</t>'))
    expect(reasons(capture)).toEqual([])
    expect(capture.messages.map(({ decoded }) => decoded.text.replaceAll('\r\n', '\n').trim())).toEqual([text])
  })
})

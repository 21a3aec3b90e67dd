import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const NAMED = MESSAGE.replace('Babbage', "O'Neill").replace('Lovelace', 'Łukasz')
/** Doubled apostrophes and backslashes of its own. */
const ODD = NAMED.replace('Late arrival', "it''s C:\\temp")

const sql = (text: string): string => text.replaceAll("'", "''")
const insert = (text: string): string => `INSERT INTO inbox(id, body) VALUES (1, N'${sql(text)}')`
const replaced = (text: string): string => `replace('${sql(text).replaceAll('\n', '\\n')}','\\n',char(10))`
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const event = (text: string): string => `<event name="rpc"><data name="statement"><value>${text}</value></data></event>`

const WRITERS: [string, (text: string) => string][] = [
  ['a dump that puts line ends back', (text) => `INSERT INTO l VALUES(1,${replaced(text)});\n`],
  [
    'a dump that puts line ends and returns back',
    (text) =>
      `INSERT INTO l VALUES(1,replace(${replaced(text)},'\\r',char(13)));\nINSERT INTO l VALUES(2,'other');\nCOMMIT;\n`,
  ],
  ['two such calls in a row', (text) => `INSERT INTO l VALUES(1,'x\\n',${replaced('a\nb')},${replaced(text)});\n`],
  ['a statement in a text of JSON', (text) => `{"level":"debug","sql":${JSON.stringify(insert(text))}}\n`],
  ['a dump in a text of JSON', (text) => `{"level":"debug","sql":${JSON.stringify(`VALUES(${replaced(text)})`)}}\n`],
  ['a statement in quotes with backslashes', (text) => `level=debug sql=${JSON.stringify(insert(text))} rows=1\n`],
  ['a statement in a table', (text) => `id,sql\n1,"${insert(text).replaceAll('"', '""')}"\n`],
  ['a statement in an escaped text', (text) => `${event(escaped(insert(text)))}\n`],
  ['an escaped statement, its quote below', (text) => `${event(escaped(insert(`${text}\n`)))}\n`],
  [
    'an escaped statement with escaped quotes',
    (text) => `${event(escaped(insert(`${text}\n`)).replaceAll("'", '&#39;'))}\n`,
  ],
  ['a statement in CDATA', (text) => `${event(`<![CDATA[${insert(text)}]]>`)}\n`],
  ['a statement in a form', (text) => `sql=${encodeURIComponent(insert(text))}&x=1\n`],
  ['a statement in a statement', (text) => `EXEC('${sql(insert(text))}')\n`],
]

const textsOf = (content: string): string[] =>
  readCapture(Buffer.from(content)).messages.map(({ decoded }) => decoded.text.trim())

describe('a message in a statement of SQL', () => {
  it.each(WRITERS)('has its apostrophes once: %s', (_, write) => {
    for (const text of [MESSAGE, NAMED, ODD]) {
      const content = write(text)
      expect(readCapture(Buffer.from(content)).unread).toEqual([])
      expect(textsOf(content)).toEqual([text])
      expect(textsOf(`${content}${content}`)).toEqual([text, text])
    }
  })

  it('tells places of the file', () => {
    const content = `PRAGMA x;\nINSERT INTO l VALUES(1,${replaced(NAMED)});\n`
    const [message] = readCapture(Buffer.from(content)).messages
    const line = NAMED.split('\n').findIndex((one) => one.includes("O'Neill")) + 1
    expect(message?.placeOf({ line, column: 1 }).line).toBe(2)
    const column = Buffer.from(content.split('\n')[1] ?? '').indexOf('<Surname>O')
    const at = NAMED.split('\n')[line - 1]?.indexOf('<Surname>') ?? 0
    const place = message?.placeOf({ line, column: at + 1 })
    expect(Math.abs((place?.column ?? 0) - column)).toBeLessThan(10)
  })

  it('keeps doubled apostrophes of a text that is no statement', () => {
    const pairs = MESSAGE.replace('Babbage', "O''Neill")
    for (const content of [
      `body=${JSON.stringify(pairs)}\n`,
      `body='${pairs.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'\n`,
      event(escaped(pairs)),
      event(escaped(`'${pairs.replace('Ada', "Ada 'A'")}'`)),
    ])
      expect(textsOf(content)).toEqual([content.includes("'A'") ? pairs.replace('Ada', "Ada 'A'") : pairs])
  })
})

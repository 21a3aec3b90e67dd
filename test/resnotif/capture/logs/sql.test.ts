import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
/** An apostrophe, and backslashes that are of the message. */
const ODD = SAMPLE.replace(/<Surname>[^<]*/, String.raw`<Surname>O'Neill C:\temp\new`)
const PLAIN = SAMPLE.replace(/<Surname>[^<]*/, "<Surname>O'Neill")
const double = (text: string): string => text.replaceAll("'", "''")
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const marked = (text: string, mark: string): string =>
  `replace('${double(text).replaceAll('\n', mark)}','${mark}',char(10))`

const WRITERS: readonly [string, (text: string) => string][] = [
  ['.dump of SQLite', (text) => `INSERT INTO l VALUES(1,${marked(text, String.raw`\012`)});\nCOMMIT;\n`],
  [
    '.mode insert of SQLite, with carriage returns',
    (text) =>
      String.raw`INSERT INTO l VALUES(1,replace(replace('${double(text).replaceAll('\n', String.raw`(\r1)(\n2)`)}','(\r1)',char(13)),'(\n2)',char(10)),NULL);` +
      '\n',
  ],
  [
    '.dump of SQLite from 3.50 on',
    (text) =>
      `INSERT INTO l VALUES(1,unistr('${double(text)
        .replaceAll('\\', '\\\\')
        .replaceAll('\n', String.raw`\u000a`)}'));\n`,
  ],
  ['a trace of SQL Server', (text) => `<event><value>exec Ins N'${escape(double(text))}'</value></event>\n`],
  [
    'a trace of SQL Server, its quotes in a line of their own',
    (text) => `<event><value>exec dbo.Ins @x=N'${escape(double(text))}\n'</value></event>\n`,
  ],
  [
    'a statement in a log of JSON',
    (text) => `${JSON.stringify({ sql: `insert into l values ('${double(text)}')` })}\n`,
  ],
  [
    'a dump in a log of JSON',
    (text) => `${JSON.stringify({ sql: `insert into l values (${marked(text, String.raw`\012`)})` })}\n`,
  ],
  ['a statement in logfmt', (text) => `level=info sql=${JSON.stringify(`insert into l values ('${double(text)}')`)}\n`],
  [
    'a text of PostgreSQL with escapes',
    (text) => `INSERT INTO l VALUES (1, E'${double(text).replaceAll('\\', '\\\\')}');\n`,
  ],
  [
    'a text of PostgreSQL with escapes, in one line',
    (text) => `INSERT INTO l VALUES (1, E'${double(text).replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}');\n`,
  ],
]

describe('a text of SQL with apostrophes', () => {
  it.each(WRITERS)('is read as it was: %s', (_, write) => {
    for (const text of [SAMPLE, PLAIN, ODD]) {
      const { messages, unread } = readCapture(Buffer.from(write(text).repeat(2)))
      const read = messages.map(({ decoded }) => decoded.text.replaceAll('\r\n', '\n').trim())
      expect([unread, read]).toEqual([[], [text, text]])
    }
  })

  it('whose marks are those of a line end keeps what they do not stand for', () => {
    const dump = `INSERT INTO l VALUES(1,${marked(PLAIN, String.raw`\n`)});\n`
    expect(readCapture(Buffer.from(dump)).messages.map(({ decoded }) => decoded.text)).toEqual([PLAIN])
  })
})

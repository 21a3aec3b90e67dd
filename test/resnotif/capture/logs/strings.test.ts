import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace(/<\?xml[^>]*>\s*/, '')
  .replaceAll('Lovelace', "O'Brien")
  .replace('Late arrival', `it's "late", 5 &gt; 3, '' two`)
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const soap = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><x>${body}</x></s:Body></s:Envelope>`
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What stands in the string. */
const TEXTS: Record<string, (text: string) => string> = {
  bare: (text) => text,
  'in an envelope': soap,
  'escaped in an envelope': (text) => soap(escaped(text)),
  'in CDATA': (text) => soap(`<![CDATA[${text}]]>`),
  'escaped, with a declaration in apostrophes': (text) =>
    soap(escaped(`<?xml version='1.0' encoding='UTF-8'?>${text}`)),
  JSON: (text) => JSON.stringify({ id: 1, xml: text }),
  'JSON with an envelope': (text) => JSON.stringify({ xml: soap(escaped(text)) }),
}
const backslashed = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')
/** The string, in what wrote it. */
const WRITERS: Record<string, (text: string) => string> = {
  'a statement of SQL': (text) => `INSERT INTO msg (id, body) VALUES (7, '${text.replaceAll("'", "''")}', 'ok');\n`,
  'parameters of a database': (text) =>
    `2026-11-23 12:00:00 UTC [12] DETAIL:  parameters: $1 = '42', $2 = '${text.replaceAll("'", "''")}'\n`,
  'a mapping of Python': (text) => `2026-11-23 12:00:00 DEBUG {'id': 4, 'xml': '${backslashed(text)}'}\n`,
  'a command of a shell': (text) => `curl -X POST -d '${text.replaceAll("'", "'\\''")}' https://pms.example/in\n`,
  'a dump of a table': (text) =>
    `INSERT INTO msg VALUES (1,'${backslashed(text).replaceAll('"', '\\"')}','ok'),(2,'b','c');\n`,
}
const told = (content: string): unknown => {
  const { messages, unread } = readCapture(Buffer.from(content))
  return [
    messages.map(({ decoded }) => decoded.text.replaceAll(/^<\?xml[^>]*>|^<s:Envelope.*?<x>|<\/x><\/s:Body>.*$/gs, '')),
    unread.map(({ what }) => what),
  ]
}

describe('a message with apostrophes in a string of a program', () => {
  const cases = Object.keys(TEXTS).flatMap((text) => Object.keys(WRITERS).map((writer) => [text, writer] as const))
  it.each(cases)('is read as it was sent: %s, %s', (text, writer) => {
    for (const message of [LINE, MESSAGE]) {
      const content = (WRITERS[writer] as (one: string) => string)((TEXTS[text] as (one: string) => string)(message))
      expect(told(content)).toEqual([[message], []])
      expect(told(`${content}${content}done\n`)).toEqual([[message, message], []])
    }
  })
})

it('a message without apostrophes is read in lines and in one, whatever stands in the string', () => {
  const plain = MESSAGE.replaceAll("O'Brien", 'Lovelace').replace(/it's [^<]*/, 'late')
  for (const [name, text] of Object.entries(TEXTS))
    for (const message of [plain, plain.replaceAll(/>\s+</g, '><')])
      expect(told((WRITERS['a mapping of Python'] as (one: string) => string)(text(message))), name).toEqual([
        [message],
        [],
      ])
})

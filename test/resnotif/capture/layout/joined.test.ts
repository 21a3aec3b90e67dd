import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const ODD = MESSAGE.replace('Babbage', "O'Neill & 王".replace('&', '&amp;')).replace(
  'Late arrival',
  'Late, "two" + 100% of $1 `x` C:\\new',
)
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text.trim())
const twice = (text: string): string => text.replaceAll("'", "''")
const pieces = (text: string, length: number): string[] => text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? []
const joined = (text: string, by: string): string => twice(text).replaceAll('\n', by)
const basic = (text: string, by: string): string => text.replaceAll('"', '""').replaceAll('\n', by)
const escaped = (text: string): string => text.replaceAll('`', '``').replaceAll('$', '`$').replaceAll('"', '`"')

const WRITERS: [string, (text: string) => string][] = [
  [
    'TO_CLOB of Oracle',
    (text) =>
      `INSERT INTO m VALUES (${pieces(text, 900)
        .map((one) => `TO_CLOB('${twice(one)}')`)
        .join(' || ')}, 'x');\n`,
  ],
  [
    'TO_CLOB in lines of their own',
    (text) =>
      pieces(text, 900)
        .map((one) => `TO_CLOB('${twice(one)}')`)
        .join('\n|| '),
  ],
  ['chr(10)', (text) => `VALUES ('a', '${joined(text, "' || chr(10) || '")}', 'b');\n`],
  ['chr(10) in lines', (text) => `VALUES ('${joined(text, "'||CHR(10)||\n  '")}');\n`],
  ['CHAR(10) of SQL Server', (text) => `VALUES (N'${joined(text, "' + NCHAR(10) + N'")}');\n`],
  ['CONCAT of MySQL', (text) => `VALUES (CONCAT('${joined(text, "', CHAR(10), '")}'));\n`],
  ['Visual Basic', (text) => `s = "${basic(text, '" & vbLf & _\n    "')}"\nSend s\n`],
  ['Visual Basic in one line', (text) => `s = "${basic(text, '" & vbLf & "')}"\n`],
  ['PowerShell', (text) => `irm http://x -Body "${escaped(text)}"\n`],
  ['PowerShell, line ends by their escape', (text) => `irm http://x -Body "${escaped(text).replaceAll('\n', '`n')}"\n`],
  [
    'PowerShell, characters by their numbers',
    (text) =>
      `irm http://x \`\n-Body "${escaped(text).replaceAll('\n', '$([char]10)').replaceAll('王', '$([char]29579)')}"\n`,
  ],
  ['a here-string', (text) => `$b = @"\n${escaped(text).replaceAll('`"', '"')}\n"@\nirm http://x -Body $b\n`],
  ["E'' of PostgreSQL", (text) => `VALUES (E'${twice(text.replaceAll('\\', '\\\\'))}');\n`],
  [
    "E'' of PostgreSQL in one line",
    (text) => `VALUES (E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}');\n`,
  ],
]

describe('a message that a program or a script puts together', () => {
  it.each(WRITERS)('is read as it would be sent: %s', (_, write) => {
    for (const text of [MESSAGE, ODD])
      for (const times of [1, 2]) {
        const content = write(text).repeat(times)
        const capture = read(content)
        expect(capture.unread).toEqual([])
        expect(textsOf(capture)).toEqual(Array.from({ length: times }, () => text))
        const [message] = capture.messages
        const before = message?.decoded.text.slice(0, message.decoded.text.indexOf('IndexNumber')).split('\n') ?? []
        const own = content.slice(0, content.indexOf('IndexNumber')).split('\n')
        expect(message?.placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 })).toEqual({
          line: own.length,
          column: (own.at(-1) ?? '').length + 1,
        })
      }
  })

  it.each([
    ['a variable of PL/SQL', `VALUES ('${twice(MESSAGE).replace('Babbage', "' || v_name || '")}');\n`],
    ['a call of SQL Server', `SET @x = N'${twice(MESSAGE).replace('Babbage', "' + CONVERT(varchar(9),@n) + N'")}'\n`],
    ['a variable of PHP', `$x = '${MESSAGE.replace('Babbage', "' . $name . '")}';\n`],
    ['a variable of PowerShell', `irm -Body "${escaped(MESSAGE).replace('Babbage', '$name')}"\n`],
    ['quotes behind a caret', `set x=^"${MESSAGE.replaceAll('"', '^"')}^"\n`],
    ['quotes behind a sign, from the beginning on', `${MESSAGE.replaceAll('"', '~"')}\n`],
    ['words in place of quotes', `{q}${MESSAGE.replaceAll('"', '{q}').replaceAll('\n', '{n}')}{q}\n`],
  ])('is unread, and not broken, with what is not known here: %s', (_, content) => {
    const { messages, unread } = read(content)
    expect([messages.length, unread.length > 0]).toEqual([0, true])
  })

  it('is judged as it is where its own text looks so', () => {
    const own = MESSAGE.replace('Late arrival', `say 'a' + 'b', "c" || "d"`)
    expect(textsOf(read(`${own}\n`))).toEqual([`${own}\n`.trim()])
    expect(textsOf(read(`10:00:00 got ${own}\n10:00:01 'x' + 'y'\n`))).toEqual([own])
  })

  it('is broken where a person left the quotes out', () => {
    const own = MESSAGE.replaceAll(/(Version|Target|ResStatus)="([^"]*)"/g, '$1=$2')
    const { messages, unread } = read(own)
    expect([messages.length, unread]).toEqual([1, []])
  })
})

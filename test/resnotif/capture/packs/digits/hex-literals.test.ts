import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim().replace('Late', 'Jörg, late')
const hex = (bytes: Buffer | string): string => Buffer.from(bytes).toString('hex')

const DUMPS: [string, (digits: string) => string][] = [
  ['pg_dump', (digits) => `COPY public.msg (id, body) FROM stdin;\n1\t\\\\x${digits}\n2\t\\\\x00\n\\.\n`],
  ['pg_dump --inserts', (digits) => `INSERT INTO public.msg VALUES (1, '\\x${digits}');\n`],
  ['psql', (digits) => ` id | body\n----+------\n  1 | \\x${digits}\n(1 row)\n`],
  ['decode', (digits) => `SELECT decode('${digits}', 'hex');\n`],
  ['mysqldump --hex-blob', (digits) => `INSERT INTO \`msg\` VALUES (1,0x${digits.toUpperCase()}),(2,0x00);\n`],
  ['SQL Server', (digits) => `INSERT [msg] ([id], [body]) VALUES (1, 0x${digits.toUpperCase()})\nGO\n`],
  ['sqlite3 .dump', (digits) => `INSERT INTO msg VALUES(1,X'${digits}');\n`],
  ['Oracle', (digits) => `insert into MSG values (1, hextoraw('${digits.toUpperCase()}'));\n`],
]

describe('bytes in digits of a dump', () => {
  for (const [name, write] of DUMPS)
    it(`are read, with the places of their digits: ${name}`, () => {
      const content = `-- a dump\n${write(hex(MESSAGE))}`
      const { messages, unread } = readCapture(Buffer.from(content))
      expect(unread).toEqual([])
      expect(messages.map(({ decoded }) => decoded.text)).toEqual([MESSAGE])
      const line = MESSAGE.split('\n').findIndex((one) => one.includes('IndexNumber')) + 1
      const column = (MESSAGE.split('\n')[line - 1] ?? '').indexOf('IndexNumber') + 1
      const at = content.toLowerCase().indexOf(hex('IndexNumber'))
      const before = content.slice(0, at).split('\n')
      const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
      expect(messages[0]?.placeOf({ line, column })).toEqual(place)
    })

  it('are unpacked, and read beside messages that stand as they are', () => {
    const [, write] = DUMPS[4] as (typeof DUMPS)[number]
    const packed = readCapture(Buffer.from(write(hex(gzipSync(MESSAGE)))))
    expect(packed.messages.map(({ decoded }) => decoded.text)).toEqual([MESSAGE])
    const beside = readCapture(Buffer.from(`INSERT INTO a VALUES (1,'${MESSAGE}');\n${write(hex(MESSAGE))}`))
    expect(beside.unread).toEqual([])
    expect(beside.messages.map(({ decoded }) => decoded.text)).toEqual([MESSAGE, MESSAGE])
  })

  it('that end within a message are told as a message that is cut', () => {
    const digits = hex(MESSAGE)
    const { messages, unread } = readCapture(
      Buffer.from(`INSERT INTO msg VALUES (1,0x${digits.slice(0, Math.floor(digits.length / 4) * 2)}`),
    )
    expect(messages).toEqual([])
    expect(unread).toHaveLength(1)
    expect(unread[0]?.what).toContain('cut')
  })
})

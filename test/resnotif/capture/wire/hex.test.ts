import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const pairs = (row: Buffer, between: string): string =>
  [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(between)
const shown = (row: Buffer): string => row.toString('latin1').replaceAll(/[^\u0020-\u007e]/g, '.')
const hex = (offset: number, width: number): string => offset.toString(16).padStart(width, '0')

const FORMS: [string, (row: Buffer, offset: number) => string][] = [
  [
    'xxd',
    (row, at) => `${hex(at, 8)}: ${(row.toString('hex').match(/.{1,4}/g) ?? []).join(' ').padEnd(39)}  ${shown(row)}`,
  ],
  [
    'hexdump -C',
    (row, at) => `${hex(at, 8)}  ${pairs(row.subarray(0, 8), ' ')}  ${pairs(row.subarray(8), ' ')}  |${shown(row)}|`,
  ],
  ['od -A x -t x1z', (row, at) => `${hex(at, 6)} ${pairs(row, ' ')}  >${shown(row)}<`],
  ['od -t x1', (row, at) => `${at.toString(8).padStart(7, '0')} ${pairs(row, ' ')}`],
  ['Wireshark', (row, at) => `${hex(at, 4)}   ${pairs(row, ' ')}   ${shown(row)}`],
  [
    'System.Net',
    (row, at) => `System.Net Verbose: 0 : [1234] ${hex(at, 8)} : ${pairs(row, ' ').toUpperCase()} : ${shown(row)}`,
  ],
]

function dump(bytes: Buffer, start: number, write: (row: Buffer, offset: number) => string): string {
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += 16) rows.push(write(bytes.subarray(at, at + 16), start + at))
  return `${rows.join('\n')}\n`
}

describe('a dump in hexadecimal digits that does not begin at offset 0', () => {
  const whole = Buffer.from(MESSAGE)
  it.each(FORMS)('gives the message that stands in it whole: %s', (_, write) => {
    for (const start of [0, 0x640, 0x1000]) {
      const found = read(dump(whole, start, write))
      expect([start, found.unread, textsOf(found)]).toEqual([start, [], [MESSAGE]])
    }
  })

  it.each(FORMS)('tells of one that is cut, alone and beside a whole one: %s', (_, write) => {
    const [half, middle] = [Math.floor(whole.length / 32) * 16, 1_600]
    const parts = [
      dump(whole.subarray(middle), middle, write),
      dump(whole.subarray(0, half), 0x1000, write),
      dump(whole.subarray(middle, half), middle, write),
    ]
    for (const part of parts) {
      expect(read(part)).toMatchObject({ messages: [], unread: [{}] })
      const both = read(`${part}${dump(whole, 0, write)}`)
      expect([textsOf(both), both.unread.length]).toEqual([[MESSAGE], 1])
    }
  })

  it.each(FORMS)('beside a message in plain text hides neither: %s', (_, write) => {
    const found = read(
      `${dump(Buffer.from('POST /ota HTTP/1.1\r\nHost: pms\r\n\r\n'), 0, write)}${STAMP}in ${MESSAGE}\n`,
    )
    expect(textsOf(found)).toEqual([MESSAGE])
  })
})

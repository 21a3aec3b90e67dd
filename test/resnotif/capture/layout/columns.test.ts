import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = MESSAGE.replaceAll('HS-20270701-1', 'HS-2').replaceAll('>Ada<', '>Zoë<')
const read = (text: string): Capture => readCapture(Buffer.from(text))

/** As SQLite writes rows with `.mode column`, whose last column has several lines. */
function columns(rows: readonly (readonly string[])[], names: readonly string[], wrap: number): string {
  const lines = rows.map((row) =>
    row.map((cell) => cell.split('\n').flatMap((line) => line.match(new RegExp(`.{1,${wrap}}`, 'gu')) ?? [''])),
  )
  const widths = names.map((name, at) =>
    Math.max(name.length, ...lines.flatMap((row) => (row[at] ?? []).map((line) => [...line].length))),
  )
  const shown = (cells: readonly string[]): string =>
    `${cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length)).join('  ')}\n`
  return [
    shown(names),
    shown(widths.map((width) => '-'.repeat(width))),
    ...lines.flatMap((row) =>
      Array.from({ length: Math.max(...row.map((cell) => cell.length)) }, (_, at) =>
        shown(row.map((cell) => cell[at] ?? '')),
      ),
    ),
  ].join('')
}

describe('columns without borders', () => {
  const forms = [
    [['id', 'p'], (id: string, text: string) => [id, text]],
    [['id', 'at', 'p'], (id: string, text: string) => [id, '2026-11-23 12:00', text]],
    [['p', 'id'], (id: string, text: string) => [text, id]],
    [['id', 'p', 'at'], (id: string, text: string) => [id, text, '2026-11-23 12:00']],
  ] as const

  it.each(forms)('of a wrapped message are told as that: %s', (names, row) => {
    const text = columns([row('1', MESSAGE), row('2', OTHER)] as string[][], names, 60)
    const { messages, unread } = read(text)
    expect(messages).toEqual([])
    expect(unread.map(({ line, what }) => [line, what])).toEqual([
      [3, expect.stringContaining('wrapped at 60 characters')],
      [expect.any(Number), expect.stringContaining('wrapped at 60 characters')],
    ])
  })

  it.each(forms)('are taken off a message that is not wrapped: %s', (names, row) => {
    const { messages, unread } = read(columns([row('1', MESSAGE), row('2', OTHER)] as string[][], names, 1_000))
    expect([messages.map(({ decoded }) => decoded.text.trim()), unread]).toEqual([[MESSAGE, OTHER], []])
    expect(messages[0]?.place.line).toBe(3)
  })

  it('are none where a ruler stands above something else', () => {
    const { messages, unread } = read(`a   b\n--  --\n1   2\n\n2026-11-23 12:00:00 in ${MESSAGE}\n`)
    expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[MESSAGE], []])
  })
})

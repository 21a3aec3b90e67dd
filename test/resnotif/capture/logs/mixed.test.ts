import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const FIRST = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace(/<\?xml[^>]*>\s*/, '')
const SECOND = FIRST.replaceAll('HS-20270701-1', 'HS-20270815-7').replaceAll('Lovelace', 'Rossi')
const told = (content: string): [string[], string[]] => {
  const { messages, unread } = readCapture(Buffer.from(content))
  return [messages.map(({ decoded }) => decoded.text), unread.map(({ what }) => what)]
}
/** How a log keeps the lines that two programs write. */
const LOGS: Record<string, (lines: readonly string[]) => string> = {
  'as they came': (lines) => `${lines.join('\n')}\n`,
  'of a container': (lines) => lines.map((line) => `pms-1  | ${line}\n`).join(''),
  'in JSON': (lines) =>
    lines
      .map((line) => `${JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-23T12:00:00Z' })}\n`)
      .join(''),
}

describe('two messages that were written at the same time', () => {
  const [a, b] = [FIRST.split('\n'), SECOND.split('\n')]
  it.each(Object.keys(LOGS))('are not taken for one that nobody sent: lines %s', (log) => {
    for (const cut of [20, 47, 60, 90])
      for (const end of [a.length, a.length + 3]) {
        const mixed = [
          '2026-11-23 12:00:00,123 INFO [w1] got',
          ...a.slice(0, cut),
          '2026-11-23 12:00:00,124 INFO [w2] got',
          ...b.slice(0, cut),
          ...a.slice(cut),
          ...b.slice(cut, end),
          '2026-11-23 12:00:01,125 INFO done',
        ]
        const [texts, unread] = told((LOGS[log] as (lines: readonly string[]) => string)(mixed))
        expect([texts, unread.length, unread.filter((what) => what.includes('mixed')).length], `${cut}`).toEqual([
          [],
          3,
          1,
        ])
      }
  })

  it.each(Object.keys(LOGS))(
    'do not make one unread that stands between a cut one and the end of another: lines %s',
    (log) => {
      const lines = [
        '2026-11-23 12:00:00,123 INFO [w1] got',
        ...a.slice(0, 40),
        '2026-11-23 12:00:00,124 INFO [w2] got',
        ...b,
        '2026-11-23 12:00:00,125 INFO [w1] got the rest',
        ...a.slice(70),
        '2026-11-23 12:00:01,125 INFO done',
      ]
      expect(told((LOGS[log] as (lines: readonly string[]) => string)(lines))[0]).toEqual([SECOND])
    },
  )
})

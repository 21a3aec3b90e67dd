import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = MESSAGE.replaceAll('HS-20270701-1', 'HS-20270701-2')

const WRITERS: [string, (name: string, line: string) => string][] = [
  ['docker compose', (name, line) => `${name.padEnd(8)} | ${line}`],
  ['docker compose, blanks taken off', (name, line) => `${name.padEnd(8)} | ${line}`.trimEnd()],
  ['kubectl --prefix', (name, line) => `[pod/${name}-7d9/app] ${line}`],
]

/** Lines of two services, so that a line of the second one follows on every so many lines of the first. */
function mixed(
  write: (name: string, line: string) => string,
  first: readonly string[],
  second: readonly string[],
  every: number,
): string {
  const rest = [...second]
  const lines = first.flatMap((line, at) => [
    write('pms-1', line),
    ...((at + 1) % every === 0 ? rest.splice(0, 1).map((one) => write('redis-1', one)) : []),
  ])
  return `${[...lines, ...rest.map((line) => write('redis-1', line))].join('\n')}\n`
}

describe('the log of several services', () => {
  const first = ['10:00:00 up', `10:00:01 got ${MESSAGE}`, '', '10:00:02 done'].join('\n').split('\n')

  it.each(WRITERS)('is read service by service: %s', (_, write) => {
    for (const every of [1, 2, 7]) {
      for (const second of [['1:M saving', '1:M saved', '1:M saving'], `got ${OTHER}\nok`.split('\n')]) {
        const content = mixed(write, first, second, every)
        const { messages, unread } = readCapture(Buffer.from(content))
        expect(unread).toEqual([])
        expect(new Set(messages.map(({ decoded }) => decoded.text))).toEqual(
          new Set(second.length > 3 ? [MESSAGE, OTHER] : [MESSAGE]),
        )
        const [message] = messages
        const before = MESSAGE.slice(0, MESSAGE.indexOf('IndexNumber')).split('\n')
        const own = content.slice(0, content.indexOf('IndexNumber')).split('\n')
        const place = message?.placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 })
        if (second.length === 3) expect(place).toEqual({ line: own.length, column: (own.at(-1) ?? '').length + 1 })
      }
    }
  })

  it('that has lines of none is not taken apart', () => {
    const [, write] = WRITERS[0] as (typeof WRITERS)[0]
    const content = `${mixed(write, first, ['1:M saving'], 5)}a word\n`
    const { messages, unread } = readCapture(Buffer.from(content))
    expect([messages.length, unread.length > 0]).toEqual([0, true])
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const textsOf = (text: string): string[] => {
  const { messages, unread } = readCapture(Buffer.from(text))
  return [...messages.map(({ decoded }) => decoded.text.trim()), ...unread.map(({ what }) => `unread: ${what}`)]
}

it.each(['Quiet room\\nKey at C:\\temp\\new', 'Late arrival', 'C:\\'])(
  'a text in quotes whose line ends stand as they are has no escapes but those of its quotes: %s',
  (words) => {
    const message = MESSAGE.replace('Late arrival', words)
    const log = `2026-11-23 12:00:00.123 +01:00 [INF] Start\n2026-11-23 12:00:00.124 +01:00 [DBG] Received "${message.replaceAll('"', '\\"')}"\n2026-11-23 12:00:00.125 +01:00 [INF] End\n`
    expect(textsOf(log)).toEqual([message])
  },
)

it('signs of names have a backslash between the double quotes of Perl', () => {
  const message = MESSAGE.replace('Late arrival', 'ada@guests.example pays $5')
  const own = message.replaceAll(/["\\@$]/g, (one) => `\\${one}`).replaceAll('\n', '\\n')
  expect(textsOf(`$VAR1 = {\n          "m" => 1,\n          "body" => "${own}"\n        };\n`)).toEqual([message])
})

it('a body that stands unpacked below the head of its pack is whole, whatever length the head says', () => {
  const head = 'POST /ota HTTP/1.1\nHost: a\nContent-Type: text/xml\nContent-Encoding: gzip\nContent-Length: 915\n\n'
  for (const size of ['', `\n${MESSAGE.length}\n`]) expect(textsOf(`${head}${size}${MESSAGE}\n`)).toEqual([MESSAGE])
})

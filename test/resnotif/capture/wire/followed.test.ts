import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace('Late', '12\n\n7\nLate')
const HTTP = `POST /pms HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(MESSAGE)}\r\n\r\n`
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const RULE = '='.repeat(67)

interface Sent {
  peer: 0 | 1
  bytes: Buffer
}

function segments(text: string, peer: Sent['peer'] = 0, size = 700): Sent[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => ({
    peer,
    bytes: bytes.subarray(at * size, at * size + size),
  }))
}

const SENT: readonly Sent[] = [...segments(HTTP), ...segments(MESSAGE), ...segments(ANSWER, 1)]

/** As `tshark -z follow,tcp,ascii` writes it. */
function ascii(sent: readonly Sent[]): string {
  const rows = sent.map(({ peer, bytes }) => {
    const shown = bytes.toString('latin1').replaceAll(/[^ -~\r\n\t]/g, '.')
    return `${peer === 0 ? '' : '\t'}${bytes.length}\n${shown}\n`
  })
  const head = 'Follow: tcp,ascii\nFilter: tcp.stream eq 0\nNode 0: 127.0.0.1:39780\nNode 1: 127.0.0.1:18191\n'
  return `\n${RULE}\n${head}${rows.join('')}${RULE}\n`
}

/** As `tshark -z follow,tcp,yaml` writes it. */
function yaml(sent: readonly Sent[]): string {
  const rows = sent.map(({ peer, bytes }, at) => {
    const lines = bytes.toString('base64').match(/.{1,76}/g) ?? []
    const data = lines.map((line) => `      ${line}\n`).join('')
    return `  - packet: ${at}\n    peer: ${peer}\n    timestamp: 1795901794.3\n    data: !!binary |\n${data}`
  })
  const peers = [0, 1].map((peer) => `  - peer: ${peer}\n    host: 127.0.0.1\n    port: 1819${peer}\n`)
  return `peers:\n${peers.join('')}packets:\n${rows.join('')}`
}

const FORMS: [string, (sent: readonly Sent[]) => string][] = [
  ['ascii', ascii],
  ['yaml', yaml],
]

describe('what tshark followed', () => {
  for (const [name, write] of FORMS) {
    it(`is put together of its segments: ${name}`, () => {
      const { messages, unread } = readCapture(Buffer.from(write(SENT)))
      expect(unread).toEqual([])
      expect(messages.map(({ decoded }) => decoded.text)).toEqual([MESSAGE])
    })

    it(`is several messages, whatever the other side says between segments: ${name}`, () => {
      const mixed = SENT.flatMap((one, at) =>
        at === 2 ? [...segments('HTTP/1.1 100 Continue\r\n\r\n', 1), one] : [one],
      )
      const { messages, unread } = readCapture(Buffer.from(write([...mixed, ...SENT]) + write(SENT)))
      expect(unread).toEqual([])
      expect(messages.map(({ decoded }) => decoded.text)).toEqual([MESSAGE, MESSAGE, MESSAGE])
    })

    it(`is not put together over bytes that were not captured: ${name}`, () => {
      const lost = SENT.map((one, at) =>
        at === 2 ? { ...one, bytes: Buffer.from('[700 bytes missing in capture file].') } : one,
      )
      const { messages, unread } = readCapture(Buffer.from(write(lost)))
      expect(messages).toEqual([])
      expect(unread.length).toBeGreaterThan(0)
    })
  }

  it('has its findings where the bytes stand', () => {
    const content = ascii(SENT)
    const [message] = readCapture(Buffer.from(content)).messages
    const lines = MESSAGE.split('\n')
    const line = lines.findIndex((one) => one.includes('</OTA_HotelResNotifRQ')) + 1
    const own = content.split('\n').findIndex((one) => one.includes('</OTA_HotelResNotifRQ')) + 1
    expect(message?.placeOf({ line, column: 1 })).toEqual({ line: own, column: 1 })
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
  .trim()
  .replace('Babbage', 'Bäbbage 王')
const REQUEST = Buffer.from(
  `POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(MESSAGE)}\r\n\r\n${MESSAGE}`,
)
const read = (content: string): Capture => readCapture(Buffer.from(content))
const textsOf = ({ messages }: Capture): string[] => messages.map(({ decoded }) => decoded.text)
const hex = (bytes: Buffer, between = ''): string => (bytes.toString('hex').match(/../g) ?? []).join(between)

const fieldOf = (name: string, show: string, value = ''): string =>
  `    <field name="${name}" showname="${name}: &lt;${show.slice(0, 40)}&gt;" size="1" pos="34" show="${show}" value="${value}"/>`

/** A packet as `tshark -T pdml` writes it. */
function packet(seq: number, payload: Buffer, body?: Buffer): string {
  const escaped = (body ?? Buffer.alloc(0))
    .toString()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return [
    '<packet>',
    '  <proto name="tcp" size="32" pos="34">',
    fieldOf('ip.src', '10.0.0.2', '0a000002'),
    fieldOf('ip.dst', '10.0.0.1', '0a000001'),
    fieldOf('tcp.srcport', '5000', '1388'),
    fieldOf('tcp.dstport', '80', '0050'),
    fieldOf('tcp.len', `${payload.length}`),
    fieldOf('tcp.seq', `${seq - 999}`),
    fieldOf('tcp.seq_raw', `${seq}`),
    fieldOf('tcp.flags.syn', '0'),
    fieldOf('tcp.payload', hex(payload, ':'), hex(payload)),
    ...(body === undefined ? [] : [fieldOf('http.file_data', escaped.replaceAll('\n', '\\n'), hex(body))]),
    '  </proto>',
    '</packet>',
  ].join('\n')
}

const pdml = (...packets: string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<?xml-stylesheet type="text/xsl" href="pdml2html.xsl"?>\n<!-- You can find pdml2html.xsl in Wireshark -->\n<pdml version="0" creator="wireshark/4.0.17">\n${packets.join('\n')}\n</pdml>\n`

describe('packets of tshark -T pdml', () => {
  const [one, two, three] = [REQUEST.subarray(0, 1_400), REQUEST.subarray(1_400, 2_800), REQUEST.subarray(2_800)]
  const body = Buffer.from(MESSAGE)

  it('are put together, and read once', () => {
    const content = pdml(packet(1_000, one), packet(2_400, two), packet(3_800, three, body))
    const capture = read(content)
    expect([textsOf(capture), capture.unread, capture.others]).toEqual([[MESSAGE], [], []])
    const [message] = capture.messages
    expect(message?.place.line).toBe(content.slice(0, content.indexOf(hex(one))).split('\n').length)
    expect(textsOf(read(pdml(packet(1_000, REQUEST, body))))).toEqual([MESSAGE])
    expect(textsOf(read(`a title\n${content}a word\n`))).toEqual([MESSAGE])
  })

  it('of which one is missing are read by the body that tshark put together, and told as unread without it', () => {
    expect(textsOf(read(pdml(packet(1_000, one), packet(3_800, three, body))))).toEqual([MESSAGE])
    const lost = read(pdml(packet(1_000, one), packet(3_800, three)))
    expect([lost.messages.length, lost.unread.length > 0]).toEqual([0, true])
  })
})

describe('packets of ngrep -x', () => {
  const head = 'T 10.0.0.2:5000 -> 10.0.0.1:80 [AP] #4\n'

  /** Rows of sixteen bytes, with their text. */
  function rows(bytes: Buffer): string {
    let text = ''
    for (let at = 0; at < bytes.length; at += 16) {
      const row = bytes.subarray(at, at + 16)
      const group = (from: number): string =>
        `${hex(row.subarray(from, from + 8), ' ')}${row.length > from ? ' ' : ''}`.padEnd(24)
      const letters = row
        .toString('latin1')
        .replaceAll(/[^ -~]/g, '.')
        .padEnd(16)
      text += `  ${group(0)}   ${group(8)}   ${letters}\n`
    }
    return text
  }

  it('are read by their digits, where one holds a message', () => {
    const content = `input: any\n####\n${head}${rows(REQUEST)}##\n${head}${rows(Buffer.from('GET / HTTP/1.1\r\n\r\n'))}#\n`
    const capture = read(content)
    expect([textsOf(capture), capture.unread]).toEqual([[MESSAGE], []])
    const [message] = capture.messages
    const at = REQUEST.indexOf('<?xml')
    const line = content.split('\n').indexOf(head.trim()) + 2 + Math.floor(at / 16)
    expect(message?.place).toEqual({ line, column: 3 + (at % 16) * 3 + (at % 16 < 8 ? 0 : 3) })
  })

  it('are told as unread where several hold one, and a part of it is missing', () => {
    const half = read(`${head}${rows(REQUEST.subarray(0, 2_000))}#\n${head}${rows(REQUEST.subarray(2_100))}#\n`)
    expect([half.messages.length, half.unread.length > 0]).toEqual([0, true])
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LATE = SAMPLE.replace('Late arrival', 'Späte Ankunft 山')

const headOf = (port: number): string => `T 10.0.0.2:${port} -> 10.0.0.1:80 [AP] #4\n`
function digits(bytes: Buffer): string {
  let rows = ''
  for (let at = 0; at < bytes.length; at += 16) {
    const pairs = [...bytes.subarray(at, at + 16)].map((byte) => byte.toString(16).padStart(2, '0'))
    const text = bytes.toString('latin1', at, at + 16).replaceAll(/[^ -~]/g, '.')
    const [left, right] = [pairs.slice(0, 8).join(' '), pairs.slice(8).join(' ')]
    rows += `  ${left.padEnd(23)}    ${right.padEnd(23)}    ${text.padEnd(16)}\n`
  }
  return rows
}
const byLine = (bytes: Buffer): string => `${bytes.toString('latin1').replaceAll(/[^ -~\n]/g, '.')}\n`
const requestOf = (text: string): Buffer =>
  Buffer.from(`POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
const chunked = (text: string): Buffer =>
  Buffer.from(
    `POST /pms HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${(text.match(/[^]{1,900}/g) ?? []).map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`,
  )
function packetsOf(bytes: Buffer, size: number): Buffer[] {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) packets.push(bytes.subarray(at, at + size))
  return packets
}
type Shown = (bytes: Buffer) => string
const shownOf = (bytes: Buffer, size: number, shown: Shown, port = 5_000): string[] =>
  packetsOf(bytes, size).map((packet) => `${headOf(port)}${shown(packet)}`)
const read = (packets: readonly string[]): { texts: string[]; unread: string[] } => {
  const { messages, unread } = readCapture(Buffer.from(`####\n${packets.map((one) => `${one}#\n`).join('')}exit\n`))
  return { texts: messages.map(({ decoded }) => decoded.text), unread: unread.map(({ what }) => what) }
}

describe('a message in several packets of ngrep', () => {
  it.each([100, 700, 1_448])('is joined where they are as long as its head says: %d bytes each', (size) => {
    expect(read(shownOf(requestOf(LATE), size, digits))).toEqual({ texts: [LATE], unread: [] })
    expect(read(shownOf(chunked(LATE), size, digits))).toEqual({ texts: [LATE], unread: [] })
    const shown = read(shownOf(requestOf(SAMPLE), size, byLine))
    expect(shown).toEqual({ texts: [SAMPLE], unread: [] })
  })

  it('is joined with those of its own connection alone', () => {
    const one = shownOf(requestOf(LATE), 1_448, digits)
    const other = shownOf(requestOf(SAMPLE), 1_448, digits, 5_001)
    const mixed = one.flatMap((packet, at) => [packet, other[at] ?? ''])
    expect(read(mixed)).toEqual({ texts: [LATE, SAMPLE], unread: [] })
  })

  it('is told where a packet is missing, comes twice, or its lines were broken', () => {
    for (const shown of [digits, byLine]) {
      const packets = shownOf(requestOf(SAMPLE), 1_448, shown)
      const [first = '', second = '', ...more] = packets
      for (const given of [
        [first, ...more],
        [first, second, second, ...more],
        [first, second],
        [second, ...more],
      ]) {
        const { texts, unread } = read(given)
        expect([texts, unread.length > 0]).toEqual([[], true])
      }
    }
    const wrapped: Shown = (bytes) =>
      (
        bytes
          .toString('latin1')
          .replaceAll(/[^ -~]/g, '.')
          .match(/[^]{1,75}/g) ?? []
      )
        .map((line) => `  ${line}\n`)
        .join('')
    const { texts, unread } = read(shownOf(requestOf(SAMPLE), 1_448, wrapped))
    expect([texts, unread.every((what) => what.includes('-W byline'))]).toEqual([[], true])
  })

  it('is read with the time since the first packet, however long that is', () => {
    const packets = shownOf(requestOf(LATE), 1_448, digits).map((one) => one.replace('T ', 'T +4294668692.832975 '))
    expect(read(packets)).toEqual({ texts: [LATE], unread: [] })
  })
})

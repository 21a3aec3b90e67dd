import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = MESSAGE.replaceAll('HS-20270701-1', 'HS-2')

/** A packet with a request. */
function frameOf(port: number, body: string): Buffer {
  const data = `POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const head = Buffer.alloc(40)
  head.writeUInt8(0x45, 0)
  head.writeUInt16BE(40 + data.length, 2)
  head.writeUInt8(6, 9)
  head.writeUInt16BE(port, 20)
  head.writeUInt16BE(8_000, 22)
  head.writeUInt8(0x50, 32)
  return Buffer.concat([head, Buffer.from(data)])
}

function digits(bytes: Buffer): string {
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16)
    const pairs = (row.toString('hex').match(/../g) ?? []).join(' ')
    const letters = row.toString('latin1').replaceAll(/[^ -~]/g, '.')
    rows.push(`${at.toString(16).padStart(4, '0')}  ${pairs.padEnd(47)}   ${letters}\n`)
  }
  return rows.join('')
}

/** The fields of a packet as tshark shows them: each attribute of a document has a line of its own. */
function fields(number: number, body: string): string {
  const xml = body
    .replaceAll(/(<[A-Za-z_][\w.-]*)(\s[^<>]*?)(\/?>)/g, (_, tag: string, attributes: string, end: string) => {
      const lines = attributes.trim().replaceAll(/" (?=\w)/g, '"\n    ')
      return `${tag}\n    ${lines}${end}`
    })
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('')
  return `Frame ${number}: ${body.length} bytes on wire (1 bits), ${body.length} bytes captured (1 bits)\n    Frame Number: ${number}\nEthernet II, Src: 0:0, Dst: 0:0\nInternet Protocol Version 4, Src: 127.0.0.1, Dst: 127.0.0.1\nTransmission Control Protocol, Src Port: 1, Dst Port: 2, Seq: 1, Len: 9\n    [2 Reassembled TCP Segments (290 bytes): #6(137), #8(153)]\nHypertext Transfer Protocol\n    POST /pms HTTP/1.1\\r\\n\n    \\r\\n\neXtensible Markup Language\n${xml}\n`
}

const ids = (content: string): (string | undefined)[] =>
  readCapture(Buffer.from(content)).messages.map(({ decoded }) => /EchoToken="[^"]*/.exec(decoded.text)?.[0])
const own = (text: string): string | undefined => /EchoToken="[^"]*/.exec(text)?.[0]

describe('packets that are shown by field and as digits', () => {
  it.each(['', 'Frame (290 bytes):\n'])('are one message each', (title) => {
    const shown = [MESSAGE, OTHER].map(
      (one, at) => `${fields(at + 1, one)}${title}${digits(frameOf(4_000 + at, one))}\n`,
    )
    expect(ids(shown.join(''))).toEqual([own(MESSAGE), own(OTHER)])
    expect(readCapture(Buffer.from(shown.join(''))).unread).toEqual([])
  })

  it('are read from their fields where no digits are shown, and are not mixed with what others wrote', () => {
    const shown = `${fields(1, MESSAGE)}\n`
    expect(ids(shown)).toEqual([own(MESSAGE)])
    const between = `${shown}2026-11-23 12:00:00 got ${OTHER}\n\n${digits(frameOf(4_000, MESSAGE))}`
    expect(ids(between)).toContain(own(OTHER))
    expect(ids(`${OTHER}\n\n${digits(frameOf(4_000, MESSAGE))}`)).toEqual([own(OTHER), own(MESSAGE)])
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type AttachedPack, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = SAMPLE.replaceAll('HS-20270701-1', 'HS-OTHER')
const STAMP = '2026-11-23 12:00:00 INFO '
const WIDTHS = [60, 64, 72, 76, 77, 100, 128]

const inLines = (bytes: Buffer | string, width: number, feed = '\n', indent = ''): string =>
  (
    Buffer.from(bytes as string)
      .toString('base64')
      .match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  ).join(`${feed}${indent}`)
const textsOf = (content: string): string[] =>
  readCapture(Buffer.from(content)).messages.map(({ decoded }) => decoded.text.trim())

describe('base64 in lines of any width', () => {
  it.each(WIDTHS)('is read alone, within a log and behind a message: %d', (width) => {
    for (const bytes of [OTHER, gzipSync(OTHER)]) {
      const block = inLines(bytes, width)
      expect(textsOf(`${block}\n`)).toEqual([OTHER])
      expect(textsOf(`${STAMP}got ${SAMPLE}\n${STAMP}then\n${block}\n${STAMP}done\n`)).toEqual([SAMPLE, OTHER])
      expect(textsOf(`${STAMP}then\n${block}\ndone\n${STAMP}got ${SAMPLE}\n`)).toEqual([OTHER, SAMPLE])
      expect(textsOf(`${SAMPLE}\n${block}\n`)).toEqual([SAMPLE, OTHER])
      expect(textsOf(`-----BEGIN MESSAGE-----\n${block}\n-----END MESSAGE-----\n`)).toEqual([OTHER])
      expect(textsOf(`----------------------\n${block}\n----------------------\n`)).toEqual([OTHER])
    }
  })

  it('is read behind a label, indented, with the line ends of Windows and with those of JSON', () => {
    const block = inLines(OTHER, 76)
    expect(textsOf(`${STAMP}got ${SAMPLE}\n${STAMP}body: ${block}\n${STAMP}end\n`)).toEqual([SAMPLE, OTHER])
    for (const feed of ['\r\n', '\\n', '\\r\\n'])
      expect(textsOf(`${STAMP}got ${SAMPLE}\n${STAMP}body="${inLines(OTHER, 76, feed)}"\n`)).toEqual([SAMPLE, OTHER])
    expect(textsOf(`${STAMP}got ${SAMPLE}\nbody: !!binary |\n  ${inLines(OTHER, 76, '\n', '  ')}\nend: 1\n`)).toEqual([
      SAMPLE,
      OTHER,
    ])
  })

  it('leads to the line of what is wrong', () => {
    const [, message] = readCapture(Buffer.from(`${SAMPLE}\n${inLines(OTHER, 64)}\n`)).messages
    const lines = SAMPLE.split('\n').length
    const at = OTHER.indexOf('ResStatus')
    const before = OTHER.slice(0, at).split('\n')
    const found = message?.placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 })
    const sign = Math.floor((Buffer.byteLength(OTHER.slice(0, at)) * 4) / 3)
    expect(found).toEqual({ line: lines + 1 + Math.floor(sign / 64), column: 1 + (sign % 64) })
  })

  it('is told where each line has what a log writes before it, or its beginning is missing', () => {
    const rows = inLines(OTHER, 64).split('\n')
    for (const content of [
      `${STAMP}got ${SAMPLE}\n${rows.map((row) => `${STAMP}${row}\n`).join('')}`,
      `${STAMP}got ${SAMPLE}\n${STAMP}...${rows.slice(4).join('').slice(1)}\n`,
      `${rows.map((row) => `${STAMP}${row}\n`).join('')}`,
    ])
      expect(readCapture(Buffer.from(content)).unread.length).toBeGreaterThan(0)
  })

  it('is none where it holds something else', () => {
    const key = inLines(Buffer.alloc(3_000, 'any other bytes'), 64)
    const readme = inLines('Send an OTA_HotelResNotifRQ to the PMS. '.repeat(20), 76)
    for (const block of [key, readme])
      expect(readCapture(Buffer.from(`${STAMP}got ${SAMPLE}\n${block}\n`))).toMatchObject({
        messages: [{}],
        unread: [],
      })
  })

  it('is handed on where it is a zip archive, also one in which nothing stands as it is', () => {
    const packed = deflateRawSync(OTHER)
    const head = Buffer.alloc(30 + 5)
    head.write('PK\u0003\u0004\u0014', 'latin1')
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt16LE(5, 26)
    head.write('a.xml', 30)
    const zip = Buffer.concat([head, packed])
    const block = zip.toString('base64')
    for (const content of [`${STAMP}payload=${block}\n`, `{"file":"${block}"}\n`]) {
      const attached: AttachedPack[] = []
      const { messages } = readCapture(Buffer.from(`${SAMPLE}\n${content}`), undefined, undefined, attached)
      expect(messages).toHaveLength(1)
      expect(attached).toEqual([{ name: 'base64', bytes: zip }])
    }
  })
})

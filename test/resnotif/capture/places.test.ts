import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { placeFindings, readCapture } from '../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../src/resnotif/lint/index.js'
import { ROOT } from '../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LAST = SAMPLE.lastIndexOf('GroupEventCode="') + 16
const WRONG = SAMPLE.slice(0, LAST) + '777' + SAMPLE.slice(SAMPLE.indexOf('"', LAST))

/** As `grep -n` counts it. */
const lineOf = (file: Buffer, text: string): number =>
  file.toString('latin1').slice(0, file.indexOf(text)).split('\n').length

const linesNamed = (file: Buffer): number[] =>
  readCapture(file).messages.flatMap((part) =>
    placeFindings(part, lintDecoded(part.decoded).findings)
      .filter(({ severity }) => severity === 'error')
      .flatMap(({ line, nodes = [] }) => [line, ...nodes.map((node) => node.line)]),
  )

const http = (coding: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`POST / HTTP/1.1\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
    Buffer.from('\n'),
  ])

/** Packs that hold a carriage return with no line feed behind it. */
const packs = (pack: (text: string) => Buffer): Buffer[] =>
  Array.from({ length: 40 }, (_, at) => pack(SAMPLE.replace('Babbage', `Babbage ${at}`))).filter((body) =>
    /\r(?!\n)/.test(body.toString('latin1')),
  )

describe('the line of a finding is the one that grep -n names', () => {
  it.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['deflate', (text: string) => deflateSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
  ] as const)('behind a body of bytes: %s', (coding, pack) => {
    const bodies = packs(pack)
    expect(bodies.length).toBeGreaterThan(0)
    for (const body of bodies) {
      const file = Buffer.concat([http(coding, body), Buffer.from(`10:00 got ${WRONG}\n10:01 end\n`)])
      expect(linesNamed(file)).toContain(lineOf(file, '777'))
    }
  })

  it.each([
    ['in a line of a log before it', `10:00 up\r 10%\r 50%\r100%\n10:00 got ${WRONG}\n10:01 end\n`],
    ['in a message of its own', WRONG.replace('Babbage', 'Bab\rbage\r')],
    ['in a message of a log', `10:00 up\n10:00 got ${WRONG.replace('Babbage', 'Bab\rbage\r')}\n10:01 end\n`],
    ['in a message of one line in a log of several', `up\ngot ${WRONG.replaceAll(/\s*\n\s*/g, '\r')} end\nend\n`],
    ['before line feeds', `10:00 up\n10:00 got ${WRONG}\n10:01 end\n`.replaceAll('\n', '\r\n')],
  ])('where carriage returns stand %s', (_, text) => {
    const file = Buffer.from(text)
    expect(linesNamed(file)).toContain(lineOf(file, '777'))
  })

  it('counts carriage returns in a text that has nothing else', () => {
    const file = Buffer.from(WRONG.replaceAll('\n', '\r'))
    expect(linesNamed(file)).toContain(lineOf(Buffer.from(WRONG), '777'))
  })
})

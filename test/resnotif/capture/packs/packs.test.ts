import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const OTHER = SAMPLE.replaceAll('HS-20270701-1', 'HS-OTHER')
const GZIP = gzipSync(OTHER)
const dotted = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(/[^ -~\n]/g, '.')
const sizes = (content: string | Buffer): [number, number] => {
  const { messages, unread } = readCapture(Buffer.from(content as string))
  return [messages.length, unread.length]
}

describe('gzip in the middle of other bytes', () => {
  it('is read where every byte is there, whatever follows, and told where one is missing', () => {
    const plain = Buffer.from(`7:content;${SAMPLE.length}:${SAMPLE},`)
    const kept = (body: Buffer): Buffer =>
      Buffer.concat([plain, Buffer.from('16:Content-Encoding,4:gzip,7:content;99:'), body, Buffer.from(',7:headers;')])
    const { messages, unread } = readCapture(kept(GZIP))
    expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[SAMPLE, OTHER], []])
    expect(sizes(kept(GZIP.subarray(0, 300)))).toEqual([1, 1])
    expect(sizes(Buffer.concat([plain, Buffer.from('16:Content-Encoding,2:br,'), brotliCompressSync(OTHER)]))).toEqual([
      1, 1,
    ])
  })

  it('is read where its bytes are escaped in digits, and told in other escapes or where it was saved as text', () => {
    const log = (body: string): string => `2026-11-23 12:00:00 INFO ${SAMPLE}\n2026-11-23 12:00:01 INFO got ${body}\n`
    const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
    for (const body of [
      `b'${[...GZIP].map((byte) => `\\x${hex(byte)}`).join('')}'`,
      `"${[...GZIP].map((byte) => `\\u00${hex(byte)}`).join('')}"`,
    ])
      expect(sizes(log(body))).toEqual([2, 0])
    for (const body of [
      `"${[...GZIP].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`,
      GZIP.toString('utf8').replaceAll('\n', ' '),
    ])
      expect(sizes(log(body))).toEqual([1, 1])
  })

  it('is told where ngrep and others show it as dots', () => {
    const head = (packing: string, end: string): string =>
      ['POST /ota HTTP/1.1', 'Host: pms', `Content-Encoding: ${packing}`, '', ''].join(`${end}\n`)
    const ngrep = (body: string, head: string): string => `T 10.0.0.2:5000 -> 10.0.0.1:80 [AP] #4\n${head}${body}\n\n`
    const first = ngrep(SAMPLE, 'POST /ota HTTP/1.1.\nHost: pms.\n.\n')
    for (const [packing, pack] of Object.entries({ gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }))
      expect(sizes(`${first}${ngrep(dotted(pack(OTHER)), head(packing, '.'))}`)).toEqual([1, 1])
    expect(sizes(`> 2026/11/23 12:00:00 length=99\n${head('gzip', '')}${dotted(GZIP)}\n`)[1]).toBe(1)
    // A tool may show the body unpacked.
    expect(sizes(`${first}${ngrep(OTHER, head('gzip', '.'))}`)).toEqual([2, 0])
  })
})

describe('the first bytes of gzip', () => {
  it.each([
    ['in a program of C', String.raw`fwrite("\x1f\x8b\x08\0\0\0\0\0\0\xff", 1, 10, out);`],
    ['in one of Python', String.raw`if head.startswith(b'\x1f\x8b\x08'): return gzip.open(name)`],
    ['in octal digits', String.raw`0 string \037\213\010 gzip compressed data`],
    ['in a file of bytes', Buffer.from('7f454c46020100001f8b0801020304050607080900', 'hex')],
    ['in carets', 'magic: ^_M-^K^H and what follows'],
  ])('are no body where nothing says so: %s', (_what, content) => {
    expect(sizes(content)).toEqual([0, 0])
  })

  it('are one below a header that says so', () => {
    const body = String.raw`b'\x1f\x8b\x08\x00abc'`
    expect(sizes(`INFO Content-Encoding: gzip\nINFO body=${body}\n`)).toEqual([0, 1])
  })
})

describe('a file that evidently holds a notification in a form that is not read', () => {
  const latex = SAMPLE.replaceAll('_', '\\_').replaceAll('<', '\\textless{}').replaceAll('>', '\\textgreater{}')
  const uuencoded = (text: string): string =>
    `begin 644 a.xml\n${(
      Buffer.from(text)
        .toString('latin1')
        .match(/[^]{1,45}/g) ?? []
    )
      .map((row) => {
        const bytes = Buffer.from(row, 'latin1')
        const six = bytes.toString('base64').replaceAll('=', 'A')
        const signs = [...six].map((sign) => {
          const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(sign)
          return value === 0 ? '`' : String.fromCodePoint(value + 32)
        })
        return `${String.fromCodePoint(bytes.length + 32)}${signs.join('')}\n`
      })
      .join('')}\`\nend\n`

  it.each([
    ['LaTeX', `\\begin{tabular}{l}\n1 & ${latex} \\\\\n\\end{tabular}\n`],
    ['uuencode', uuencoded(SAMPLE)],
    ['uuencode, shifted', uuencoded(`x${SAMPLE}`)],
    ['a dump of PostgreSQL', 'PGDMP\u0001\u000e\0\u0004\u0008 blob'],
    ['Outlook', Buffer.from('d0cf11e0a1b11ae100000000', 'hex')],
    ['PDF', '%PDF-1.5\n1 0 obj <</Type /Font /BaseFont /Helvetica>> endobj\n'],
  ])('is told as unread: %s', (_, content) => {
    expect(sizes(content)).toEqual([0, 1])
  })

  const base32 = (text: string): string => {
    const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    const five = bits.match(/.{1,5}/g) ?? []
    const signs = five.map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(one.padEnd(5, '0'), 2)])
    return `${signs.join('')}\n`.replaceAll(/.{76}/g, '$&\n')
  }

  it.each([
    ['uuencode', uuencoded(SAMPLE)],
    ['base32', base32(SAMPLE)],
  ])('is told as unread beside a message that stands as it is: %s', (form, content) => {
    const { messages, unread } = readCapture(Buffer.from(`one\n${SAMPLE}\nand\n${content}`))
    expect([messages.length, unread.map(({ what }) => what)]).toEqual([1, [expect.stringContaining(form)]])
    expect(unread[0]?.line).toBe(SAMPLE.split('\n').length + 3)
  })

  it('is passed over beside others, unless the name of a notification stands in it', () => {
    const ole = Buffer.from('d0cf11e0a1b11ae100000000', 'hex')
    expect(readCapture(ole).passedOver).toContain('Outlook')
    expect(readCapture(Buffer.from('PGDMP blob')).passedOver).toContain('pg_restore')
    const named = ['OTA_HotelResNotifRQ', Buffer.from('OTA_HotelResNotifRQ', 'utf16le')]
    for (const name of named) {
      const { passedOver, unread } = readCapture(Buffer.concat([ole, Buffer.from(name as string)]))
      expect([passedOver, unread.length]).toEqual([undefined, 1])
    }
    const pdf = readCapture(Buffer.from('%PDF-1.5\n<</Type /Font>>\n(OTA_HotelResNotifRQ) Tj\n'))
    expect([pdf.passedOver, pdf.unread.length]).toEqual([undefined, 1])
  })

  it('is told as no message where it is attached to a mail beside one', () => {
    const part = (type: string, body: string): string => `--b1\nContent-Type: ${type}\n\n${body}\n`
    const pdf = '%PDF-1.5\n1 0 obj <</Type /Font>> endobj'
    const mail = (...parts: string[]): string =>
      `From: a@pms.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b1"\n\n${parts.join('')}--b1--\n`
    const beside = readCapture(Buffer.from(mail(part('application/xml', SAMPLE), part('application/pdf', pdf))))
    expect([beside.messages.length, beside.unread, beside.others.map(({ what }) => what)]).toEqual([
      1,
      [],
      [expect.stringContaining('a PDF')],
    ])
    expect(sizes(mail(part('application/pdf', pdf)))).toEqual([0, 1])
  })

  it('is not one that only speaks of it', () => {
    for (const content of [
      'Send OTA\\_HotelResNotifRQ to the PMS.\n',
      'begin 644 of the day\nthe OTA_HotelResNotifRQ is sent\nend\n',
      '%PDF-1.4\n1 0 obj <</Subtype /Image>> endobj\n',
    ])
      expect(sizes(content)).toEqual([0, 0])
  })

  it('is one with heads of syslog in it', () => {
    const head = '<13>Nov 28 18:10:26 vm ota: '
    expect(
      sizes(
        SAMPLE.split('\n')
          .map((line) => `${head}${line}`)
          .join(''),
      ),
    ).toEqual([0, 1])
  })
})

describe('a database of SQLite', () => {
  const page = (text: string | Buffer, at = 100): Buffer => {
    const bytes = Buffer.alloc(8_192)
    Buffer.from(text as string).copy(bytes, at)
    return bytes
  }
  const head = page('')
  head.write('SQLite format 3\0', 0, 'latin1')
  head.writeUInt16BE(8_192, 16)

  it('is read where a message stands on one page, and told where it goes on elsewhere', () => {
    expect(sizes(Buffer.concat([head, page(`1${SAMPLE}done`), page(OTHER)]))).toEqual([2, 0])
    const torn = [page(SAMPLE.slice(0, 900), 7_292), page(`\0\0\0\u0009${SAMPLE.slice(900)}`, 0)]
    expect(sizes(Buffer.concat([head, page(OTHER), ...torn]))).toEqual([1, 1])
    expect(sizes(Buffer.concat([head, ...torn]))).toEqual([0, 1])
    expect(sizes(Buffer.concat([head, page('other rows')]))).toEqual([0, 0])
  })

  it('as any file of bytes, does not lend its own to a message', () => {
    const torn = `${SAMPLE.slice(0, 900)}\u0001\u0002${SAMPLE.slice(900)}`
    expect(sizes(`blob\0\0${torn}\0\0`)).toEqual([0, 1])
    expect(sizes(`2026-11-23 12:00:00 INFO ${torn}\n`)).toEqual([1, 0])
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { concealMessage, decodeXml, keepableText } from '../../../src/resnotif/index.js'
import { fastGrowth } from '../../support/cpu-time.js'
import { ROOT } from '../../support/cli.js'

const [CARD, CODE, PASSWORD] = ['5105105105105100', '9137', 'Zq7pw-Str3ng']
const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const CARDED = SAMPLE.replace(
  '<BasicPropertyInfo',
  `<Guarantee><PaymentCard CardNumber="${CARD}" SeriesCode="${CODE}"/></Guarantee><BasicPropertyInfo`,
).replace('ID="HUBSWITCH"', `ID="HUBSWITCH" MessagePassword="${PASSWORD}"`)

/** Short, so that all pairs are read in every way. */
const SMALL = `<OTA_HotelResNotifRQ><RequestorID MessagePassword="${PASSWORD}"/>${'<RoomStay RoomTypeCode="101"/>'.repeat(8)}<PaymentCard CardNumber="${CARD}" SeriesCode="${CODE}"/></OTA_HotelResNotifRQ>`

const lines = (text: string, width = 76): string => text.replaceAll(new RegExp(`(.{${width}})`, 'g'), '$1\r\n')
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64')
const quoted = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte, at) => {
      const one = String.fromCharCode(byte)
      return `${/[ !-<>-~\n]/.test(one) ? one : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`}${at % 70 === 69 ? '=\r\n' : ''}`
    })
    .join('')
const soap = (inner: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Post><xml>${inner}</xml></Post></s:Body></s:Envelope>`

/** How programs put one text into another. */
const WRAPPINGS: Record<string, (text: string) => string> = {
  JSON: (text) => JSON.stringify({ id: 7, xml: text }),
  'JSON in ASCII': (text) =>
    JSON.stringify({ xml: text })
      .replaceAll(/[<>"&'](?=.)/g, (one, at: number) => (at < 8 ? one : `\\u00${one.charCodeAt(0).toString(16)}`))
      .replaceAll('\\\\u', '\\u'),
  'a form': (text) => `a=1&xml=${encodeURIComponent(text)}`,
  'a form with plus signs': (text) => new URLSearchParams({ xml: text }).toString(),
  'quoted-printable': quoted,
  base64: (text) => soap(base64(text)),
  'base64 in lines': (text) => soap(lines(base64(text))),
  'base64 in lines of XML': (text) => soap(lines(base64(text)).replaceAll('\r\n', '&#xD;\n')),
  'base64 of addresses': (text) => `data=${Buffer.from(text).toString('base64url')}`,
  'base64 behind a slash': (text) => `/in/${base64(text)}`,
  'base64 of UTF-16': (text) => soap(base64(Buffer.from(text, 'utf16le'))),
  'base64 of UTF-16, the other way round': (text) => soap(base64(Buffer.from(text, 'utf16le').swap16())),
  'gzip in base64': (text) => soap(base64(gzipSync(text))),
  'zlib in base64': (text) => soap(base64(deflateSync(text))),
  'deflate in base64': (text) => soap(base64(deflateRawSync(text))),
  hexadecimal: (text) => `payload: ${Buffer.from(text).toString('hex')}`,
  'hexadecimal capitals': (text) => `payload: ${Buffer.from(text).toString('hex').toUpperCase()}`,
  'bytes of a log': (text) => JSON.stringify({ MESSAGE: [...Buffer.from(text)] }),
  'bytes of Java': (text) => `body = [${[...new Int8Array(Buffer.from(text))].join(', ')}]`,
  'bytes of Python': (text) =>
    `b'${[...Buffer.from(text)].map((byte) => (byte > 32 && byte < 127 && byte !== 60 && byte !== 39 && byte !== 92 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')}'`,
  'escaped text': (text) => soap(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  CDATA: (text) => soap(`<![CDATA[${text.replaceAll(']]>', '')}]]>`),
}

/** Every reading that somebody may make of a text who wants what is in it; written apart from what is tested. */
function readings(text: string, depth = 3, seen = new Set<string>()): Set<string> {
  if (seen.has(text)) return seen
  seen.add(text)
  if (depth === 0) return seen
  const inner: string[] = [
    text
      .replaceAll(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\x([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\(["\\/])/g, '$1')
      .replaceAll('\\r', '\r')
      .replaceAll('\\n', '\n'),
    text
      .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll('+', ' '),
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text
      .replaceAll(/&#xD;/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  ].filter((one) => one !== text)
  const packs: Buffer[] = []
  for (const [run] of text.matchAll(/[\w+/-]{16,}(?:\s+[\w+/-]+)*/g)) {
    const plain = run.replaceAll(/\s/g, '')
    for (const skip of [0, 1, 2, 3]) packs.push(Buffer.from(plain.slice(skip), 'base64'))
    if (/^[\da-f]+$/i.test(plain)) packs.push(Buffer.from(plain, 'hex'))
  }
  for (const [run] of text.matchAll(/-?\d+(?:,\s*(?:-?\d+|\*+)){11,}/g))
    packs.push(Buffer.from(run.split(',').map((one) => (one.includes('*') ? 42 : Number(one) & 255))))
  for (const pack of packs) {
    for (const way of [gunzipSync, inflateSync, inflateRawSync])
      try {
        inner.push(way(pack, { maxOutputLength: 1_000_000 }).toString('utf8'))
      } catch {}
    for (const one of [
      pack.toString('latin1'),
      pack.toString('utf16le'),
      Buffer.from(pack.subarray(0, pack.length & ~1))
        .swap16()
        .toString('utf16le'),
    ])
      if (/[ -~\s]{24}/.test(one)) inner.push(one)
  }
  for (const one of inner) readings(one, depth - 1, seen)
  return seen
}

const leaks = (text: string): string[] => {
  const all = [...readings(text)]
  return [CARD, `"${CODE}"`, PASSWORD].filter((secret) => all.some((one) => one.includes(secret)))
}

describe('what stands in a message in another spelling', { timeout: 120_000 }, () => {
  it.each(Object.entries(WRAPPINGS))('is hidden: %s', (_, wrap) => {
    const wrapped = wrap(CARDED)
    // The oracle sees it.
    expect(leaks(wrapped)).toEqual([CARD, `"${CODE}"`, PASSWORD])
    const { text, cards, passwords } = concealMessage(wrapped)
    expect(text).toHaveLength(wrapped.length)
    expect(leaks(text)).toEqual([])
    expect(cards).toBeGreaterThanOrEqual(2)
    expect(passwords).toBeGreaterThanOrEqual(1)
  })

  it.each(Object.entries(WRAPPINGS))('is hidden in each of the others: %s', (_, outer) => {
    for (const [name, inner] of Object.entries(WRAPPINGS))
      expect([name, leaks(concealMessage(outer(inner(SMALL))).text)]).toEqual([name, []])
  })

  // A long row of numbers may look like a card's.
  it.each(Object.entries(WRAPPINGS).filter(([name]) => !/^(?:hexa|bytes of [a-zJ])/.test(name)))(
    'stays as it is where it is no secret: %s',
    (_, wrap) => {
      const wrapped = wrap(SAMPLE)
      expect(concealMessage(wrapped)).toMatchObject({ text: wrapped, cards: 0, passwords: 0, unread: 0 })
    },
  )

  it('leaves base64 and JSON that can be read again', () => {
    const { text } = concealMessage(WRAPPINGS['base64 in lines']?.(CARDED) ?? '')
    const shown = Buffer.from(/<xml>([^<]+)/.exec(text)?.[1] ?? '', 'base64').toString('utf8')
    expect(shown).toBe(concealMessage(CARDED).text)
    const { xml } = JSON.parse(concealMessage(JSON.stringify({ xml: CARDED })).text) as { xml: string }
    expect(xml).toContain('CardNumber="************5100" SeriesCode="****"')
  })

  it('grows with its length', () => {
    for (const [unit, deep] of [
      ['\\', 0],
      ['%25', 0],
      ['=3D', 0],
      ['A', 0],
      ['QUFB\n', 0],
      ['1,', 0],
      ['\\u00', 0],
      ['=\n', 0],
      ['ab', 0],
    ] as const) {
      const work = (length: number) => () => concealMessage(unit.repeat(length / unit.length))
      expect(fastGrowth(work(40_000), work(320_000 + deep), 40, 800), unit).toEqual([])
    }
    const bomb = base64(gzipSync(Buffer.alloc(50_000_000, 'a')))
    expect(concealMessage(soap(bomb)).unread).toBe(1)
  })
})

describe('what cannot be looked into', () => {
  const kept = (bytes: Buffer, charset?: string, keepsUnread = false): ReturnType<typeof keepableText> => {
    const decoded = decodeXml(bytes, charset)
    return keepableText(decoded, concealMessage(decoded.text), keepsUnread)
  }
  const noise = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7919 + at * at * 31) & 255))

  it.each([
    ['a picture', Buffer.concat([Buffer.from([0x89]), Buffer.from('PNG\r\n\u001a\n'), noise])],
    ['bytes of no kind', noise],
    ['gzip without a name', gzipSync(CARDED)],
    ['an encoding that is not known', Buffer.from(SAMPLE.replace('UTF-8', 'IBM037'))],
    ['uuencode', Buffer.from(`begin 644 a.xml\nM/#]X;6P@\n\`\nend\n`)],
  ])('is not kept, and why is told: %s', (_, bytes) => {
    const found = kept(bytes)
    expect(found).toMatchObject({ unread: 1, why: expect.any(String) as string })
    expect(found.text).toBeUndefined()
    expect(kept(bytes, undefined, true).text).toBeDefined()
  })

  it('nor what another encoding than the named one makes unreadable', () => {
    for (const [encoding, charset] of [
      ['utf8', 'utf-16le'],
      ['utf8', 'utf-16be'],
    ] as const) {
      const found = kept(Buffer.from(CARDED.replace(/^.*\n/, 'note: '), encoding), charset)
      expect(found.text, charset).toBeUndefined()
    }
    // Other scripts are text.
    const chinese = SAMPLE.replace('Late arrival', '晚到，请安排安静的房间和婴儿床，谢谢。'.repeat(400))
    expect(kept(Buffer.from(chinese)).text).toBe(chinese)
    expect(kept(Buffer.from(chinese, 'utf16le'), 'utf-16le').text).toBe(chinese)
  })

  it('is stars where the rest is kept: packed parts, and attachments that are no text', () => {
    const pack = base64(Buffer.concat([Buffer.from('PK\u0003\u0004'), noise]))
    const found = kept(Buffer.from(SAMPLE.replace('Late arrival', pack)))
    expect(found.unread).toBe(1)
    expect(found.text).not.toContain(pack.slice(0, 40))
    expect(found.text).toContain('<UniqueID')
    const mime = (bytes: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(`--B\r\nContent-Type: text/xml\r\n\r\n${SAMPLE}\r\n--B\r\nContent-Type: application/pdf\r\n\r\n`),
        bytes,
        Buffer.from('\r\n--B--\r\n'),
      ])
    const parts = kept(mime(Buffer.concat([Buffer.from('%PDF-1.7\n'), noise])))
    expect(parts.text).toBe(mime(Buffer.from('(not kept)')).toString('utf8'))
    expect(parts.unread).toBe(1)
    // A signature holds no card.
    const signed = SAMPLE.replace('Late arrival', `<ds:SignatureValue>${base64(noise)}</ds:SignatureValue>`)
    expect(kept(Buffer.from(signed))).toEqual({ text: signed, unread: 0 })
  })
})

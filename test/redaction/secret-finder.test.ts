import { describe, expect, it } from 'vitest'
import { createSecretFinder } from '../../src/redaction/secret-finder.js'
import { cpuTime } from '../support/cpu-time.js'

const SECRETS = [
  'zq7é+W/k"9&c<R>t=Ux4 vB',
  "dy4'Kp%8\\nF3§wG6",
  'pmß{5Xc}7Vb"1Nm,2Ql',
  `opq.Tk+8Vw/3~Zm_5Jr-7Hs=${'Qy2Lx9'.repeat(40)}`,
  'Kö%41&#98;\\u0063\\z9',
]

const bytewise = (text: string, form: (hex: string) => string): string =>
  [...Buffer.from(text)].map((byte) => form(byte.toString(16).padStart(2, '0'))).join('')
const unitwise = (text: string, form: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, at) => form(text.charCodeAt(at))).join('')
const escaped = (text: string): string => unitwise(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`)
const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64')
const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
const NAMES: Record<string, string> = {
  ß: 'szlig',
  é: 'eacute',
  ö: 'ouml',
  '§': 'sect',
  '!': 'excl',
  '(': 'lpar',
  '{': 'lbrace',
  '}': 'rcub',
  '/': 'sol',
  '+': 'plus',
  '%': 'percnt',
}
const named = (text: string): string => html(text).replaceAll(/[ßéö§!({}/+%]/g, (sign) => `&${NAMES[sign] ?? ''};`)
const inFours = (text: string, by: string): string => (text.match(/[^]{1,4}/g) ?? []).join(by)
const json = (text: string): string => JSON.stringify(text).slice(1, -1)

const SPELLINGS: [string, (secret: string) => string][] = [
  ['plain', (secret) => secret],
  ['upper case', (secret) => secret.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())],
  ['decomposed', (secret) => secret.normalize('NFD')],
  ['percent', encodeURIComponent],
  ['percent for every byte', (secret) => bytewise(secret, (hex) => `%${hex}`)],
  ['percent twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['a form', (secret) => new URLSearchParams({ a: secret }).toString().slice(2)],
  ['base64', base64],
  ['base64 without padding', (secret) => base64(secret).replace(/=+$/, '')],
  ['base64 for addresses', (secret) => Buffer.from(secret).toString('base64url')],
  ['base64 in an address', (secret) => encodeURIComponent(base64(secret))],
  ['base64 behind one byte', (secret) => base64(`x${secret}yz`)],
  ['base64 behind a name', (secret) => base64(`user:${secret}`)],
  ['base64 in lines', (secret) => base64(secret).replaceAll(/.{16}/g, '$&\r\n')],
  ['base64 of UTF-16', (secret) => base64(secret, 'utf16le')],
  ['hexadecimal', (secret) => bytewise(secret, (hex) => hex)],
  ['HEXADECIMAL', (secret) => bytewise(secret, (hex) => hex.toUpperCase())],
  ['a dump', (secret) => bytewise(secret, (hex) => `0x${hex}, `)],
  ['JSON', json],
  ['JSON escapes', escaped],
  ['JSON in JSON', (secret) => json(json(secret))],
  ['JSON escapes in JSON', (secret) => json(escaped(secret))],
  ['HTML', html],
  ['HTML of JSON', (secret) => html(json(secret))],
  ['HTML with names', (secret) => named(secret)],
  [
    'HTML with names, without semicolons',
    (secret) => named(secret).replaceAll(/(&(?:szlig|eacute|ouml|sect));/g, '$1'),
  ],
  ['capitals of all letters', (secret) => secret.toUpperCase()],
  ['HTML twice', (secret) => html(html(secret))],
  ['decimal entities', (secret) => unitwise(secret, (code) => `&#${code};`)],
  ['hexadecimal entities', (secret) => unitwise(secret, (code) => `&#x${code.toString(16).toUpperCase()};`)],
  ['quoted-printable', (secret) => bytewise(secret, (hex) => `=${hex.toUpperCase()}`)],
  ['quoted-printable in lines', (secret) => bytewise(secret, (hex) => `=${hex}`).replaceAll(/.{60}/g, '$&=\r\n')],
  ['blanks', (secret) => [...secret].join(' ')],
  ['fours and blanks', (secret) => inFours(secret, '  ')],
  ['fours and dashes', (secret) => inFours(secret, '-')],
  ['with markup', (secret) => inFours(html(secret).includes('&') ? '' : secret, '<b>')],
]

describe('a secret is found', () => {
  const finder = createSecretFinder(SECRETS)

  it.each(SPELLINGS)('as %s', (_name, spell) => {
    for (const secret of SECRETS) {
      const told = `the key is (${spell(secret)}), they say`
      if (spell(secret) === '') continue
      const shown = finder.replace(told, () => '[]')
      expect(shown, told).toMatch(/^the key is \([^)]{0,7}(?:\[\].{0,4})+\), they say$/s)
      expect(finder.isIn(told)).toBe(true)
    }
  })

  it('with what stands around it left alone', () => {
    const short = createSecretFinder(['abc', 'pin4', 'demo-value'])
    expect(short.replace('abc pin4 PIN4 p in-4 demo value, demo-value', () => '[]')).toBe('abc [] [] p in-4 [], []')
    expect(short.replace('nothing here: 2027-01-01, 7069-6e34', () => '[]')).toBe('nothing here: 2027-01-01, []')
    expect(short.isIn('')).toBe(false)
    expect(finder.replace(JSON.stringify({ a: SECRETS[2], b: 1 }), () => '[]')).toBe('{"a":"[]","b":1}')
  })

  it('in time that grows with the text alone', () => {
    for (const piece of ['%25', '&amp;', '\\', '<', '=\r\n', '<![CDATA[', '4Qy2Lx9', '0x', 'zq7'])
      expect(
        cpuTime(() => finder.replace(piece.repeat(Math.ceil(100_000 / piece.length)), () => '[]'), 2_000),
        piece,
      ).toBeLessThan(2_000)
  })

  it.each(SPELLINGS)('finds what a text that breaks off has of a secret, as %s', (_name, spell) => {
    for (const secret of SECRETS.slice(0, 3)) {
      const spelled = spell(secret)
      if (spelled === '') continue
      for (const less of [1, 2, 3, Math.floor(spelled.length / 3)]) {
        const torn = finder.replace(`{"note":"before ${spelled.slice(0, -less)}`, () => '***')
        expect(
          [torn.startsWith('{"note":"before '), torn.includes(spelled.slice(0, Math.ceil(spelled.length / 2)))],
          torn,
        ).toEqual([true, false])
      }
    }
  })

  it('leaves what only begins like a secret', () => {
    const ours = createSecretFinder(['sandbox-supplier'])
    for (const text of ['partner sandbox-distributor', 'sandbox-supply', 'a sandbox', 'sandbox-supplie and more'])
      expect(ours.replace(text, () => '***')).toBe(text)
  })
})

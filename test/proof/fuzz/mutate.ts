import { inflateRawSync } from 'node:zlib'
import { zip } from '../../support/workbook.js'

const BYTES_MAX = 300_000

/** Texts that readers have stumbled over, of every format. */
const ODD = [
  '',
  '"',
  "'",
  '""',
  '="1"',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\u001a',
  '\ufeff',
  '\u202e',
  '\u2028',
  '\u0085',
  '\ud800',
  '-',
  '--',
  '0',
  '-0',
  '1e999',
  '1e-999',
  '0x1F',
  '.',
  '1.',
  '99999999999999999999',
  '9007199254740993',
  '1.7976931348623157e308',
  '2027-02-30',
  '9999-12-31',
  '0000-00-00',
  '2027-01-05',
  '13/13/2027',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '~',
  '__proto__',
  'constructor',
  'toString',
  '{',
  '}',
  '[',
  ']',
  '{{',
  '[[',
  '{"a":',
  '[1,',
  ': ',
  '- ',
  '? ',
  '&a ',
  '*a',
  '<<: *a',
  '!!binary ',
  '!!set ',
  '!<x> ',
  '---\n',
  '...\n',
  '|\n',
  '>-\n',
  '%YAML 1.1\n',
  '# ',
  '<',
  '>',
  '</',
  '/>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?x ',
  '?>',
  '&amp;',
  '&#0;',
  '&#xffffffff;',
  '&x;',
  'xmlns="',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  'r="A1"',
  ' t="s"',
  '<v>',
  '=1+1',
  '@SUM(',
  '%',
  '%00',
  '\\u0000',
  '\\ud800',
  '\\',
  '$',
  '${x}',
  '*',
  '(',
  '[a-',
  'EUR',
  '€',
  'mon,tue',
  'MO-SU',
]
const ODD_BYTES = ['c0af', 'eda080', 'f5808080', 'ff', 'fffe', '00', '80'].map((hex) => Buffer.from(hex, 'hex'))

/** Changes bytes, words and stretches of foreign data, the same for the same random numbers. */
export class Mutator {
  constructor(private readonly random: () => number) {}

  below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  /** One to six changes. A workbook is changed within one of its parts. */
  mutate(seed: Buffer, other: Buffer): Buffer {
    if (seed.subarray(0, 2).toString('latin1') === 'PK' && this.random() < 0.9) return this.inArchive(seed)
    let bytes = seed
    for (let changes = 1 + this.below(6); changes > 0; changes -= 1)
      bytes = this.change(bytes, other).subarray(0, BYTES_MAX)
    return bytes
  }

  private inArchive(bytes: Buffer): Buffer {
    const parts = partsOf(bytes)
    const name = this.pick(Object.keys(parts))
    const content = parts[name] as Buffer
    return zip({ ...parts, [name]: this.mutate(content, parts[this.pick(Object.keys(parts))] as Buffer) })
  }

  private change(bytes: Buffer, other: Buffer): Buffer {
    const [from, until] = this.stretch(bytes)
    const put = (middle: Buffer, to = from): Buffer =>
      Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)])
    switch (this.below(10)) {
      case 0:
        return put(Buffer.from([this.below(256)]), Math.min(bytes.length, from + 1))
      case 1:
        return put(Buffer.from(this.pick(ODD)))
      case 2:
        return put(Buffer.from(this.pick(ODD)), until)
      case 3:
        return put(this.pick(ODD_BYTES))
      case 4:
        return put(Buffer.alloc(0), until)
      case 5:
        return put(bytes.subarray(from, until))
      case 6:
        return put(repeated(bytes.subarray(from, until), 10 ** (1 + this.below(5))), until)
      case 7:
        return put(repeated(Buffer.from(this.pick(ODD)), 10 ** (1 + this.below(5))))
      case 8:
        return put(other.subarray(...this.stretch(other)), until)
      default:
        return this.atToken(bytes)
    }
  }

  private stretch(bytes: Buffer): [number, number] {
    const from = this.below(bytes.length + 1)
    return [from, Math.min(bytes.length, from + this.below(this.pick([4, 20, 200, 2000])))]
  }

  /** Replaces a word or a number, so that the form stays whole. */
  private atToken(bytes: Buffer): Buffer {
    const tokens = [
      ...bytes
        .toString('latin1')
        .slice(0, 50_000)
        .matchAll(/[\w.-]+/g),
    ]
    if (tokens.length === 0) return bytes
    const { 0: token, index } = this.pick(tokens)
    const word =
      this.random() < 0.3
        ? Buffer.from(token.repeat(10 ** this.below(5)))
        : Buffer.from(this.random() < 0.5 ? this.pick(ODD) : this.pick(tokens)[0])
    return Buffer.concat([bytes.subarray(0, index), word, bytes.subarray(index + token.length)])
  }
}

function repeated(part: Buffer, times: number): Buffer {
  return Buffer.concat(
    Array.from({ length: Math.min(times, Math.ceil(BYTES_MAX / Math.max(1, part.length))) }, () => part),
  )
}

function partsOf(bytes: Buffer): Record<string, Buffer> {
  const parts: Record<string, Buffer> = {}
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 46, 'latin1')
  ) {
    const [method, packed, length, offset] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const content = bytes.subarray(start, start + packed)
    parts[bytes.toString('utf8', at + 46, at + 46 + length)] = method === 0 ? content : inflateRawSync(content)
  }
  return parts
}

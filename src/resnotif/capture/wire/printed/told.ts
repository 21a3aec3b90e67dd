import { ownTable } from '../../../../foreign-text.js'
import type { HeadByte } from './ends.js'

/** What the line of a packet tells of it. */
export interface ToldPacket {
  /** All of it, with the options of TCP. */
  line: string
  from: string
  to: string
  flags: string
  /** Bytes of what it holds. */
  length: number
}

const OPTION_BYTES = ownTable<number>({ mss: 4, TS: 10, wscale: 3, sackOK: 2, nop: 1, eol: 1 })

const namedIn = (line: string): string[] => /, options \[([^\]]{1,300})\]/.exec(line)?.[1]?.split(',') ?? []

/** Bytes of the options that a line names, filled up to whole words. */
export function optionBytes(line: string): number {
  const bytes = namedIn(line).reduce((sum, one) => {
    const [name = ''] = one.split(' ')
    const stretches = /^sack (\d)/.exec(one)?.[1]
    return sum + (stretches === undefined ? (OPTION_BYTES[name] ?? 0) : 2 + 8 * Number(stretches))
  }, 0)
  return Math.ceil(bytes / 4) * 4
}

const anyOf = (count: number): HeadByte[] => Array.from({ length: count }, () => undefined)
const bytesOf = (value: number, count: number): HeadByte[] =>
  Array.from({ length: count }, (_, at) => [Math.floor(value / 256 ** (count - 1 - at)) % 256])

const NUMERIC = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\./
const PORT = /\.(\d{1,5})$/

function addressOf(host: string, isOld: boolean): HeadByte[] {
  const numbers = isOld ? NUMERIC.exec(host)?.slice(1) : undefined
  return numbers?.map((one) => [Number(one)]) ?? anyOf(isOld ? 4 : 16)
}

function portOf(host: string): HeadByte[] {
  const port = PORT.exec(host)?.[1]
  return port === undefined ? anyOf(2) : bytesOf(Number(port), 2)
}

const FLAGS = { F: 1, S: 2, R: 4, P: 8, '.': 16, U: 32, E: 64, W: 128 }

const flagsOf = (flags: string): number =>
  Object.entries(FLAGS).reduce((sum, [letter, bit]) => sum + (flags.includes(letter) ? bit : 0), 0)

/** The options of a head in their order, and what fills them up; any bytes where one of them is not known here. */
function optionsOf(line: string, count: number): HeadByte[] {
  const bytes: HeadByte[] = []
  for (const option of namedIn(line)) {
    const own = optionOf(option)
    if (own === undefined) return anyOf(count)
    bytes.push(...own)
  }
  return bytes.length > count ? anyOf(count) : [...bytes, ...anyOf(count - bytes.length)]
}

function optionOf(option: string): HeadByte[] | undefined {
  const [name = '', ...values] = option.split(' ')
  const [first, second] = values.filter((one) => /^\d{1,10}$/.test(one)).map(Number)
  if (name === 'nop') return [[1]]
  if (name === 'eol') return [[0]]
  if (name === 'sackOK') return [[4], [2]]
  if (first === undefined) return undefined
  if (name === 'mss') return [[2], [4], ...bytesOf(first, 2)]
  if (name === 'wscale') return [[3], [3], ...bytesOf(first, 1)]
  if (name === 'sack') return [[5], [2 + 8 * first], ...anyOf(8 * first)]
  return name === 'TS' && second !== undefined ? [[8], [10], ...bytesOf(first, 4), ...bytesOf(second, 4)] : undefined
}

/** The bytes of the heads of IP and TCP of a packet, as far as its line tells them. */
export function headsOf({ line, from, to, flags, length }: ToldPacket, isOld: boolean): HeadByte[] {
  const options = optionBytes(line)
  const own = 20 + options
  const ip: HeadByte[] = isOld
    ? [[0x45], undefined, ...bytesOf(20 + own + length, 2), ...anyOf(2), [0, 0x40], [0], undefined, [6], ...anyOf(2)]
    : [undefined, ...anyOf(3), ...bytesOf(own + length, 2), [6], undefined]
  const window = /, win (\d{1,5})(?=,)/.exec(line)?.[1]
  return [
    ...ip,
    ...addressOf(from, isOld),
    ...addressOf(to, isOld),
    ...portOf(from),
    ...portOf(to),
    ...anyOf(8),
    [own * 4],
    [flagsOf(flags)],
    ...(window === undefined ? anyOf(2) : bytesOf(Number(window), 2)),
    ...anyOf(2),
    ...(flags.includes('U') ? anyOf(2) : bytesOf(0, 2)),
    ...optionsOf(line, options),
  ]
}

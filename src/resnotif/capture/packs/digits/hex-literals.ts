import type { Traced } from '../../bytes/index.js'

interface Literal {
  /** With what stands before its digits. */
  start: number
  /** Of the first digit. */
  digits: number
  end: number
}

/** How dumps of databases write bytes: `\x3c…` of PostgreSQL, `0x3C…` of MySQL and SQL Server, `X'3c…'` of SQLite, and calls that take digits. Shorter ones hold no notification. */
const LITERAL =
  /(?:\\{1,4}[xX]|(?<!\w)0[xX]|(?<![\w'])[xX]'|\b(?:unhex|hextoraw|decode)[ \t]{0,9}\([ \t]{0,9}')((?:[\da-fA-F]{2}){200,})/gi

/** Bytes that stand in a text as one literal. */
export function* literalsIn(view: string): Generator<Literal> {
  for (const { index, 0: whole, 1: digits = '' } of view.matchAll(LITERAL))
    yield { start: index, digits: index + whole.length - digits.length, end: index + whole.length }
}

/** What a literal holds, each byte with its place. */
export function decodeLiteral(of: Traced, view: string, { digits, end }: Literal): Traced {
  return {
    bytes: Buffer.from(view.slice(digits, end), 'hex'),
    isExact: of.isExact,
    origin: (at) => of.origin(Math.min(digits + at * 2, end)),
  }
}

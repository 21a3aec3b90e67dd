import { decodeEntities } from '../cards/index.js'
import { type Concealer, concealMessage, isBinary, STARS } from '../conceal/index.js'
import { hideAddress } from '../address/index.js'

/** What a PMS sent instead of a message of OpenTravel. */
export interface Said {
  /** What it is, as a part of a sentence. */
  kind: 'nothing' | 'a web page' | 'JSON' | 'text' | 'XML' | 'XML that cannot be read' | 'bytes that are no text'
  /** Its words on one line, at most `SAID_MAX` characters, without card numbers and passwords. */
  text?: string
}

const SAID_MAX = 1_000
const LOCATION_MAX = 500
/** How much of a body is looked at, and beyond it, so that nothing is cut in two before it is recognised. */
const LOOK_MAX = 20_000
const MARGIN = 500

/** Reads a body that is no answer to a notification: a web page by its words, anything else as it stands. */
export function readSaid(body: string, isXml: boolean, concealer: Concealer): Said {
  const start = concealMessage(concealer.text(body.slice(0, LOOK_MAX + MARGIN)))
    .text.slice(0, LOOK_MAX)
    .trim()
  if (start === '') return { kind: 'nothing' }
  // What is in them is not known, a card number perhaps.
  if (isBinary(start)) return { kind: 'bytes that are no text' }
  const isPage = /<!doctype html|<html[\s>]|<body[\s>]/i.test(start.slice(0, 2_000))
  const kind = isPage
    ? 'a web page'
    : isXml
      ? 'XML'
      : /^<[?!\p{L}]/u.test(start)
        ? 'XML that cannot be read'
        : /^[{[]/.test(start)
          ? 'JSON'
          : 'text'
  const words = isPage ? start.replaceAll(/<(script|style)\b[^<>]*>[^<]*/gi, ' ').replaceAll(/<[^<>]*>/g, ' ') : start
  const line = concealer.text(decodeEntities(words).replaceAll(/\s+/g, ' ')).trim()
  return { kind, ...(line === '' ? {} : { text: line.length > SAID_MAX ? `${line.slice(0, SAID_MAX)}…` : line }) }
}

/** Where a Location points, resolved against the address that was asked; as it stands where it is no address. */
export function readLocation(
  header: string | undefined,
  from: string | undefined,
  concealer: Concealer,
): string | undefined {
  const location =
    header === undefined
      ? undefined
      : concealer
          .text(header.slice(0, LOCATION_MAX + MARGIN))
          .slice(0, LOCATION_MAX)
          .trim()
  if (location === undefined || location === '') return undefined
  if (from === undefined || !URL.canParse(location, from))
    return hideAddress(location.replace(/^([a-z]{1,9}:\/\/)[^/?#@]{0,400}@/i, `$1${STARS}@`))
  const url = new URL(location, from)
  if (url.username !== '' || url.password !== '') Object.assign(url, { username: STARS, password: '' })
  return hideAddress(url.href)
}

/** The ways to sign in that a 401 offers, such as `Basic`. */
export function readSchemes(header: string | undefined): string[] {
  return [
    ...new Set(
      [
        ...(header ?? '')
          .slice(0, 500)
          .replaceAll(/"[^"]*"/g, '""')
          .matchAll(/(?:^|,)\s*([A-Za-z][A-Za-z0-9-]{0,30})(?=\s|,|$)(?!\s*=)/g),
      ].map(([, scheme]) => scheme as string),
    ),
  ]
}

import { findingAt, type LintFinding } from '../../finding/index.js'
import type { MessageReservation } from '../../read/index.js'
import { inOneLine, lettersNamed, walkNodes, type XmlNode } from '../../xml/index.js'

/** Texts of UTF-8 that a program read as Latin-1 or Windows-1252 and wrote as UTF-8 again: `MÃ¼ller` for `Müller`. */
export function checkMisread({ node: reservation }: MessageReservation): LintFinding[] {
  return [...walkNodes(reservation)].flatMap((node) => [
    ...node.attributes.flatMap(({ name, value }) => misreadAt(node, name, value)),
    ...misreadAt(node, undefined, node.text),
  ])
}

/** Longer texts are looked at in their beginning. */
const LOOKED = 10_000
const SHOWN = 60

function misreadAt(node: XmlNode, attribute: string | undefined, text: string): LintFinding[] {
  const given = text.slice(0, LOOKED)
  const meant = meantBy(given)
  if (meant === undefined) return []
  const [found, expected] = [given, meant].map((one) => [...inOneLine(one)].slice(0, SHOWN).join(''))
  return [findingAt('letters-misread', node, attribute, { found: found ?? '', expected: `probably ${expected ?? ''}` })]
}

/** How often a text may have gone through it. */
const TIMES = 3

/** What a text was before it was read in the wrong encoding; undefined of any other text. */
export function meantBy(text: string): string | undefined {
  let meant: string | undefined
  for (let at = 0; at < TIMES; at++) {
    const before = readAgain(meant ?? text)
    if (before === undefined) break
    meant = before
  }
  return meant
}

const LETTERS = lettersNamed('windows-1252') ?? ''
/** The bytes of letters: of Windows-1252, and of Latin-1, in which the same bytes are control characters. */
const BYTES: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 128 }, (_, at): [string, number] => [String.fromCharCode(at + 128), at + 128]),
  ...Array.from(LETTERS, (letter, byte): [string, number] => [letter, byte]).slice(128),
])

const BEYOND_ASCII = /\P{ASCII}+/gu

/** Each run of letters beyond ASCII is whole UTF-8, and one of them at least cannot be what somebody wrote. */
function readAgain(text: string): string | undefined {
  let isSure = false
  let isWhole = true
  const meant = text.replaceAll(BEYOND_ASCII, (run, at: number) => {
    const decoded = isWhole ? decodedIn(run) : undefined
    if (decoded === undefined) {
      isWhole = false
      return run
    }
    isSure ||= isMisread(run, decoded, { before: text[at - 1] ?? '', after: text[at + run.length] ?? '', text })
    return decoded
  })
  return isWhole && isSure ? meant : undefined
}

function decodedIn(run: string): string | undefined {
  const bytes = [...run].map((letter) => BYTES.get(letter))
  if (bytes.length < 2 || bytes.includes(undefined)) return undefined
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes as number[]),
    )
    return CONTROL.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

const CONTROL = /[\u0080-\u009f]/u

/** Scripts of which a program reads several letters together: one alone in a word of Latin letters was hardly meant. */
const SCRIPTS: readonly RegExp[] = [
  /^\p{Script=Cyrillic}+$/u,
  /^\p{Script=Greek}+$/u,
  /^\p{Script=Hebrew}+$/u,
  /^\p{Script=Arabic}+$/u,
  /^\p{Script=Armenian}+$/u,
  /^\p{Script=Georgian}+$/u,
  /^\p{Script=Thai}+$/u,
  /^\p{Script=Devanagari}+$/u,
  /^\p{Script=Bengali}+$/u,
  /^\p{Script=Tamil}+$/u,
  /^\p{Script=Hangul}+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+$/u,
]
/** Latin letters that names are written with. */
const LATIN = /^[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u01cd-\u01dc\u0218-\u021b\u1e00-\u1eff]$/u
/** Signs that may well stand behind a capital letter: `IRMÃ…`, `CAFÉ»`. */
const SIGNS =
  /^[\u00a0\u00aa\u00ab\u00ae\u00b0\u00b4\u00b7\u00ba\u00bb\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2039\u203a\u2122]$/u
const LOWER = /^\p{Ll}$/u
const LETTER = /^\p{L}$/u
/** Quotes, dashes and dots of typesetting: `â€™`. */
const TYPESET = /[\u2010-\u2015\u2018-\u201e\u2022\u2026]/u

interface Around {
  before: string
  after: string
  text: string
}

/** Whether a run of letters can hardly have been written as it stands. */
function isMisread(run: string, decoded: string, around: Around): boolean {
  const letters = [...decoded].filter((one) => LETTER.test(one))
  if (letters.length === 0) return TYPESET.test(decoded)
  if (letters.every((one) => LATIN.test(one))) return isLatinMisread(run, decoded, around)
  const isWord = letters.length > 1 || around.text.trim() === run
  return isWord && SCRIPTS.some((script) => script.test(letters.join('')))
}

function isLatinMisread(run: string, decoded: string, { before, after }: Around): boolean {
  if ([...decoded].length > 1) return true
  const [lead = '', sign = ''] = [...run]
  if (!SIGNS.test(sign)) return true
  // Of three letters, the first is a small one that may end a word.
  if (lead === lead.toLowerCase()) return LETTER.test(after)
  if (LOWER.test(before)) return true
  return (
    sign !== '\u00a0' &&
    (LOWER.test(after) || (lead === 'Ã' && LETTER.test(after) && !/[\u2018\u2019\u00b4]/.test(sign)))
  )
}

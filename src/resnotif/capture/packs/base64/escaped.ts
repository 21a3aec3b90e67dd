import { Rewriting, type Traced } from '../../bytes/index.js'
import { isSign } from './runs.js'

/** A text with the signs of base64 that were escaped in it as they are. */
export interface Escaped {
  plain: Traced
  /** Whether any that was escaped stands in a stretch of it. */
  isIn(start: number, end: number): boolean
  /** What stands there as blanks may be some, and words may follow: what comes out has to prove it. */
  isGuess: boolean
}

/** `%2B` of a form, encoded however often, `\/` and `\u002b` of JSON, `&#43;` of XML, `=3D` of quoted-printable, and line ends of a form. */
const ESCAPE =
  /%(?:25){0,8}(2[bBfF]|3[dD]|0[aAdD])|\\{1,8}(?:(\/)|(?:u00|x)(2[bBfF]|3[dD]))|&(?:amp;){0,3}(?:#0{0,4}(43|47|61)|#[xX]0{0,4}(2[bBfF]|3[dD])|(plus|sol|equals));|=(2[bBfF]|3[dD])/g
const NAMES = new Map([
  ['plus', '+'],
  ['sol', '/'],
  ['equals', '='],
])

/** A line of quoted-printable that goes on in the next one. */
const SOFT = /=\r?\n/g
const SOFT_WIDTH = 77

/** How a message, or what packs one, begins in base64, as a value: gzip, zlib, zip, XML. */
const VALUE = /(?<=^|[=:"'>\n([{,][ \t]?)(?:H4sI|e(?:A[E-H]|F[4-7]|J[w-z]|N[o-r])|UEsDB|P[A-D]|77u\/P)/g
/** Words of a sentence are shorter than what stands between two blanks that were pluses. */
const APART_MIN = 12
const VALUE_MIN = 200

interface Sign {
  at: number
  end: number
  sign: string
}

/** The readings of a text in which signs of base64 were escaped: with the escapes taken off, and with pluses for the blanks that a form made of them. */
export function* escapedIn(of: Traced, view: string): Generator<Escaped> {
  const escapes = [...escapesIn(view)]
  const softs = softBreaksIn(view)
  const signs = softs.length === 0 ? escapes : [...escapes, ...softs].toSorted((a, b) => a.at - b.at)
  if (signs.length > 0) yield { ...without(of, signs, view.length), isGuess: false }
  const blanks = [...blanksIn(view)]
  if (blanks.length > 0) yield { ...without(of, blanks, view.length), isGuess: true }
}

function* escapesIn(view: string): Generator<Sign> {
  let last = -1
  for (const {
    index: at,
    0: whole,
    1: percent,
    2: slash,
    3: unit,
    4: code,
    5: hex,
    6: name = '',
    7: quoted,
  } of view.matchAll(ESCAPE)) {
    const end = at + whole.length
    const isBehindSign = at === last || isSign(view.charCodeAt(at - 1))
    if (!isBehindSign) continue
    last = end
    const digits = percent ?? unit ?? hex ?? quoted
    const number = digits === undefined ? Number(code) : Number.parseInt(digits, 16)
    yield { at, end, sign: slash ?? NAMES.get(name) ?? String.fromCharCode(number) }
  }
}

/** Where lines of quoted-printable go on: two below each other at least, since base64 ends with the same sign. */
function softBreaksIn(view: string): Sign[] {
  const found: Sign[] = []
  let above: Sign | undefined
  let isPut = false
  for (const { index: at, 0: whole } of view.matchAll(SOFT)) {
    const one = { at, end: at + whole.length, sign: '' }
    const isNext = above !== undefined && at - above.end < SOFT_WIDTH && !view.slice(above.end, at).includes('\n')
    if (isNext && above !== undefined && !isPut) found.push(above)
    if (isNext) found.push(one)
    isPut = isNext
    above = one
  }
  return found
}

/** Blanks in values that begin as base64 does, where nothing but signs of it stands between them. */
function* blanksIn(view: string): Generator<Sign> {
  let floor = 0
  for (const { index } of view.matchAll(VALUE)) {
    if (index < floor) continue
    const blanks: Sign[] = []
    let at = index
    for (; at < view.length; at++) {
      if (isSign(view.charCodeAt(at))) continue
      if (!BLANKS.test(view.slice(at, at + ROW_MAX + 1))) break
      blanks.push(plusAt(at))
    }
    // What ends with pluses is a whole group with them.
    for (; view[at] === ' ' && (at - index) % 4 > 1; at++) blanks.push(plusAt(at))
    floor = at
    if (at - index >= Math.max(VALUE_MIN, (blanks.length + 1) * APART_MIN)) yield* blanks
  }
}

const plusAt = (at: number): Sign => ({ at, end: at + 1, sign: '+' })
/** Pluses in a row. */
const ROW_MAX = 4
const BLANKS = /^ {1,4}[\w+/=-]/

function without(of: Traced, signs: readonly Sign[], length: number): Omit<Escaped, 'isGuess'> {
  const rewriting = new Rewriting(of)
  const places: number[] = []
  let [from, shorter] = [0, 0]
  for (const { at, end, sign } of signs) {
    rewriting.keep(from, at)
    rewriting.put(sign, at)
    places.push(at - shorter)
    shorter += end - at - sign.length
    from = end
  }
  rewriting.keep(from, length)
  return {
    plain: rewriting.end(),
    isIn(start, end) {
      let [low, high] = [0, places.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((places[middle] as number) < start) low = middle + 1
        else high = middle
      }
      return (places[low] ?? Number.POSITIVE_INFINITY) < end
    },
  }
}

import { runsIn } from './runs.js'
import { coverOf, isPieces, MARKER } from '../../words/index.js'

interface Stretch {
  start: number
  end: number
}

const START_TAG = new RegExp(`<(?:[\\w.-]{1,40}:)?${MARKER}`)
/** What was written down in several lines stands in lines that follow each other, whatever stands before each of them. */
const APART_MAX = 2_000

/** Where messages or pieces of them stand in base64, outside of all that was found. */
export function packedIn(view: string, found: readonly Stretch[]): number[] {
  const places: number[] = []
  const isFound = coverOf(found)
  let [start, last] = [0, -APART_MAX - 1]
  let texts: string[] = []
  const close = (): void => {
    const text = texts.join(' ')
    if (START_TAG.test(text) || isPieces([text])) places.push(start)
    texts = []
  }
  for (const { start: index, end } of runsIn(view)) {
    if (isFound(index, end)) continue
    const shown = shownIn(view.slice(index, end))
    if (shown === '') continue
    if (index - last > APART_MAX) close()
    if (texts.length === 0) start = index
    texts.push(shown)
    last = end
  }
  close()
  return places
}

/** What a run shows of XML in any of four alignments: the beginning of a group may be lost, or letters before it that are none. @param depth how often it may be packed in itself */
function shownIn(run: string, depth = DEPTH_MAX): string {
  for (let shift = 0; shift < 4; shift++) {
    const text = Buffer.from(run.slice(shift), 'base64').toString('latin1')
    if (NAMES.test(text)) return text
    const inner = depth === 0 ? '' : innerRun(text)
    const shown = inner === '' ? '' : shownIn(inner, depth - 1)
    if (shown !== '') return shown
  }
  return ''
}

/** A long run of base64 in what a run holds, its lines put together: no other bytes have as many of its signs in a row. */
function innerRun(text: string): string {
  for (const { start, end } of runsIn(text))
    if (end - start >= INNER_MIN) return text.slice(start).replaceAll(/\r?\n/g, '')
  return ''
}

/** Base64 within base64, once more than is in use. */
const DEPTH_MAX = 2
const INNER_MIN = 64
const NAMES = /Hotel|Room|Guest|Rate|Person|Profile|Name>/

import { wordOf } from '../doubts/index.js'
import { isObject } from '../echo/index.js'
import type { Judging } from '../rules/index.js'
import { saidOfRead, toldIn } from './said-of-read.js'
import { notesIn, textsIn } from './said.js'

/** What an answer to a look-up says in words: it stands in for the answer to a write, so its texts are told by the same rule as that one's. */

/** Words with which a service says that it has found something. */
const PLAIN: ReadonlySet<string> = new Set(
  `
  ok okay done success successful successfully completed complete request requests query search lookup look up response result results record records row rows item items data details detail
  reservation reservations booking bookings property properties hotel hotels room rooms found retrieved fetched returned loaded listed read matched match matches
  the a an one your this has have been was were is are for with by of id and all
`
    .trim()
    .split(/\s+/),
)
const MOST_ROWS = 50
const MOST = 20

/** @returns texts as they stand, each once */
export function saidOfLookUp(judging: Judging): { warnings: string[]; additions: string[] } {
  const { heard, context } = judging
  const { names, fields, labels } = context
  const { body } = heard
  const { warnings, additions } = saidOfRead(judging)
  const [first = 'result'] = names.result
  const key = first.split('.')[0] as string
  const payload = isObject(body)
    ? (names.result.map((name) => body[name.split('.')[0] as string]).find((value) => value !== undefined) ?? body)
    : body
  const rows = [payload].flat().filter(isObject).slice(0, MOST_ROWS)
  const texts = [
    ...(payload === body ? [] : textsIn(body, names, fields, false)),
    // Each row as an answer of its own.
    ...rows.flatMap((row) => [
      ...textsIn({ [key]: row }, names, fields, false),
      ...notesIn({ [key]: row }, names, fields),
    ]),
  ]
    .map(({ value }) => value.trim())
    .filter((text) => !isPlain(text) && wordOf(text, labels) !== 'yes')
  // What stands as a text already is not told by its name once more.
  const members = [...additions, ...rows.flatMap((row) => toldIn(row, fields))].filter(
    (text) => !texts.includes(text.replace(/^\w{1,60}: /, '')),
  )
  const told = [...texts, ...members].filter((text) => !warnings.includes(text))
  return { warnings, additions: [...new Set(told)].slice(0, MOST) }
}

function isPlain(text: string): boolean {
  return (
    text.length <= 200 &&
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .every((word) => word === '' || PLAIN.has(word) || /^[1-9]\d{0,3}$/.test(word))
  )
}

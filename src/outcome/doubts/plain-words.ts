/** Whether a sentence says of what was asked for that it is not there, and no more. */
import { ASKED, ID_WORDS, isFillerInPlace, JOINS, saysOfIt, type Sentence, tellsOfWhichId } from './filler.js'

/** Words of a sentence that says of something that it is not there. `null`, `undefined` and the like are not: a program writes them where it has lost what it was asked for. */
const PLAIN: ReadonlySet<string> = new Set(
  `
  no not none nothing never unknown missing cannot can could be been was were is are has have had do does did doesn don didn isn wasn aren weren couldn t unable to
  find finding found locate exist exists existing known there any a an the this that these those such it of with for by having under which whose and or we our sorry
  given requested provided specified supplied specific corresponding matching match matches matched your id ids identifier identifiers number numbers code reference value key name
  belong belongs thing things resource entity object item record records result results row rows exception error err http status api empty list
`
    .trim()
    .split(/\s+/),
)
/** Words of success beside an empty list. */
const OF_SUCCESS: ReadonlySet<string> = new Set(
  'ok okay success successful successfully request requests query search lookup look up completed complete done returned returns 200'.split(
    ' ',
  ),
)
/** What the things are called that an endpoint looks up: the first list names them, the second stands beside. */
const KINDS: Readonly<Record<string, readonly [kinds: string, beside: string]>> = {
  reservation: ['reservation reservations booking bookings stay stays', ''],
  property: ['property properties hotel hotels house houses accommodation accommodations', 'hub switch hubswitch'],
  propertyInfo: ['property properties hotel hotels house accommodation information info', 'content'],
  unit: ['unit units room rooms apartment apartments', ''],
  room: ['property hotel hotels house accommodation', 'hub switch hubswitch'],
}
const OF_CODE: ReadonlySet<string> = new Set(['status', 'error', 'err', 'http'])
/** What may follow the name of the thing: anything else may be the name of another one. */
const FOLLOW: ReadonlySet<string> = new Set(
  `
  not no does do did doesn don didn is isn are aren was wasn were weren has have had could couldn cannot can unable unknown missing found exist exists existing known with for by having under of which whose that matching matches match matched
  corresponding given requested provided specified supplied belongs belong to and or record records list id ids identifier identifiers number numbers code reference key value name in there exception error channelid bookingid reservationid hubswitchid propertyid hotelid unitid
  it we sorry status http
`
    .trim()
    .split(/\s+/),
)
/** Each says "not" by itself: a second "not" beside it makes it a name. */
const ALONE: ReadonlySet<string> = new Set(['none', 'unknown', 'missing', 'nothing', 'empty', 'zero', 'never'])
const NEGATIONS: ReadonlySet<string> = new Set([
  ...ALONE,
  'no',
  'not',
  'cannot',
  'unable',
  'doesn',
  'don',
  'didn',
  'isn',
  'wasn',
  'aren',
  'weren',
  'couldn',
])
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const PHRASES =
  /\bin (?:the|our) (?:system|database|records)\b|\b(?:external |channel[ -]{0,3})(?=(?:booking|reservation|id\b|identifier))/g
const CHANNEL_ID = /\bchannel[ _-]{0,3}id/i
const IN_BRACKETS = /^[[{(]channel[ _-]{0,3}id ?[=:]? ?["']?\uE000["']?[)}\]]/i
const OF_NOT = words('no not cannot none nothing unknown missing any')
const MOST = 2_000

/** The first letters of an endpoint key, which say what is looked up. */
function kindsOf(label: string): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const [kinds, beside] = KINDS[/^[a-zA-Z]{1,20}/.exec(label)?.[0] ?? ''] ?? [
    Object.values(KINDS)
      .map(([names]) => names)
      .join(' '),
    '',
  ]
  return [new Set(kinds.split(' ')), new Set(beside.split(' ').filter((word) => word !== ''))]
}

const isJoined = (text: string, at: number, step: 1 | -1): boolean => {
  const [next = '', further = ''] = [text[at] ?? '', text[at + step] ?? '']
  return /[\p{L}\p{N}_]/u.test(next) || (/[-./+~@#]/.test(next) && /[\p{L}\p{N}_]/u.test(further))
}

/** A text with a mark for each value that was asked for where it stands as a whole word: CH-10 is not CH-1. */
export function withMarks(text: string, asked: readonly string[]): string {
  let left = text.slice(0, MOST).replaceAll(ASKED, ' ')
  for (const one of asked) {
    let from = 0
    for (let at = left.indexOf(one); at !== -1; at = left.indexOf(one, from)) {
      const end = at + one.length
      if (isJoined(left, at - 1, -1) || isJoined(left, end, 1)) from = at + 1
      else {
        left = `${left.slice(0, at)}${ASKED}${left.slice(end)}`
        from = at + 1
      }
    }
  }
  return left
}

/** A text in single words: `RESERVATION_NOT_FOUND` and `ReservationNotFound` are three each. */
function wordsOf(marked: string): string[] {
  const plain = marked
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/['’_]/g, ' ')
    .replace(PHRASES, ' ')
  return plain.split(/[^\p{L}\p{N}\uE000]+/u).filter((word) => word !== '')
}

/**
 * Whether a sentence with a channel id says of the thing that it is not there, and not of the channel: it joins the thing to the id ("no reservation with this
 * channel id"), or says "no" of the thing behind it ("channel id 7 belongs to no reservation"). A word that only stands beside joins nothing.
 */
function namesThingByChannelId(marked: string, kinds: ReadonlySet<string>): boolean {
  const at = CHANNEL_ID.exec(marked)?.index ?? 0
  const before = wordsOf(marked.slice(0, at))
  const after = wordsOf(marked.slice(at))
  const isThing = (word: string | undefined): boolean => word !== undefined && kinds.has(word)
  const thing = before.findLastIndex(isThing)
  // `Reservation{channelId=7}` is the thing itself.
  if (thing >= 0 && thing === before.length - 1 && IN_BRACKETS.test(marked.slice(Math.max(0, at - 1)))) return true
  if (thing >= 0) {
    const isDenied = before.some((word, place) => OF_NOT.has(word) && Math.abs(place - thing) <= 4)
    return isDenied || before.slice(thing + 1).some((word) => JOINS.has(word))
  }
  return after.some((word, place) => {
    const next = after[place - 1] === 'such' ? place - 2 : place - 1
    return isThing(word) && ['no', 'any'].includes(after[next] ?? '')
  })
}

/** What a template leaves where it had no value: empty quotes, brackets, two blanks, a blank before a full stop. */
function hasGap(marked: string): boolean {
  const bare = marked
    .trim()
    .replaceAll(new RegExp(`[[{<("'\`]{0,2}(?:\\w{1,30} ?[=:] ?)?["'\`#]?${ASKED}["'\`]?[\\])}>"'\`]{0,2}`, 'g'), ASKED)
  return /[[\]{}<>$%#*^~|\\=?]|\(\s{0,9}\)|["'`‘’“”«»]\s{0,9}["'`‘’“”«»]|[ \t]{2}| [.,:;](?:\s|$)| - (?:not|does|was|is|could)\b/.test(
    bare,
  )
}

function isNumberInPlace(words: readonly string[], at: number, isList: boolean, kinds: ReadonlySet<string>): boolean {
  const [before, word, after = ''] = [words[at - 1], words[at], words[at + 1]]
  if (word === '404')
    return (
      before === undefined ||
      ['http', 'status', 'error', 'found', 'exist', 'exists'].includes(before) ||
      (before === 'code' && OF_CODE.has(words[at - 2] ?? ''))
    )
  return (
    (word === '0' || word === 'zero') &&
    isList &&
    (kinds.has(after) || ['results', 'records', 'rows', 'items'].includes(after))
  )
}

export interface PlainIn {
  /** Endpoint key, or method and path of another request. */
  label: string
  /** The values asked for, the longest first. */
  asked: readonly string[]
  /** It stands beside an empty list. */
  isList: boolean
  /** It is a code, which names fields and no values. */
  isCode?: boolean
}

/** Whether a text says that what was asked for is not there, in words that say no more. */
export function isPlain(text: string, { label, asked, isList, isCode = false }: PlainIn): boolean {
  const marked = withMarks(text, asked)
  const words = wordsOf(marked)
  const [kinds, beside] = kindsOf(label)
  const sentence: Sentence = { words, kinds, beside, isList }
  const isKnown = (word: string, at: number): boolean =>
    word === ASKED ||
    PLAIN.has(word) ||
    kinds.has(word) ||
    beside.has(word) ||
    ID_WORDS.has(word) ||
    (isCode && word === 'invalid') ||
    (isList && OF_SUCCESS.has(word)) ||
    isNumberInPlace(words, at, isList, kinds)
  if (hasGap(marked) || !words.every((word, at) => isKnown(word, at) && isFillerInPlace(sentence, at))) return false
  if (!saysOfIt(sentence)) return false
  // A channel is a thing of its own: its id names a reservation only where the sentence says so.
  if (CHANNEL_ID.test(marked) && !isCode && !namesThingByChannelId(marked, kinds)) return false
  if (words.some((word) => ALONE.has(word)) && words.filter((word) => NEGATIONS.has(word)).length > 1) return false
  const isNamedOtherwise = words.some((word, at) => {
    const next = words[at + 1]
    return (
      kinds.has(word) &&
      next !== undefined &&
      next !== ASKED &&
      !FOLLOW.has(next) &&
      !kinds.has(next) &&
      !beside.has(next) &&
      !(next === '404') &&
      !(isList && OF_SUCCESS.has(next))
    )
  })
  return !isNamedOtherwise && (isCode || tellsOfWhichId(sentence))
}

/** Whether a plain text says "not" of the kind of thing that was looked up, or of the value asked for: without that, it may be of anything. */
export function deniesIt(text: string, { label, asked }: Pick<PlainIn, 'label' | 'asked'>): boolean {
  const words = wordsOf(withMarks(text, asked))
  const [kinds, beside] = kindsOf(label)
  return (
    words.some((word) => NEGATIONS.has(word)) &&
    words.some((word) => word === ASKED || kinds.has(word)) &&
    tellsOfWhichId({ words, kinds, beside, isList: false })
  )
}

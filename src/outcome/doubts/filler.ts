/**
 * Words that say nothing of themselves, and where they may stand in a sentence that says of something that it is not there. In any other place they are what is
 * not there: "reservation status unknown" and "no reservation id given" say nothing of the reservation.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

export const ID_WORDS: ReadonlySet<string> = words(
  'id ids identifier identifiers number numbers code codes reference references key keys value name channelid bookingid reservationid hubswitchid propertyid hotelid unitid channelbookingid',
)
/** What joins a thing to the id by which it was looked up: "a reservation with the channel id", "the reservation's channel id" is another thing. */
export const JOINS = words('with for by having under which whose of matching match matches matched has have that')
/** Stands where the value stood that was asked for; no service writes it. */
export const ASKED = '\uE000'

const GIVEN = words('given provided requested specified supplied')
const DETERMINERS = words('this that these those such given provided requested specified supplied')
const POINTERS = words('the this that these those your')
const OF_ERROR = words('error err exception')
const MATCHING = words('match matches matched matching corresponding')
const FINDING = words('find found finding exist exists existing locate known')
const OWNING = words('have has had having')
const OF_NOT = words('no not none nothing never any')
const IS = words('is was are were been')
/** What a thing may be called without saying which. */
const THINGS = words('resource entity object record records item items result results row rows thing things')
const SKIPPED = words('such known matching existing corresponding')

/** What is looked up, and how it is told. */
export interface Sentence {
  words: readonly string[]
  kinds: ReadonlySet<string>
  /** What may stand beside the name of the thing. */
  beside: ReadonlySet<string>
  isList: boolean
}

/** Whether "the id given" is that by which it was looked up: "with the id given", and not "no id given". */
function isGivenBehind({ words: all, kinds }: Sentence, at: number): boolean {
  let from = at - 1
  let hasId = false
  while (from >= 0 && (ID_WORDS.has(all[from] as string) || kinds.has(all[from] as string) || all[from] === ASKED)) {
    hasId ||= all[from] === ASKED || ID_WORDS.has(all[from] as string)
    from -= 1
  }
  return hasId && POINTERS.has(all[from] ?? '') && JOINS.has(all[from - 1] ?? '')
}

function isGivenInPlace(sentence: Sentence, at: number): boolean {
  const { words: all, kinds, beside } = sentence
  const [before = '', after = ''] = [all[at - 1], all[at + 1]]
  const isBefore = after === ASKED || kinds.has(after) || ID_WORDS.has(after) || beside.has(after) || THINGS.has(after)
  return isBefore ? !OF_NOT.has(before) : isGivenBehind(sentence, at)
}

/** Whether an id is told as missing, which is a request without one. */
function isIdMissing({ words: all, kinds }: Sentence, at: number): boolean {
  let before = at - 1
  while (IS.has(all[before] ?? '')) before -= 1
  let after = at + 1
  while (POINTERS.has(all[after] ?? '') || kinds.has(all[after] ?? '')) after += 1
  return ID_WORDS.has(all[before] ?? '') || ID_WORDS.has(all[after] ?? '')
}

/** Whether a word that says nothing of itself stands where it says nothing. */
export function isFillerInPlace(sentence: Sentence, at: number): boolean {
  const { words: all, kinds, isList } = sentence
  const [before = '', word = '', next = '', further = ''] = [all[at - 1], all[at], all[at + 1], all[at + 2]]
  const isCodeNext = /^(?:404|200)$/.test(next) || (next === 'code' && /^(?:404|200)$/.test(further))
  if (GIVEN.has(word)) return isGivenInPlace(sentence, at)
  if (word === 'missing') return !isIdMissing(sentence, at)
  if (word === 'status') return isCodeNext || (isList && next === 'ok')
  if (word === 'http') return isCodeNext || next === 'status' || next === 'error'
  if (OF_ERROR.has(word))
    return (
      all.length === 1 ||
      isCodeNext ||
      (at === 0 && next !== 'not' && !IS.has(next)) ||
      (next === '' && ['found', 'exist', 'exists'].includes(before))
    )
  if (['list', 'empty', 'item', 'items'].includes(word)) return isList
  if (word === 'api') return at === 0
  if (word === 'belong' || word === 'belongs') return next === 'to' && (further === 'no' || further === 'any')
  if (OWNING.has(word) && (next === 'no' || next === 'any')) {
    const thing = SKIPPED.has(further) ? (all[at + 3] ?? '') : further
    return kinds.has(thing)
  }
  return true
}

/** Whether a sentence as a whole says that something is not there: "unknown" alone is no word about it, and "found" alone says the contrary. */
export function saysOfIt({ words: all, kinds }: Sentence): boolean {
  const isThing = (word: string): boolean => word === ASKED || kinds.has(word) || THINGS.has(word)
  const isDenied = all.some((word) => OF_NOT.has(word) || ['unknown', 'missing', 'empty', 'zero', '0'].includes(word))
  const isDeniedVerb =
    isDenied || all.some((word) => /^(?:cannot|unable|doesn|don|didn|isn|wasn|aren|weren|couldn|404)$/.test(word))
  if (all.some((word) => word === 'unknown' || word === 'missing') && !all.some(isThing)) return false
  if (all.some((word) => FINDING.has(word)) && !isDeniedVerb) return false
  return (
    !all.some((word) => MATCHING.has(word)) ||
    all.some((word) => FINDING.has(word) || word === 'unknown') ||
    all.some((word, at) => kinds.has(word) && all.slice(Math.max(0, at - 3), at).some((one) => OF_NOT.has(one)))
  )
}

/** Whether each word of an id is that of the value asked for, or of "this id". */
export function tellsOfWhichId(sentence: Sentence): boolean {
  const { words: all } = sentence
  return all.every((word, at) => {
    const next = all[at + 1] ?? ''
    if (!ID_WORDS.has(word) || ID_WORDS.has(next) || next === ASKED || /^(?:404|200)$/.test(next)) return true
    // "channelId belongs to no reservation (HS-1)".
    if (/^(?:belongs?|match|matches)$/.test(next) && all.indexOf(ASKED) > at) return true
    return (
      (GIVEN.has(next) && isGivenInPlace(sentence, at + 1)) ||
      all.slice(Math.max(0, at - 4), at).some((before) => DETERMINERS.has(before))
    )
  })
}

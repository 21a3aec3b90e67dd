import { withMarks, wordOf } from '../doubts/index.js'
import type { Batch } from '../entries/index.js'
import type { Said } from './said.js'

/** What a service says in words beside its success that tells against it: that it was declined, left out, or is still to be done. */

const MOST = 1_000

/** These say that nothing went wrong. */
const GOOD_NEWS: readonly string[] = [
  String.raw`\b(?:no|without(?: any)?|0|zero|free of) (?:\w{1,20} ){0,2}(?:errors?|failures?|problems?|warnings?|issues?|faults?|rejections?|conflicts?)\b(?: (?:was|were) found)?`,
  String.raw`\b(?:0|no|none) (?:\w{1,20} ){0,2}(?:were |was )?(?:failed|rejected|ignored|skipped|refused|declined|invalid|missing|pending|queued)\b`,
  String.raw`\b(?:nothing|none|no (?:rows?|entries|settings|nights)) (?:was|were|has been|have been) (?:failed|rejected|ignored|skipped|dropped|discarded|refused|declined|left out|omitted)\b`,
  String.raw`\b(?:failed|failures|rejected|ignored|skipped|refused|declined|errors?|invalid|missing|pending|queued) ?[:=] ?0\b`,
]
/** These are not about the deed. */
const NO_NEWS: readonly string[] = [
  String.raw`\b(?:cannot|can ?not|can't|can\u2019t|may not|must not) be (?:cancell?ed|refunded|changed|modified|amended|undone)\b`,
  String.raw`\bno (?:changes?|further action|action) (?:is |was |were )?(?:needed|necessary|required)\b`,
  String.raw`\bnot (?:be )?(?:included|required|needed|necessary|charged|billed|debited|refunded|refundable)\b`,
  String.raw`\b(?:please )?(?:do not|don't|don\u2019t) (?:reply|forget|hesitate)\b`,
  String.raw`\bnot only\b`,
]
const NO_ERRORS = new RegExp(GOOD_NEWS.join('|'), 'g')
const HARMLESS = new RegExp([...GOOD_NEWS, ...NO_NEWS].join('|'), 'g')
/** What no service may keep, and the state of a booking whose card is stored: it is pending until it is confirmed. */
const BESIDE_CARD = new RegExp(
  [
    String.raw`\b(?:cvc|cvv|cvn|csc|cvc2|cvv2|(?:card )?(?:security|verification) (?:code|number|value))(?: \((?:cvc|cvv|csc)\))? (?:(?:is|was|will be|has been|are|were) )?(?:not|never) (?:be )?(?:stored|saved|kept|retained|recorded|persisted)\b`,
    String.raw`\b(?:booking|reservation|stay)(?: \S{1,40})? (?:(?:is|was|remains|stays) )?(?:still |yet )?(?:pending|unconfirmed|provisional|tentative|on hold|on request|not (?:yet )?confirmed(?: yet)?|awaiting|waiting for)\b(?: (?:hotel |final )?confirmation\b)?`,
  ].join('|'),
  'g',
)
/** Of values that are absolute, what stands already is no failure. */
const ALREADY = /^\W{0,5}(?:no|0|zero) changes?(?: (?:detected|found))?\W{0,5}$/
const FAILURE: readonly RegExp[] = [
  /\b(?:declin(?:ed|es)|refus(?:ed|es|al)|reject(?:ed|s|ion)|denied|den(?:ies|ial)|fail(?:ed|s|ing|ures?)?|unsuccessful(?:ly)?|errors?|exceptions?|invalid|ignored|skipped|dropped|discarded|omitted|left out|unable|impossible|insufficient|expired|blocked|stolen|fraud\w*|suspicious|(?:hotel|property|account|record|room|calendar|inventory|settings) (?:is |are )?locked|unknown|dry run|(?:validation|test) only|test mode|simulat\w+|unsupported|unavailable|timed? ?out|aborted|rolled back|reverted|read[- ]?only|(?:had |has |have |with )?no effect|no-?op|(?:is|are|was|were) locked|locked by|kept as (?:it|they) (?:was|were)|as (?:an? )?drafts?)\b/,
  /\b(?:was|were|been|is|are) (?:automatically )?(?:cancell?ed|voided|withdrawn|annulled|revoked|deleted|removed)\b/,
  /\bnot (?:\w{1,20}ly )?(?:yet|be|been|all|every|possible|available|allowed|found|valid|supported|ok|final|able|implemented|permitted|made|set|sent|kept|held|known|present|take|done|\w{1,20}ed|written)\b|\b(?:could|did|does|do|has|have|had|was|were|is|are|will|would|can) ?n[o']t\b|\bcannot\b|\w{2,6}n['’]t\b/,
  /\bnothing\b|\bnone (?:of|was|were)\b|\bno (?:\w{1,20} ){0,2}(?:was|were|has|have|could|updated|changed|stored|saved|applied|created|affected|matched|changes|found)\b|\b(?:0|zero) (?:\w{1,20} ){1,2}(?:were |was )?(?:updated|changed|stored|saved|applied|created|affected|accepted|processed|written)\b/,
]
const LATER: readonly RegExp[] = [
  /\b(?:(?:en)?queued?|submitted|scheduled|deferred|postponed|asynchronous\w*|partial\w*|in progress|(?:in|under|manual) (?:\w{1,10} )?review|(?:needs?|awaits?|requires?|pending|subject to) approval|action (?:is )?required|will (?:take effect|appear|become)|in (?:the )?background|received|(?:try|check|come) (?:\w{1,10} )?later|try again|retry|contact (?:support|us))\b/,
  /\b(?:for|still|is|are|under|in|being) process(?:ing|ed)\b|\bprocessing\b(?= ?(?:\.|$|your|the|of))|\b(?:to|will|must|has to|have to|needs? to) be (?:\w{1,20}ly )?(?:processed|applied|stored|saved|updated|created|confirmed|booked|handled|executed|done|made|reviewed|verified|checked|set|changed|published|imported|approved|completed)\b|\bis being\b|\bare being\b/,
  /\brequest (?:was |has been |is )?(?:\w{1,20}ly )?accepted\b|\baccepted (?:for|and will)\b/,
]
/** What goes with a hold, which is a success of its own. */
const OF_HOLD =
  /\b(?:pending|awaiting|wait(?:ing|s)? for|wait-?list\w*|on request|unconfirmed|provisional\w*|tentative\w*|on hold)\b/

/** Whether a text beside a success tells against it. */
export function tellsAgainstSuccess(text: string, { mayHold, isCard = false, batch }: ReadAs): boolean {
  const spaced = text
    .slice(0, MOST)
    .toLowerCase()
    .replace(/[\s_]{1,20}/g, ' ')
  if (batch !== undefined && ALREADY.test(spaced)) return false
  const plain = (isCard ? spaced.replaceAll(BESIDE_CARD, ' ') : spaced).replaceAll(HARMLESS, ' ')
  const parts = /\b(\d{1,9}) (?:of|out of) (?:the )?(\d{1,9})\b/.exec(plain)
  // A message may be a label and no more.
  const word = wordOf(text)
  const isShort = parts !== null && Number(parts[1]) < Number(parts[2])
  return (
    isShort ||
    word === 'no' ||
    word === 'later' ||
    FAILURE.some((words) => words.test(plain)) ||
    LATER.some((words) => words.test(plain)) ||
    (!mayHold && OF_HOLD.test(plain))
  )
}

/**
 * What a text beside a success leaves when that is taken out which says that nothing went wrong.
 * @param text in lower case
 */
export const withoutGoodNews = (text: string): string => text.replaceAll(NO_ERRORS, ' ')

/** How a text is read. */
export interface ReadAs {
  /** A record that is not confirmed yet is what was asked for. */
  mayHold: boolean
  /** It is about a card: the state of the booking is no word about it, and a security code is not to be kept. */
  isCard?: boolean
  /** The entries of a batch: how many, and the ids, days and values in them. */
  batch?: (() => Batch) | undefined
}

/**
 * Which texts of an answer to a write tell against its success.
 * @param sent values of the request, which may hold any word
 */
export function wordsAgainst(texts: readonly Said[], sent: unknown, how: ReadAs): Said[] {
  if (texts.length === 0) return []
  const told = valuesIn(sent)
  return texts.filter(({ value }) => tellsAgainstSuccess(withMarks(value.slice(0, MOST), told), how)).slice(0, 5)
}

/** The texts of a request. */
export const sentTexts = (sent: unknown): readonly string[] => valuesIn(sent)

/**
 * The texts of a request, the longest first: they may hold any word.
 * @param withNumbers ids and other numbers as well
 */
export function valuesIn(sent: unknown, withNumbers = false): string[] {
  const found: string[] = []
  let level: unknown[] = [sent]
  for (let depth = 0; depth < 5 && level.length > 0; depth += 1) {
    const next = level
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one).slice(0, 100) : []))
      .slice(0, 1_000)
    found.push(
      ...next.flatMap((value) => {
        if (typeof value === 'string') return value.trim().length > 2 ? [value] : []
        return withNumbers && (typeof value === 'number' || typeof value === 'bigint') ? [String(value)] : []
      }),
    )
    level = next
  }
  return found.slice(0, 200).sort((a, b) => b.length - a.length)
}

import type { EnvelopeNames } from '../../contract/index.js'
import { isObject, presentAt } from '../echo/index.js'
import { withMarks } from './plain-words.js'
import { plainKey } from './told-around.js'
import { wordOf } from './voice.js'

/** What a service says in words beside its success that tells against it: that it was declined, left out, or is still to be done. */

/** Where a service says in words what became of a request: in any place, and beside the payload. */
const MESSAGES: ReadonlySet<string> = new Set(
  'message messages msg statustext statusmessage statusdescription resultmessage responsemessage usermessage developermessage'.split(
    ' ',
  ),
)
const BESIDE: ReadonlySet<string> = new Set([
  ...MESSAGES,
  ...'text detail details description info note notes remark comment reason title summary'.split(' '),
])
const HOLDERS: ReadonlySet<string> = new Set(
  'status outcome meta info messages message details response header'.split(' '),
)
const MOST = 1_000

/** A text of an answer, and where it stands. */
interface Said {
  field: string
  value: string
}

/** What these say is that nothing went wrong, or is not about the deed. */
const HARMLESS = new RegExp(
  [
    String.raw`\b(?:no|without(?: any)?|0|zero|free of) (?:\w{1,20} ){0,2}(?:errors?|failures?|problems?|warnings?|issues?|faults?|rejections?|conflicts?)\b(?: (?:was|were) found)?`,
    String.raw`\b(?:0|no|none) (?:\w{1,20} ){0,2}(?:were |was )?(?:failed|rejected|ignored|skipped|refused|declined|invalid|missing|pending|queued)\b`,
    String.raw`\b(?:nothing|none|no (?:rows?|entries|settings|nights)) (?:was|were|has been|have been) (?:failed|rejected|ignored|skipped|dropped|discarded|refused|declined|left out|omitted)\b`,
    String.raw`\b(?:failed|failures|rejected|ignored|skipped|refused|declined|errors?|invalid|missing|pending|queued) ?[:=] ?0\b`,
    String.raw`\b(?:cannot|can ?not|can't|can’t|may not|must not) be (?:cancell?ed|refunded|changed|modified|amended|undone)\b`,
    String.raw`\bno (?:changes?|further action|action) (?:is |was |were )?(?:needed|necessary|required)\b`,
    String.raw`\bnot (?:be )?(?:included|required|needed|necessary|charged|billed|debited|refunded|refundable)\b`,
    String.raw`\b(?:please )?(?:do not|don't|don’t) (?:reply|forget|hesitate)\b`,
    String.raw`\bnot only\b`,
  ].join('|'),
  'g',
)
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
  /\b(?:pending|awaiting|waiting for|wait-?list\w*|on request|unconfirmed|provisional\w*|tentative\w*|on hold)\b/

/**
 * Whether a text beside a success tells against it.
 * @param mayHold a record that is not confirmed yet is what was asked for
 */
export function tellsAgainstSuccess(text: string, mayHold: boolean): boolean {
  const plain = text
    .slice(0, MOST)
    .toLowerCase()
    .replace(/[\s_]{1,20}/g, ' ')
    .replaceAll(HARMLESS, ' ')
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

/** The texts of an answer that are about what became of the request, and where they stand. Texts of a record are about the thing, and those of a warning are told as such. */
function textsIn(body: unknown, names: EnvelopeNames, fields: ReadonlySet<string> | undefined): Said[] {
  if (!isObject(body)) return []
  const payload = names.result.map((name) => name.split('.')[0] as string).find((name) => Object.hasOwn(body, name))
  if (payload === undefined)
    return saidIn(body, '', fields === undefined || fields.size === 0 ? BESIDE : MESSAGES, fields, 1)
  const around = Object.fromEntries(Object.entries(body).filter(([name]) => name !== payload))
  const record = body[payload]
  return [
    ...saidIn(around, '', BESIDE, undefined, 2),
    ...namedIn(body, names.message),
    ...(isObject(record) ? saidIn(record, `${payload}.`, MESSAGES, fields, 1) : []),
  ]
}

function saidIn(
  level: Readonly<Record<string, unknown>>,
  place: string,
  keys: ReadonlySet<string>,
  fields: ReadonlySet<string> | undefined,
  depth: number,
): Said[] {
  return Object.entries(level)
    .slice(0, 200)
    .flatMap(([name, value]): Said[] => {
      const key = plainKey(name)
      if (fields?.has(name) === true) return []
      const here = keys.has(key)
        ? [value]
            .flat()
            .slice(0, 20)
            .flatMap((one): Said[] => (typeof one === 'string' ? [{ field: `${place}${name}`, value: one }] : []))
        : []
      if (depth <= 1 || !HOLDERS.has(key)) return here
      return [
        ...here,
        ...[value]
          .flat()
          .slice(0, 20)
          .flatMap((one) => (isObject(one) ? saidIn(one, `${place}${name}.`, keys, undefined, depth - 1) : [])),
      ]
    })
}

function namedIn(body: unknown, names: readonly string[]): Said[] {
  return names.flatMap((field) =>
    presentAt(body, field).flatMap((value): Said[] => (typeof value === 'string' ? [{ field, value }] : [])),
  )
}

/**
 * What an answer to a write says in words against its own success.
 * @param sent values of the request, which may hold any word
 * @param mayHold a record that is not confirmed yet is what was asked for
 */
export function wordsAgainst(
  body: unknown,
  names: EnvelopeNames,
  fields: ReadonlySet<string> | undefined,
  sent: unknown,
  mayHold: boolean,
): Said[] {
  const texts = textsIn(body, names, fields)
  if (texts.length === 0) return []
  const told = valuesIn(sent)
  const unlike = [...new Map(texts.map((one) => [one.value, one])).values()]
  return unlike.filter(({ value }) => tellsAgainstSuccess(withMarks(value.slice(0, MOST), told), mayHold)).slice(0, 5)
}

/** The texts of a request. */
function valuesIn(sent: unknown): string[] {
  const found: string[] = []
  let level: unknown[] = [sent]
  for (let depth = 0; depth < 5 && level.length > 0; depth += 1) {
    const next = level
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one).slice(0, 100) : []))
      .slice(0, 1_000)
    found.push(...next.filter((value): value is string => typeof value === 'string' && value.trim().length > 2))
    level = next
  }
  return found.slice(0, 200).sort((a, b) => b.length - a.length)
}

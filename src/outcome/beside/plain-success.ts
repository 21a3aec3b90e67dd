import { withMarks, wordOf } from '../doubts/index.js'
import { type ReadAs, valuesIn, withoutGoodNews } from './against-success.js'
import { isNumberOfBatch, isPlainNumber } from './plain-number.js'

/**
 * Whether a text beside a success is the service's own word of success and no more: words of success, nouns of the field, numbers, ids and what was sent. There is
 * no list of all that a service may say beside its success, so whatever is not plain is told to the person as it stands.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const SUCCESS = words(`
  ok okay success successful successfully succeeded done complete completed created updated saved stored applied inserted added set written confirmed booked processed
  registered attached modified changed published persisted recorded finished uploaded imported loaded made executed performed committed
`)
const NOUNS = words(`
  reservation reservations booking bookings stay card cards credit payment guarantee details data property properties hotel hotels information info unit units room rooms
  rate rates plan plans rateplan rateplans price prices restriction restrictions setting settings inventory availability availabilities allotment calendar night nights
  date dates day days row rows record records entry entries item items value values change changes request requests operation update updates creation action call
  transaction message response result results batch id ids identifier reference ref number code key name status state system database partner channel guest guests confirmation
`)
const SMALL = words(
  'a an the this your our its of for on in to from at as with and has have been was were is are all both each new now thank thanks you we it total took ms milliseconds millisecond seconds second sec',
)
const OF_HOLD = words('pending awaiting waiting hold held provisional tentative unconfirmed')
const ASKED = '\uE000'
const MOST = 1_000
/** The moment at which it was done. */
const MOMENT =
  /\b(?:at|on|time|timestamp)[ :]{1,3}\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)?(?=[\s,;.)]|$)/g

/**
 * Whether a text is plainly the word of success.
 * @param sent values of the request
 * @param answered values of the record that came back
 */
export function isPlainSuccess(text: string, sent: unknown, answered: unknown, how: ReadAs): boolean {
  if (text.trim() === '' || wordOf(text) === 'yes') return true
  if (text.length > MOST || !/^[\x20-\x7e\t\r\n’]*$/.test(text) || /[?%<>~^$*\\|]/.test(text)) return false
  // A state such as `confirmed` is the word of success, wherever else it stands.
  // Of a batch, numbers may be counts, and are measured where they stand.
  const isOfBatch = how.batch !== undefined
  const values = [...valuesIn(sent, !isOfBatch), ...valuesIn(answered, !isOfBatch)].filter(
    (value) => value !== text && !SUCCESS.has(value.toLowerCase()) && !(isOfBatch && /^\d{1,40}$/.test(value)),
  )
  const marked = withMarks(text, values)
  const good = withoutGoodNews(
    marked
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/[\s_]{1,20}/g, ' ')
      .replace(MOMENT, ' '),
  )
  const tokens = good.split(/[ ,;:!()[\]{}"'’`#/=&+]+|\.(?= |$)/).flatMap(partsOf)
  const isNoError = good.length < marked.length && tokens.every((token) => token === 'found')
  return (
    isNoError ||
    (tokens.every((token, at) => isKnown(token, at, tokens, how)) && tokens.some((token) => SUCCESS.has(token)))
  )
}

/** `rate-plan` is two words; an id with a hyphen is one. */
const partsOf = (token: string): string[] =>
  token === '' || token === '-' || token === '.' ? [] : /^[a-z]+(?:-[a-z]+)+$/.test(token) ? token.split('-') : [token]

function isKnown(token: string, at: number, tokens: readonly string[], { mayHold, batch }: ReadAs): boolean {
  if (token.replaceAll(ASKED, '') === '') return true
  if (SUCCESS.has(token) || NOUNS.has(token) || SMALL.has(token)) return true
  if (mayHold && OF_HOLD.has(token)) return true
  return (
    /\d/.test(token) &&
    (batch === undefined
      ? isPlainNumber(at, tokens, SUCCESS, undefined)
      : isNumberOfBatch(at, tokens, SUCCESS, batch()))
  )
}

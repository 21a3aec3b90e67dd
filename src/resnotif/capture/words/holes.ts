import { readXml, walkNodes, type XmlBreakKind, type XmlNode } from '../../xml/index.js'

const LEFT = String.raw`truncated|omitted|suppressed|skipp(?:ed|ing)|left out|elided|snip(?:ped)?|cut|more|missing|lost`
const UNIT = '(?:bytes?|char(?:acter)?s?|lines?|messages?|callbacks?)'
/** What programs write where they leave something out: dots, `...skipping...`, `[truncated 1200 chars]`, `(30 lines omitted)`, `<snip>`, and what grep writes between two places. */
const MARK = new RegExp(
  `\\.{2,9} ?(?:${LEFT})\\b[^\\n<>]{0,40}?\\.{2,9}|\\.{3,9}|\\u2026|\\\\u2026|[[({~][^\\n[\\](){}<>]{0,60}?\\b(?:${LEFT})\\b[^\\n[\\](){}<>]{0,60}[\\])}~]|<(?:snip|truncated|omitted|cut|\\d{1,9} more)\\b[^\\n<>]{0,60}>|` +
    `\\b\\d{1,9} more ${UNIT}\\b|\\b\\d{1,9} ${UNIT}\\b[^\\n<>]{0,40}?\\b(?:${LEFT})\\b|^--\\r?$`,
  'gim',
)
/** Elements of a notification that hold elements and no text. */
export const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  (
    'Envelope Body OTA_HotelResNotifRQ POS Source HotelReservations HotelReservation RoomStays RoomStay RoomTypes RatePlans RoomRates RoomRate Rates Rate Taxes GuestCounts ' +
    'ResGuestRPHs Comments Comment ResGuests ResGuest Profiles ProfileInfo Profile Customer PersonName Address ResGlobalInfo HotelReservationIDs Services Service ' +
    'Memberships SpecialRequests DepositPayments Guarantee GuaranteesAccepted GuaranteeAccepted CancelPenalties'
  ).split(' '),
)
/** What may belong to a mark that dots are found of: `[...]`, `<!-- ... -->`. */
const SIGNS = /^[^\w\u0080-\uffff]{1,6}$/
/** An entity that a mark leaves without its end: there reading breaks, before the mark. */
const ENTITY_BEGUN = /&(?:#x?[\da-f]{0,6}|[lg]t?|am?p?|apo?s?|qu?o?t?)?[[({~]{0,3}$/i
/** The same before a mark with blanks around it, all of it or its first letters: those may be of words, as in `Q&A ...`. */
const ENTITY_SPACED = /&(#x?[\da-f]{1,6}|[lg]t|amp|apos|quot)?(?:#x?|[lg]|am?|apo?|quo?)?[ \t]{1,3}[[({~]{0,3}$/i
const ENTITY_MAX = 12
/** The end of a tag that began in what is missing. */
const REST_OF_TAG = /^[\])}]?[\w/][^<>]*>/
const REST_MAX = 2_000
/** Halves of a percent encoded character. */
const TORN_END = /%[\da-f]?[[({]?$/i
const TORN_REST = /^[\])}]?[\da-f]{1,2}(?!\w)/i
/** How a text is broken of which a part is missing. */
const KINDS: readonly XmlBreakKind[] = ['broken', 'control-character', 'entity']
/** Marks that are looked at before a break. */
const MARKS_MAX = 50

const LOST =
  'dropped|discarded|suppressed|lost|omitted|skipped|missed|missing|elided|truncated|throttled|repeated|not (?:logged|shown|written)'
const OF_LOG = '(?:bytes|lines?|messages?|records?|events?|entries|callbacks|logs|rows)'
/** What a log says in a line of its own: `12 log lines dropped`, `Suppressed 3 messages from pms`, `last message repeated 2 times`, `begin to drop messages due to rate-limiting`. */
const NOTICE = new RegExp(
  `\\b\\d{1,9} (?:[a-z]{1,20} )?(?:[a-z]{1,20} )?${OF_LOG}\\b[^\n<>]{0,60}?\\b(?:${LOST})\\b|` +
    `\\b(?:${LOST}) (?:[a-z]{1,20} )?\\d{1,9} (?:[a-z]{1,20} )?(?:[a-z]{1,20} )?${OF_LOG}\\b|` +
    `\\b${OF_LOG} (?:[a-z]{1,20} )?(?:[a-z]{1,20} )?(?:${LOST})\\b|\\bdrop(?:ping)? (?:[a-z]{1,20} )?${OF_LOG}\\b|\\brate[- ]limit(?:ed|ing)\\b`,
  'i',
)
/** A line without a tag. */
const LINE = /^[^\n<>]{8,400}$/gm

const OF_LOGGING = /\blogs?\b|\blogg(?:ed|er|ing)\b|\brate[- ]limit/i

/** Whether a line says that lines of the log were lost. */
export const isNoticeOfLoss = (line: string): boolean =>
  !/[<>]/.test(line) && OF_LOGGING.test(line) && NOTICE.test(line)

interface Mark {
  index: number
  end: number
}

/** Lines in which a log says that it left out others. */
const noticesIn = (text: string): Mark[] =>
  [...text.matchAll(LINE)]
    .filter(([line]) => NOTICE.test(line))
    .map(({ index, 0: line }) => ({ index, end: index + line.length }))

const TAG_MAX = 4_000
const TAG_BEFORE = /<([A-Za-z_][\w:.-]{0,80})(?:\s[^<>]{0,3900})?>\s{0,400}$|>\s{0,400}$/
const TAG_BEHIND = /^\s{0,400}<(?:\/([\w:.-]{1,80}))?/

/** Whether a line is all that stands between two tags, and is not what the text of an element may be. */
function isBetweenElements(text: string, { index, end }: Mark): boolean {
  const before = TAG_BEFORE.exec(text.slice(Math.max(0, index - TAG_MAX), index))
  const behind = TAG_BEHIND.exec(text.slice(end, end + TAG_MAX))
  if (before === null || behind === null) return false
  const [, name] = before
  const isText = name !== undefined && !before[0].trimEnd().endsWith('/>') && behind[1] === name
  return !isText || WITHOUT_TEXT.has(name.replace(/^.*:/, ''))
}

/** Whether what wrote a message down left out a part of its middle, and says so where the message is broken, or where none has a text. */
export function isHoled(text: string): boolean {
  const notices = noticesIn(text)
  if (notices.some((notice) => isBetweenElements(text, notice))) return true
  const marks: Mark[] = [
    ...[...text.matchAll(MARK)].map(({ index, 0: mark }) => ({ index, end: index + mark.length })),
    ...notices,
  ]
  if (marks.length === 0) return false
  const { broken, root } = readXml(text)
  if (root !== undefined && (isHeadOnly(root) || [...walkNodes(root)].some(isMarked))) return true
  if (broken === undefined || !KINDS.includes(broken.kind)) return false
  if (marks.some(({ end }) => REST_OF_TAG.test(text.slice(end, end + REST_MAX)))) return true
  const isInEntity = (mark: number): boolean =>
    mark - broken.offset <= ENTITY_MAX && tearsEntity(text, mark, broken.offset)
  const isBefore = (mark: number): boolean => mark <= broken.offset || SIGNS.test(text.slice(broken.offset, mark))
  return marks
    .filter(({ index }) => isInEntity(index) || (broken.kind !== 'entity' && isBefore(index)))
    .slice(-MARKS_MAX)
    .some(({ end }) => breaksAt(text, end, broken.offset))
}

/** Whether a mark stands where an entity ends too early. A sign of the sender alone breaks a text nowhere else. */
function tearsEntity(text: string, mark: number, broken: number): boolean {
  const before = text.slice(Math.max(0, mark - ENTITY_MAX), mark)
  if (ENTITY_BEGUN.test(before)) return true
  const [torn, name] = ENTITY_SPACED.exec(before) ?? []
  if (torn === undefined || text[broken] !== '&') return false
  return name !== undefined || readXml(`${text.slice(0, broken)}${text.slice(broken + 1)}`).broken !== undefined
}

const DOTS = /\.{3}|\u2026|\\u2026/
const DATES: ReadonlySet<string> = new Set(['Start', 'End', 'EffectiveDate', 'ExpireDate', 'TimeStamp'])

/** Whether a root has nothing in it, and a mark in its attributes: what closes its tag may be of another one, which followed on what is missing. */
const isHeadOnly = ({ children, attributes, text }: XmlNode): boolean =>
  children.length === 0 && text.trim() === '' && attributes.some(({ value }) => value.search(MARK) >= 0)

/** Whether what is missing left its mark in a name or a date, or where no text stands. */
function isMarked(node: XmlNode): boolean {
  return (
    DOTS.test(node.name) ||
    node.attributes.some(({ name, value }) => DOTS.test(name) || (DATES.has(name) && value.search(MARK) >= 0)) ||
    isMarkedInside(node)
  )
}

/** Whether an element that has no text holds nothing else than a mark, or one and the end of a tag that began in what is missing. */
function isMarkedInside({ name, text }: XmlNode): boolean {
  if (!WITHOUT_TEXT.has(name) || text.trim() === '') return false
  const [before = '', ...behind] = text.replaceAll(MARK, '\0').split('\0')
  if (behind.length === 0) return false
  if (behind.some((rest) => REST_OF_TAG.test(rest))) return true
  const words = [
    before.replace(TORN_END, ''),
    ...behind.map((rest) => rest.replace(TORN_END, '').replace(TORN_REST, '')),
  ]
  return !words.some((rest) => /[\p{L}\d]/u.test(rest))
}

const TAG = /<(\/?)[A-Za-z_][^<>]{0,2000}?(\/?)>/g

/** Whether a text is broken because something is missing at a place: right there, or at the first end tag whose element did not begin behind it. */
function breaksAt(text: string, place: number, broken: number): boolean {
  let open = 0
  let isFirst = true
  for (const tag of text.slice(place, broken + 2_000).matchAll(TAG)) {
    const end = place + tag.index + tag[0].length
    const closes = tag[1] === '/'
    if (broken < end) return isFirst || (closes && open === 0 && broken >= place + tag.index)
    if (closes && open === 0) return false
    if (closes) open--
    else if (tag[2] === '') open++
    isFirst = false
  }
  return isFirst
}

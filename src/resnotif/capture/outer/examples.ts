import { beginsWithTime } from '../words/index.js'

/** How a stylesheet begins, and what one that is a message itself uses. */
const STYLESHEET =
  /^(?:\u00ef\u00bb\u00bf)?(?:\s|<\?[^<>]{0,400}>|<!--[^<>]{0,4000}-->){0,99}<(?:[\w.-]{1,40}:)?(?:stylesheet|transform)\s[^<>]{0,4000}http:\/\/www\.w3\.org\/1999\/XSL\/Transform/
const STYLESHEET_ENDS = /<\/(?:[\w.-]{1,40}:)?(?:stylesheet|transform)\s{0,20}>\s{0,400}$/
const SIMPLIFIED = /<xsl:|\sxsl:version\s{0,9}=/
/** Markup of a program that fills in templates, which no XML has. */
const MARKUP =
  /<%[ \t=@#-]|<\/?#(?:list|if|else|assign|macro)\b|<\?(?:php|=)|[ \t\n]th:(?:text|utext|attr|each|if|unless|value)[ \t]{0,3}=/
/** Its conditions, loops and parts in other letters, where elements stand around them: in a text, somebody wrote them. */
const CONTROL =
  /(?:^|>)\s{0,400}(?:\{%-?[ \t]{0,9}(?:for|if|elif|else|set|block|include|macro|with)\b[^{}<>\n]{0,200}%\}|\{\{-?[ \t]{0,9}(?:[#/^>]|range\b|if\b|end\b|else\b|template\b)[^{}<>\n]{0,200}\}\}|#(?:foreach|if|set)[ \t]{0,9}\([^<>\n]{0,200}\)|@(?:foreach|for|if|while)[ \t]{0,9}\([^<>\n]{0,200}\)[ \t]{0,9}\{)\s{0,400}<[^/]/
/** What no message is without and no person writes: dates, times, identifiers, codes, numbers and amounts. */
const REQUIRED =
  '(?:Start|End|EffectiveDate|ExpireDate|TimeStamp|Duration|EchoToken|TransactionIdentifier|ID|ResID_Value|ResStatus|HotelCode|RoomTypeCode|RatePlanCode|NumberOfUnits|Count|AmountBeforeTax|AmountAfterTax|Amount|CurrencyCode)'
/** What stands for a value that is to be filled in: `{{a}}`, `${a}`, `$!{a}`, `#{a}`, `{a:%Y}`, `{$a/b}`, `%(a)s`, `%s`, `$a.b`, `@Model.A`. A GUID in braces is none. */
const HOLE =
  '(?:\\{\\{[^{}<>\\n]{1,100}\\}\\}|[$#]!?\\{[^{}<>\\n]{1,100}\\}|\\{(?![\\dA-Fa-f-]{8,40}\\})[$@\\w][^{}<>\\n"]{0,100}\\}|%(?:\\(\\w{1,60}\\)|\\d\\$)?[-+0]?\\d{0,3}(?:\\.\\d)?[sdf]|\\$!?[a-z_][\\w.]{0,100}|@[A-Za-z_(][\\w.()]{0,100})'
/** A required value that is to be filled in. */
const VALUE = new RegExp(`\\s${REQUIRED}\\s{0,3}=\\s{0,3}["'][ \\t]{0,9}${HOLE}[ \\t]{0,9}["']`)
/** What keeps texts that are yet to be sent: collections of Postman and Insomnia, projects of SoapUI, plans of JMeter. */
const TO_SEND =
  /getpostman\.com|"_postman_\w{1,20}"|"mode"\s{0,9}:\s{0,9}"raw"|"__export_format"|<con:(?:soapui-project|request|call|operation|testStep)\b|http:\/\/eviware\.com\/soapui|<jmeterTestPlan\b/
/** A line of a log without a time. */
const LEVEL = /\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL)\b/
const KEPT_MAX = 2_000_000

const FENCE = /(?:^|\n)[ \t]{0,6}(?:```|~~~)[^\n`]{0,60}\r?\n\s{0,40}$/
const FENCE_END = /\n[ \t]{0,6}(?:```|~~~)[ \t]{0,9}(?:\r?\n|$)/
/** What a person writes for elements that he leaves out: between tags, or as all that an element of elements holds. */
const LEFT_OUT =
  /(?:\/>|<\/[\w:.-]{1,80}>|-->|<(?:[\w.-]{1,40}:)?(?:OTA_\w{1,40}|POS|HotelReservations?|RoomStays?|RoomRates?|RatePlans?|RoomTypes?|ResGuests?|ResGlobalInfo|Profiles?|Customer|Source)(?:\s[^<>]{0,2000})?>)\s{0,200}(?:\.{3}|\u2026|\u00e2\u0080\u00a6)\s{0,200}(?:$|<)/
const EXAMPLE_MAX = 64_000
const LINE_MAX = 2_000

/**
 * What a stretch of a file is that has the form of a message and was never sent: what a template makes one of, or an example of a document that leaves elements out.
 * Undefined for all else. @param view the file, in which it begins at a place @param wrapping what it was taken out of
 */
export function unsentIn(view: string, at: number, text: string, wrapping: readonly string[]): string | undefined {
  const before = view.slice(Math.max(0, at - LINE_MAX), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (beginsWithTime(line + view.slice(at, at + 40)) || LEVEL.test(line)) return undefined
  // The file is looked through last: it is long, and holds many messages.
  if (wrapping.length > 0) return VALUE.test(text) && isKept(view, wrapping) ? 'a template' : undefined
  const isInStylesheet = STYLESHEET.test(view.slice(0, Math.min(at, 20_000))) && STYLESHEET_ENDS.test(view.slice(-500))
  if (isInStylesheet || SIMPLIFIED.test(text)) return 'a template of XSLT'
  if (MARKUP.test(text) || CONTROL.test(text) || VALUE.test(text)) return 'a template'
  return exampleAt(view, at) === undefined ? undefined : 'an example in a document, with elements left out'
}

/** Whether what a part is called, is what was never sent as it stands. @param what the words of `unsentIn` */
export const isUnsent = (what: string): boolean => /^(?:a template|an example in a document)\b/.test(what)

/** Whether texts stand in a file as they are to be sent, and not as they went over a line: in strings of a program, or in what keeps requests. */
const isKept = (view: string, wrapping: readonly string[]): boolean =>
  wrapping.every((one) => one === 'quoted text') || TO_SEND.test(view.slice(0, KEPT_MAX))

/** Where an example in the fence of a document ends that begins at a place and leaves elements out; undefined where none begins there. */
export function exampleAt(view: string, at: number): number | undefined {
  const fence = FENCE.exec(view.slice(Math.max(0, at - 200), at))
  // What is nothing but a fence was pasted, and may be a message that someone shortened.
  if (fence === null || !/\S/.test(view.slice(Math.max(0, at - 2_000), at - fence[0].length))) return undefined
  const rest = view.slice(at, at + EXAMPLE_MAX)
  const end = rest.search(FENCE_END)
  return end >= 0 && LEFT_OUT.test(rest.slice(0, end)) ? at + end : undefined
}

import { beginsWithTime } from '../words/index.js'

/** How a stylesheet begins, and what one that is a message itself uses. */
const STYLESHEET =
  /^(?:\u00ef\u00bb\u00bf)?(?:\s|<\?[^<>]{0,400}>|<!--[^<>]{0,4000}-->){0,99}<(?:[\w.-]{1,40}:)?(?:stylesheet|transform)\s[^<>]{0,4000}http:\/\/www\.w3\.org\/1999\/XSL\/Transform/
const STYLESHEET_ENDS = /<\/(?:[\w.-]{1,40}:)?(?:stylesheet|transform)\s{0,20}>\s{0,400}$/
const SIMPLIFIED = /<xsl:|\sxsl:version\s{0,9}=/
/** What a program that fills in templates does, and no message has: conditions, loops, parts. */
const CONTROL =
  /\{%-?[ \t]{0,9}(?:for|if|elif|else|endfor|endif|set|block|include|macro|with)\b|\{\{-?[ \t]{0,9}(?:[#/^>]|range\b|if\b|end\b|else\b|template\b)|<%[ \t=@#-]|<\/?#(?:list|if|else|assign|macro)\b|<\?(?:php|=)|#foreach[ \t]{0,9}\(/
/** A value that is to be filled in. */
const VALUE = /[">][ \t]{0,9}(?:\{\{[^{}<>\n]{1,100}\}\}|\$\{[^{}<>\n]{1,100}\})[ \t]{0,9}["<]/g
/** So many are no slip of a sender. */
const VALUES_MIN = 3

const FENCE = /(?:^|\n)[ \t]{0,6}(?:```|~~~)[^\n`]{0,60}\r?\n\s{0,40}$/
const FENCE_END = /\n[ \t]{0,6}(?:```|~~~)[ \t]{0,9}(?:\r?\n|$)/
/** What a person writes for elements that he leaves out: between tags, or as all that an element of elements holds. */
const LEFT_OUT =
  /(?:\/>|<\/[\w:.-]{1,80}>|-->|<(?:[\w.-]{1,40}:)?(?:OTA_\w{1,40}|POS|HotelReservations?|RoomStays?|RoomRates?|RatePlans?|RoomTypes?|ResGuests?|ResGlobalInfo|Profiles?|Customer|Source)(?:\s[^<>]{0,2000})?>)\s{0,200}(?:\.{3}|\u2026|\u00e2\u0080\u00a6)\s{0,200}(?:$|<)/
const EXAMPLE_MAX = 64_000
const LINE_MAX = 2_000

/**
 * What a stretch of a file is that has the form of a message and was never sent: what a template makes one of, or an example of a document that leaves elements out.
 * Undefined for all else. @param view the file, in which it begins at a place
 */
export function unsentIn(view: string, at: number, text: string): string | undefined {
  const before = view.slice(Math.max(0, at - LINE_MAX), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (beginsWithTime(line + view.slice(at, at + 40))) return undefined
  const isInStylesheet = STYLESHEET.test(view.slice(0, Math.min(at, 20_000))) && STYLESHEET_ENDS.test(view.slice(-500))
  if (isInStylesheet || SIMPLIFIED.test(text)) return 'a template of XSLT'
  if (CONTROL.test(text) || [...text.matchAll(VALUE)].length >= VALUES_MIN) return 'a template'
  return exampleAt(view, at) === undefined ? undefined : 'an example in a document, with elements left out'
}

/** Where an example in the fence of a document ends that begins at a place and leaves elements out; undefined where none begins there. */
export function exampleAt(view: string, at: number): number | undefined {
  const fence = FENCE.exec(view.slice(Math.max(0, at - 200), at))
  // What is nothing but a fence was pasted, and may be a message that someone shortened.
  if (fence === null || !/\S/.test(view.slice(Math.max(0, at - 2_000), at - fence[0].length))) return undefined
  const rest = view.slice(at, at + EXAMPLE_MAX)
  const end = rest.search(FENCE_END)
  return end >= 0 && LEFT_OUT.test(rest.slice(0, end)) ? at + end : undefined
}

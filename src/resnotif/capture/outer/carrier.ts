const NAME = 'Envelope'
const START = /^<(?:[\w.-]{1,40}:)?Envelope[\s>]$/
const END = /^<\/(?:[\w.-]{1,40}:)?Envelope/
const PROLOG =
  /^(?:\u00ef\u00bb\u00bf)?\s{0,200}(?:<\?xml[^<>]{0,400}\?>\s{0,200})?(?=<(?:[\w.-]{1,40}:)?Envelope[\s>])/
/** A header is no longer. */
const ABOVE_MAX = 64_000
/** Other mentions of the name that are looked at. */
const LOOKS_MAX = 8

/** The Envelope in which a place of a text stands, up to that place. */
export function envelopeAbove(view: string, at: number): string | undefined {
  const above = view.slice(Math.max(0, at - ABOVE_MAX), at)
  let found = above.lastIndexOf(NAME)
  for (let looks = 0; found > 0 && looks < LOOKS_MAX; looks++) {
    const begin = above.lastIndexOf('<', found)
    const tag = begin < 0 ? '' : above.slice(begin, found + NAME.length + 1)
    if (START.test(tag)) return above.slice(begin)
    if (END.test(tag)) return undefined
    found = above.lastIndexOf(NAME, found - 1)
  }
  return undefined
}

/** The Envelope of a part that may stand beside an attachment. */
export function envelopeOfPart(text: string): string | undefined {
  const prolog = PROLOG.exec(text)
  return prolog === null ? undefined : text.slice(prolog[0].length, ABOVE_MAX)
}

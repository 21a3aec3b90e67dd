interface Stretch {
  start: number
  end: number
}

/** Signs of base64, and of its spelling for addresses. */
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-'
const IS_SIGN = new Uint8Array(256)
for (let at = 0; at < SIGNS.length; at++) IS_SIGN[SIGNS.charCodeAt(at)] = 1
/** Whether a character is one of them. */
export const isSign = (code: number): boolean => IS_SIGN[code] === 1
/** Shorter runs are words. */
const RUN_MIN = 16

/**
 * The next run of at least 16 signs of base64 from a place on, with what fills up its last group. Only every sixteenth character is looked at until one is a sign: a regular
 * expression tries each of them, which takes twenty times as long over text.
 */
export function runFrom(view: string, from: number): Stretch | undefined {
  const isSignAt = (at: number): boolean => IS_SIGN[view.charCodeAt(at)] === 1
  let low = from
  for (let at = from + RUN_MIN - 1; at < view.length; at += RUN_MIN) {
    if (!isSignAt(at)) {
      low = at + 1
      continue
    }
    let start = at
    while (start > low && isSignAt(start - 1)) start--
    let end = at + 1
    while (end < view.length && isSignAt(end)) end++
    if (end - start >= RUN_MIN) {
      for (let fill = 0; fill < 2 && view[end] === '='; fill++) end++
      return { start, end }
    }
    // The character at the end is no sign.
    low = end + 1
    at = end
  }
  return undefined
}

/** All of these runs, one behind another. */
export function* runsIn(view: string): Generator<Stretch> {
  for (let run = runFrom(view, 0); run !== undefined; run = runFrom(view, run.end)) yield run
}

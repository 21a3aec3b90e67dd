/** Digits that stand together, in whatever spelling. */
export interface Group {
  /** The digits; more of them than a card has are left out. */
  digits: string
  start: number
  end: number
  /** What stands between the group before and this one; empty where this one begins a run. */
  separator: string
}

/** A telephone number with a plus has at most so many digits (ITU-T E.164), and no country has shorter ones. */
const [SHORTEST, LONGEST] = [7, 15]
/** Right before the first digit of one, in any spelling. Behind a letter or a digit the plus is a sign of its own, or the blank of a form. */
const PLUS = /(?<![\p{L}\p{Nd}])(?:[+\uff0b]|%2b|&#43;|&#x2b;|&plus;|\\{1,4}u002b)[\s(]{0,2}$/iu
const PLUS_LOOK = 14
const NONE: readonly number[] = []
/** What stands between the digits of a telephone number. */
const BETWEEN = /^[ ()./-]{1,3}$/

/**
 * Telephone numbers with a plus among groups of digits: for each group the group behind the number that it belongs to, or nothing. As many groups as have
 * 15 digits together: a row of 16 is none.
 */
export function phonesOf(text: string, run: readonly Group[]): readonly number[] {
  let ends: number[] | undefined
  for (let at = 0; at < run.length; at++) {
    const { start, separator } = run[at] as Group
    if (start === 0 || (at > 0 && !separator.includes('+'))) continue
    if (!PLUS.test(text.slice(Math.max(0, start - PLUS_LOOK), start))) continue
    let [to, digits] = [at, 0]
    for (; to < run.length; to++) {
      const group = run[to] as Group
      if (digits + group.digits.length > LONGEST || (to > at && !BETWEEN.test(group.separator))) break
      digits += group.digits.length
    }
    if (digits < SHORTEST) continue
    ends ??= Array.from({ length: run.length }, () => 0)
    ends.fill(to, at, to)
    at = to - 1
  }
  return ends ?? NONE
}

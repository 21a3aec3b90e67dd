/** A byte of a head: one of a few, or any. */
export type HeadByte = readonly number[] | undefined

const RETURN = 13
const FEED = 10

const mayBe = (byte: HeadByte, value: number): boolean => byte === undefined || byte.includes(value)

/** How tcpdump -A prints a byte: what is neither a letter of ASCII nor a blank is a dot. */
const printed = (value: number): string =>
  (value > 31 && value < 127) || value === 9 || value === FEED ? String.fromCodePoint(value) : '.'

/**
 * Where heads may end in a view that shows them from a place on. A carriage return before a line feed is not printed, so they may be shorter there than they were; which byte it was is known where
 * those behind it are. None where the view does not show such heads.
 */
export function endsOf(view: string, start: number, heads: readonly HeadByte[]): number[] {
  let counts = new Set([0])
  for (const [at, byte] of heads.entries()) {
    const next = new Set<number>()
    for (const dropped of counts) {
      const shown = view[start + at - dropped]
      const isBeforeFeed = shown === '\n' && (at + 1 === heads.length || mayBe(heads[at + 1], FEED))
      if (isBeforeFeed && mayBe(byte, RETURN)) next.add(dropped + 1)
      if (shown !== undefined && (byte === undefined || byte.some((value) => printed(value) === shown)))
        next.add(dropped)
    }
    if (next.size === 0) return []
    counts = next
  }
  return [...counts].map((dropped) => start + heads.length - dropped)
}

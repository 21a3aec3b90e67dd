import type { Problem, Untried } from '../../journal/index.js'

const WORDS: Readonly<Record<Untried, string>> = {
  batch: 'not tried alone: refused as part of a batch',
  hotel: 'not sent: the service had refused the hotel',
}

/** What the service said, and whether it said it of this part alone. */
export function refusalWords({ message, untried }: Problem): string {
  return untried === undefined ? message : `${message.replace(/\.$/, '')} (${WORDS[untried]})`
}

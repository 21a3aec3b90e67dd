import { compareMessages, foldNights } from '../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../src/resnotif/index.js'

export const compare = (before: string, after: string): ReturnType<typeof compareMessages> => {
  const [one, other] = [before, after].map((text) => ({ text, facts: explainMessage(text).facts }))
  return compareMessages(one!, other!)
}

/** What has changed, as a person reads it. */
export const textsOf = (before: string, after: string): string[] =>
  foldNights(compare(before, after).changes).map(({ text }) => text)

import { warningsIn, wordOf } from '../doubts/index.js'
import type { Judging } from '../rules/index.js'
import { tellsAgainstSuccess } from './against-success.js'
import { saidInHeaders } from './in-headers.js'
import { textsIn } from './said.js'

/** What an answer to a read says beside what was read: warnings, and texts that speak of what is missing, old or to come. */

/** Words with which a service says that what it shows is not all of it, or not as it is now. */
const CAUTION =
  /\b(?:stale|outdated|out of date|cached?|partial\w*|incomplete|truncated|degraded|limited|delayed|maintenance|deprecated|warning|caution|attention|may (?:be|have|not|differ)|might|only (?:the|a|some|part)|missing|excluded|hidden|estimated?|approximate\w*|fallback|test (?:data|mode|system)|demo data|simulated)\b/i
/** "No rooms found", beside a list of which everybody sees that it is empty. */
const NONE_FOUND = /^\W{0,5}(?:no|0|none) [\w ]{0,40}(?:found|matched|available|exist)\W{0,5}$/i
const MOST = 20

/** @returns texts as they stand, each once: those of warnings, and others that warn */
export function saidOfRead({ heard, context }: Judging): { warnings: string[]; additions: string[] } {
  const warnings = [
    ...new Set([
      ...warningsIn(heard.body, context.names, context.fields),
      ...saidInHeaders(heard.headers).map(({ value }) => value),
    ]),
  ]
  const additions = textsIn(heard.body, context.names, context.fields, false)
    .map(({ value }) => value.trim())
    .filter((text) => text !== '' && !warnings.includes(text) && wordOf(text, context.labels) !== 'yes')
    .filter((text) => {
      const said = text.slice(0, 1_000)
      return !NONE_FOUND.test(said) && (CAUTION.test(said) || tellsAgainstSuccess(said, { mayHold: true }))
    })
  return { warnings: warnings.slice(0, MOST), additions: [...new Set(additions)].slice(0, MOST) }
}

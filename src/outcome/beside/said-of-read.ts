import { isThereIn, plainKey, takesBack, tellsOfFault, warningsIn, wordOf } from '../doubts/index.js'
import { isObject, isPlain, shown } from '../echo/index.js'
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
/** What is to be read by a person, whatever it says. */
const NOTICES = /^(?:notices?|alerts?|caveats?|problems?|advisor(?:y|ies))$/
/** An answer that says of itself that it is not all. */
const NOT_ALL =
  /^(?:is|was|has)?(?:results?|data|list|content|response)?(?:is|was)?(?:partial\w{0,20}|truncated|incomplete|degraded|stale|clipped|cut|limited|approximate|estimated|sampled)$/
const HOLDERS = /^(?:status|outcome|meta|metadata|info|header|response|summary)$/
const TEXTS = ['message', 'text', 'detail', 'description', 'reason', 'title', 'code'] as const
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
  const told = [...additions, ...membersIn(heard.body, context).filter((text) => !warnings.includes(text))]
  return { warnings: warnings.slice(0, MOST), additions: [...new Set(told)].slice(0, MOST) }
}

/** Members that say of what was read that something of it went wrong or is missing: around it, and in a page beside its rows. */
function membersIn(body: unknown, { names, fields }: Judging['context']): string[] {
  if (!isObject(body)) return []
  const own = new Set([...names.status, ...names.success, ...names.message, ...names.times])
  const payload = names.result.map((name) => name.split('.')[0] as string).find((name) => Object.hasOwn(body, name))
  const record = payload === undefined ? undefined : body[payload]
  const isFlat = payload === undefined
  return [
    ...told(body, '', (name) => own.has(name) || name === payload || (isFlat && fields?.has(name) === true)),
    ...(isObject(record) ? toldIn(record, fields) : []),
  ]
}

/** The same of the members of one record. */
export function toldIn(record: Readonly<Record<string, unknown>>, fields: ReadonlySet<string> | undefined): string[] {
  return told(record, '', (name) => fields?.has(name) === true)
}

function told(level: Readonly<Record<string, unknown>>, place: string, isOwn: (name: string) => boolean): string[] {
  return Object.entries(level)
    .slice(0, 200)
    .flatMap(([name, value]): string[] => {
      const key = plainKey(name)
      if (isOwn(name)) return []
      if (NOTICES.test(key) ? isThereIn(value) : NOT_ALL.test(key) ? isThereIn(value) : isFault(key, value))
        return wordsIn(value).map((words) => `${place}${name}: ${words}`)
      return place === '' && HOLDERS.test(key) && isObject(value) ? told(value, `${name}.`, () => false) : []
    })
}

/** What failed elsewhere in the answer, and what takes it back. */
const isFault = (key: string, value: unknown): boolean =>
  (tellsOfFault(key, value) && isThereIn(value)) || takesBack(key, value)

/** Each text of a list; whatever is no text as it stands. */
function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, MOST).flatMap(wordsIn)
  if (!isObject(value)) return [shown(value)]
  const text = TEXTS.map((name) => value[name]).find((one) => isPlain(one) && String(one).trim() !== '')
  return [text === undefined ? shown(value) : String(text).slice(0, 1_000)]
}

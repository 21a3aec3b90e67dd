import { isPlainlyPath } from './plain-path.js'
import { createSecretFinder, type SecretFinder } from './secret-finder.js'

/** What stands in place of a secret everywhere it might be seen. */
export const MASK = '[secret]'

/** A shorter value is a word or a number of its own too often to be taken out of data. */
const SHORTEST_IN_DATA = 8

const known = new Set<string>()
let finder: SecretFinder | undefined

/** Remembers a secret value of this process: nothing that it prints or keeps shows it from here on. False for one that is too short for that. */
export function learnSecret(secret: string | undefined): boolean {
  if (secret === undefined || secret.length < SHORTEST_IN_DATA) return false
  if (known.has(secret)) return true
  known.add(secret)
  finder = undefined
  return true
}

/** Forgets them: for a process that does the work of several, one after the other, as that of the tests does. */
export function forgetSecrets(): void {
  known.clear()
  finder = undefined
  hasLearned = false
}

/** Fields of credentials that are no secrets. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['id', 'user', 'username'])

/** Remembers a secret as it was given: a text, or a JSON object whose texts are secret but for ids and names of users. */
export function learnGiven(text: string | undefined): void {
  if (text === undefined || !text.trimStart().startsWith('{')) return void learnSecret(text)
  try {
    learnTexts(JSON.parse(text))
  } catch {
    learnSecret(text)
  }
}

function learnTexts(value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') learnSecret(String(value))
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) if (!OPEN_FIELDS.has(name)) learnTexts(inner)
}

/** Secrets that the environment holds itself. Those in files and stores are known once they are read. */
const VARIABLES = [
  'HUBSWITCH_PARTNER_SECRET',
  'HUBSWITCH_ACCESS_TOKEN',
  'HUBSWITCH_CHANNEL_CREDENTIALS',
  'HUBSWITCH_PMS_CREDENTIALS',
  'HUBSWITCH_ESTATE_PASSWORD',
] as const
/** An address that may hold a key; a file may be named instead. */
const ADDRESS = 'HUBSWITCH_PING_URL'
/** An address whose password is one. */
const ESTATE = 'HUBSWITCH_ESTATE'
let hasLearned = false

/** The secret itself where the path of its file belongs. */
function learnMisplaced(text: string | undefined): void {
  if (text === undefined || text === '' || isPlainlyPath(text)) return
  learnSecret(text)
  learnGiven(text)
  if (!URL.canParse(text)) return
  const { password, pathname, search, searchParams } = new URL(text)
  for (const part of [password, pathname, search, ...pathname.split('/'), ...searchParams.values()])
    if (part.length >= KEY_CHARACTERS) learnSecret(part)
}

function learnPassword(address: string | undefined): void {
  if (address === undefined || !URL.canParse(address)) return
  const { password } = new URL(address)
  for (const spelling of [password, decoded(password)]) learnSecret(spelling)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Shorter parts of an address are words such as "ping". */
const KEY_CHARACTERS = 12

/** The text without the secrets of this process, whatever they are written as. */
export function withoutSecrets(text: string): string {
  if (!hasLearned) {
    hasLearned = true
    for (const name of VARIABLES) learnGiven(process.env[name])
    learnPassword(process.env[ESTATE])
    for (const name of [...VARIABLES, ADDRESS]) learnMisplaced(process.env[`${name}_FILE`])
  }
  if (known.size === 0 || text.length < SHORTEST_IN_DATA) return text
  finder ??= createSecretFinder(known)
  return finder.replace(text, () => MASK)
}

/** Spellings take up to so many times the room of a value. */
const SPELLED = 16

/** The first characters of a text that somebody else wrote, without the secrets of this process: half a secret would not be recognised later. */
export function firstCharacters(text: string, limit: number): string {
  return text.length <= limit ? text : withoutSecrets(text.slice(0, Math.max(limit * SPELLED, 2_000))).slice(0, limit)
}

/** A copy of a value in which no text and no name holds a secret of this process. What stands under the names of `kept` stays as it is. */
export function valueWithoutSecrets(value: unknown, kept: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map((item) => valueWithoutSecrets(item, kept))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      withoutSecrets(name),
      kept.has(name) ? item : valueWithoutSecrets(item, kept),
    ]),
  )
}

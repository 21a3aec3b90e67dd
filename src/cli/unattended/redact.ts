import { readVariable } from '../../config/index.js'
import { shownText } from '../terminal/index.js'

const SECRET_VARIABLES = [
  'HUBSWITCH_PARTNER_SECRET',
  'HUBSWITCH_ACCESS_TOKEN',
  'HUBSWITCH_CHANNEL_CREDENTIALS',
  'HUBSWITCH_PMS_CREDENTIALS',
] as const
/** Names under which a text holds a secret. */
const SECRET_NAMES = [
  'client_secret',
  'access_token',
  'refresh_token',
  'accessToken',
  'refreshToken',
  'duty_code',
  'password',
  'secret',
]

/**
 * Takes the secrets that this process was given out of a text that is kept or sent elsewhere. What the service says went through the client's own redactor before.
 * @param address that of a monitor, which may hold a key
 */
export async function redactorOfEnvironment(address: string | undefined): Promise<(text: string) => string> {
  const { createRedactor } = await import('../../client/index.js')
  const redactor = createRedactor(new Set(SECRET_NAMES))
  for (const name of SECRET_VARIABLES) for (const value of secretsIn(name)) redactor.learn(value)
  if (address !== undefined && URL.canParse(address)) {
    const { href, pathname, search } = new URL(address)
    for (const part of [
      address,
      href,
      pathname,
      search,
      ...pathname.split('/'),
      ...new URL(address).searchParams.values(),
    ])
      if (part.length >= KEY_CHARACTERS) redactor.learn(part)
  }
  return (text) => shownText(exceptLineNumbers(text, (part) => redactor.text(part)))
}

/** The lines of a file, as findings name them: `rates.csv:5-6, 19, 23-24 and 16 more rows`, `rates.csv:1000001-1000024 (24 rows)`. */
const LINE_NUMBERS = /(?<=[^\s:]:)\d{1,8}(?:-\d{1,8})?(?:, \d{1,8}(?:-\d{1,8})?)*(?= {2}\S| \(\d| and \d)/g

/** Numbers of lines only grow; together they may look like the number of a card, which no text holds in such a list. */
function exceptLineNumbers(text: string, hide: (part: string) => string): string {
  const parts: string[] = []
  let from = 0
  for (const { 0: list, index } of text.matchAll(LINE_NUMBERS)) {
    const numbers = (list.match(/\d+/g) ?? []).map(Number)
    if (numbers.length < 2 || numbers.some((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0))) continue
    parts.push(hide(text.slice(from, index)), list)
    from = index + list.length
  }
  return [...parts, hide(text.slice(from))].join('')
}

/** Shorter parts of an address are words such as "ping". */
const KEY_CHARACTERS = 12

function secretsIn(name: string): string[] {
  try {
    const value = readVariable(process.env, name, 'NO_CREDENTIALS')?.value
    if (value === undefined) return []
    return value.trimStart().startsWith('{')
      ? Object.values(JSON.parse(value) as Record<string, unknown>).filter(
          (item): item is string => typeof item === 'string',
        )
      : [value]
  } catch {
    // Whoever needs it says what is wrong with it.
    return []
  }
}

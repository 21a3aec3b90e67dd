import { createCardHider } from '../../client/index.js'
import { Fault, type Finding } from '../../errors.js'
import { findSecurityCodes, holdsCard } from '../../resnotif/index.js'

/** Faults that went through the search, so that an id that was kept stays. */
const searched = new WeakSet<Fault>()
/** Names of fields and flags under which an id stands. */
const ID = /(?:^ids?|[iI]ds?|ID|[-_]ids?)$/
/** A fault quotes what a person wrote; whatever has fewer digits holds no card and no code of one. */
const SOME_DIGITS = /\p{Nd}\P{Nd}{0,9}\p{Nd}\P{Nd}{0,9}\p{Nd}/u
/** Of a long value the beginning is quoted: where that ends within a number, nobody can tell whose it is. */
const CUT = /(?<!\p{Nd})\p{Nd}(?:[\s.,-]?\p{Nd}){6,18}(?=[\s.,-]?…)/gu

/** Ids that a person has given: arguments are ids, names and files; of flags the name tells. */
export function idsGiven(flags: object | undefined, operands: readonly string[] = []): readonly string[] {
  const named = Object.entries(flags ?? {}).flatMap(([name, value]: [string, unknown]) => (ID.test(name) ? value : []))
  return [...named, ...operands].filter((word): word is string => typeof word === 'string' && !/\s/.test(word))
}

/**
 * The same fault without card numbers and security codes, wherever a check has quoted them: in its sentences, its findings, its facts and what caused it.
 * @param ids that a person has given: they stay whole although one may look like a card's number
 */
export function withoutCards(fault: Fault, ids: readonly string[] = []): Fault {
  if (searched.has(fault)) return fault
  const { code, message, next, findings, facts, attachment, cause } = fault
  const said = [message, next, attachment ?? '', ...quotedIn(findings), ...quotedIn(facts)]
  const hider = createCardHider()
  for (const id of [...ids, ...findings.flatMap(idsOf), ...idsIn(facts)]) hider.keep(id)
  const bookings = bookingsOf(facts)
  for (const id of bookings) hider.keepBooking(id)
  // A sentence may put the words of a name in another order; the code is known where it stood behind its word.
  for (const whole of said) {
    // What a booking is called is no code.
    const text = bookings.reduce((rest, id) => rest.replaceAll(id, ' '), whole)
    for (const { start, end } of findSecurityCodes(text))
      if (!endsCard(text, start, end)) hider.keep({ cvc: text.slice(start, end) })
  }
  const text = (given: string): string =>
    SOME_DIGITS.test(given)
      ? hider.text(given).replaceAll(CUT, (digits) => digits.replaceAll(/\p{Nd}/gu, (one) => '*'.repeat(one.length)))
      : given
  const hidden = new Fault(code, text(message), {
    next: text(next),
    findings: findings.map((finding) => hiddenFinding(finding, text)),
    facts: hider.value(facts) as Record<string, unknown>,
    ...(attachment === undefined ? {} : { attachment: text(attachment) }),
    cause: cause instanceof Error ? causeWith(cause, text) : cause,
  })
  hideStack(hidden, fault.stack, text)
  searched.add(hidden)
  return hidden
}

/** Its last four digits stay, a word for a code behind them or not. */
function endsCard(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - CARD_MAX)
  return holdsCard(text.slice(from, end)) && !holdsCard(text.slice(from, start))
}
const CARD_MAX = 60

function hiddenFinding({ file, ...finding }: Finding, text: (given: string) => string): Finding {
  const shown = Object.entries(finding).map(([name, value]) => [name, typeof value === 'string' ? text(value) : value])
  return { ...(file === undefined ? {} : { file }), ...(Object.fromEntries(shown) as Omit<Finding, 'file'>) } as Finding
}

/** What a report and `--debug` show of it. */
function causeWith({ name, message, stack }: Error, text: (given: string) => string): Error {
  const shown = new Error(text(message))
  shown.name = name
  hideStack(shown, stack, text)
  return shown
}

/** A stack is looked through when somebody asks for it: most faults are told without. */
function hideStack(error: Error, stack: string | undefined, text: (given: string) => string): void {
  let shown: string | undefined
  if (stack !== undefined)
    Object.defineProperty(error, 'stack', {
      configurable: true,
      get: () => (shown ??= text(stack)),
      set: (given: string) => {
        shown = given
      },
    })
}

/** The file has to be found by its name. */
const idsOf = ({ file, field, typed, value }: Finding): string[] => [
  ...(file === undefined ? [] : [file]),
  ...(value !== undefined && [field, typed].some((name) => name !== undefined && ID.test(name)) ? [value] : []),
]

/** What the answer of a PMS calls the booking, which was looked through for secrets. Shorter ones are a number or a word. */
const bookingsOf = ({ bookingId, reservationIds }: Fault['facts']): string[] =>
  [bookingId, ...(Array.isArray(reservationIds) ? (reservationIds as unknown[]).slice(0, BOOKINGS_MAX) : [])].filter(
    (id): id is string => typeof id === 'string' && /^(?=.{0,60}\p{L})\S{5,255}$/u.test(id),
  )
const BOOKINGS_MAX = 20

function idsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return ID.test(name) ? [String(value)] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => idsIn(inner, Array.isArray(value) ? name : key))
}

function quotedIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(quotedIn) : []
}

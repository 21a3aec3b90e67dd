import { flagsInRecord, messagesIn, tellsAgainstSuccess } from './beside/index.js'
import type { EndpointKey } from '../contract/index.js'
import { firstCharacters } from '../redaction/index.js'
import { shellWord } from '../shell-word.js'
import { againstState, doubtsInRecord, plainLabel, type StateDoubt } from './doubts/index.js'
import { shown as shownValue, valuesAt } from './echo/index.js'
import { ownFields } from './own-fields.js'
import { type Judgement, type Judging, RULES } from './rules/index.js'
import { done, lookOf, unknown } from './words.js'

/** What a state of a record means for what was asked: the asked-for state, another that the interface knows, or neither. */
export type StateWord = 'done' | 'refused' | 'unknown'

/** @param state the service's label, or ours */
export function stateWord(
  key: EndpointKey,
  state: string,
  stateOf: (label: string) => string = (label) => label,
): StateWord {
  const { states } = RULES[key]
  const plain = plainLabel(stateOf(state))
  if (states?.done.includes(plain) === true) return 'done'
  return states?.refused.includes(plain) === true ? 'refused' : 'unknown'
}

/** Whether a state is one that is told of reservations, whatever it means for what was asked. */
export function isKnownState(state: string): boolean {
  const { done: good = [], refused = [] } = RULES['reservation.confirm'].states ?? {}
  return [...good, ...refused].includes(plainLabel(state))
}

/**
 * What a record whose state is good says against that state; nothing where its state is another one. What is confirmed is so in all its parts, whichever answer
 * or look-up says it; beside another good state, each that booking may end in is good.
 */
function doubtsOf(
  key: EndpointKey,
  record: unknown,
  state: string,
  stateOf: (label: string) => string = (label) => label,
): StateDoubt[] {
  if (typeof record !== 'object' || record === null || stateWord(key, state, stateOf) !== 'done') return []
  const isConfirmed = plainLabel(stateOf(state)) === 'confirmed'
  return againstState(
    record as Record<string, unknown>,
    (other) => {
      if (stateWord(isConfirmed ? 'reservation.confirm' : key, other, stateOf) === 'done') return 'with'
      if (!isConfirmed && NOT_YET.includes(plainLabel(stateOf(other)))) return 'with'
      return isKnownState(stateOf(other)) ? 'against' : 'odd'
    },
    isConfirmed,
  )
}

/** What goes with a hold that is not confirmed yet. */
const NOT_YET: readonly string[] = ['open', 'held', 'on_hold', 'tentative', 'unconfirmed', 'not_confirmed']
const ODD = ' (a state this version does not know)'

/** What a record that names a good state says against it, such as `rooms[0].status cancelled`. */
export function stateDoubts(key: EndpointKey, record: Readonly<Record<string, unknown>>): string[] {
  const { status } = record
  if (typeof status !== 'string' || stateWord(key, status) !== 'done') return []
  const own = ownFields('reservation.lookup')
  const found: StateDoubt[] = [
    ...doubtsOf(key, record, status),
    ...doubtsInRecord(record, own),
    ...flagsInRecord(record, { mayHold: true, isBooking: true, own }),
    ...messagesIn(record, own).filter(({ value: text }) => tellsAgainstSuccess(text, { mayHold: true })),
  ]
  return [...new Map(found.map((doubt) => [doubt.field, doubt])).values()].map(
    ({ field, value, isOdd }) => `${field} ${firstCharacters(shownValue(value), 80)}${isOdd === true ? ODD : ''}`,
  )
}

/** Judges a record by the state it is in. */
export function judgeState(judging: Judging, record: unknown, state: string | undefined): Judgement {
  const { rule, context, asked, label } = judging
  const [bookingId] = valuesAt(record, 'bookingId').filter((value) => String(value).trim() !== '')
  const id = bookingId === undefined ? '' : ` ${context.show(String(bookingId), 80)}`
  const facts = {
    ...(bookingId === undefined ? {} : { bookingId: String(bookingId) }),
    ...(state === undefined ? {} : { state }),
  }
  if (state === undefined)
    return unknown(judging, `it answered reservation${id} without a state`, { isFinal: true, facts })
  if (bookingId === undefined)
    return unknown(judging, 'it answered a reservation without a booking id', { isFinal: true, facts })
  const word = stateWord(label as EndpointKey, state, context.stateOf)
  const shown = context.show(state, 80)
  if (word === 'done') {
    const doubts = doubtsOf(label as EndpointKey, record, state, context.stateOf)
    const findings = doubts.map(({ field, value }) => ({
      field: context.show(field, 200),
      reason: context.show(shownValue(value), 300),
    }))
    if (findings.length === 0) return done(judging, record)
    return unknown(
      judging,
      `it answered that reservation${id} is ${shown}, and also ${findings
        .slice(0, 3)
        .map(({ field, reason }, at) => `${field} ${context.show(reason, 80)}${doubts[at]?.isOdd === true ? ODD : ''}`)
        .join(', ')}`,
      { isFinal: true, facts, findings },
    )
  }
  const wanted = rule.states?.done[0] ?? ''
  if (word === 'refused') {
    return {
      fate: 'refused',
      code: 'REFUSED',
      words: `The service answered that reservation${id} is ${shown}, not ${wanted}.`,
      findings: [],
      isFinal: true,
      next: `Run "hubswitch ${bookingId === undefined ? lookOf(rule, asked) : `reservation lookup --booking-id ${shellWord(String(bookingId))}`}" to see it.`,
      facts: {
        ...judging.facts,
        ...facts,
        endpoint: label,
        status: judging.heard.status,
        requestId: judging.heard.requestId,
        answered: true,
      },
    }
  }
  if (isKnownState(context.stateOf(state)))
    return unknown(judging, `it answered that reservation${id} is ${shown}, which is not what was asked for`, {
      isFinal: true,
      facts,
    })
  return unknown(judging, `it answered that reservation${id} is "${shown}", a state this version does not know`, {
    isFinal: true,
    facts,
    next: `Run "hubswitch ${bookingId === undefined ? lookOf(rule, asked) : `reservation lookup --booking-id ${shellWord(String(bookingId))}`}" and ask the service what "${shown}" means. A wire overlay can name its states.`,
  })
}

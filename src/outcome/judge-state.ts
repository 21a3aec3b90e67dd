import type { EndpointKey } from '../contract/index.js'
import { valuesAt } from './echo.js'
import type { Judgement } from './judgement.js'
import type { Judging } from './judging.js'
import { RULES } from './rules.js'
import { plainLabel } from './voice.js'
import { done, lookOf, unknown } from './words.js'

/** What a state of a record means for what was asked: the asked-for state, another that the interface knows, or neither. */
export type StateWord = 'done' | 'refused' | 'unknown'

/** @param state the service's label, or ours */
export function stateWord(key: EndpointKey, state: string, stateOf: (label: string) => string = (label) => label): StateWord {
  const { states } = RULES[key]
  const plain = plainLabel(stateOf(state))
  if (states?.done.includes(plain) === true) return 'done'
  return states?.refused.includes(plain) === true ? 'refused' : 'unknown'
}

/** Judges a record by the state it is in. */
export function judgeState(judging: Judging, record: unknown, state: string | undefined): Judgement {
  const { rule, context, asked, label } = judging
  const [bookingId] = valuesAt(record, 'bookingId').filter((value) => String(value).trim() !== '')
  const id = bookingId === undefined ? '' : ` ${context.show(String(bookingId), 80)}`
  const facts = { ...(bookingId === undefined ? {} : { bookingId: String(bookingId) }), ...(state === undefined ? {} : { state }) }
  if (state === undefined) return unknown(judging, `it answered reservation${id} without a state`, { isFinal: true, facts })
  if (bookingId === undefined) return unknown(judging, 'it answered a reservation without a booking id', { isFinal: true, facts })
  const word = stateWord(label as EndpointKey, state, context.stateOf)
  if (word === 'done') return done(judging, record)
  const shown = context.show(state, 80)
  const wanted = rule.states?.done[0] ?? ''
  if (word === 'refused') {
    return {
      fate: 'refused', code: 'REFUSED', words: `The service answered that reservation${id} is ${shown}, not ${wanted}.`, findings: [], isFinal: true,
      next: `Run "hubswitch ${bookingId === undefined ? lookOf(rule, asked) : `reservation lookup --booking-id ${String(bookingId)}`}" to see it.`,
      facts: { ...judging.facts, ...facts, endpoint: label, status: judging.heard.status, requestId: judging.heard.requestId, answered: true },
    }
  }
  return unknown(judging, `it answered that reservation${id} is "${shown}", a state this version does not know`, {
    isFinal: true, facts, next: `Run "hubswitch ${bookingId === undefined ? lookOf(rule, asked) : `reservation lookup --booking-id ${String(bookingId)}`}" and ask the service what "${shown}" means. A wire overlay can name its states.`,
  })
}

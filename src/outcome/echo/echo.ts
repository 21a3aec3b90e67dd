import type * as z from '../../zod/index.js'
import { echoKindOf, type EndpointKey, endpointOf, entrySchema, fieldSchema } from '../../contract/index.js'
import { type Asked, type EndpointRule, RULES } from '../rules/index.js'
import { otherBooking, otherCounts } from './booking.js'
import { otherCard } from './card.js'
import { nulledIn } from './nulls.js'
import { isPlain, isSameAs } from './same.js'
import { isObject, type Mismatch, otherFields, presentAt, valuesAt, wordsOf } from './values.js'

export { isSame } from './same.js'
export { type Mismatch, shown, valuesAt } from './values.js'

const KEYS: ReadonlyMap<EndpointRule, EndpointKey> = new Map(
  Object.entries(RULES).map(([key, rule]) => [rule, key as EndpointKey]),
)

/** The schema of a value of the request, by the path that a rule names; undefined for a request that the contract does not have. */
function requestSchema(rule: EndpointRule, path: string): z.ZodType | undefined {
  const key = KEYS.get(rule)
  if (key === undefined) return undefined
  const [side, ...parts] = path.split('.')
  const root = endpointOf(key)[side as 'params' | 'query' | 'body'] as z.ZodType | undefined
  return parts.reduce<z.ZodType | undefined>(
    (schema, part) =>
      part.endsWith('[]') ? entrySchema(fieldSchema(schema, part.slice(0, -2))) : fieldSchema(schema, part),
    root,
  )
}

/**
 * What the answer says otherwise than it was asked. What it does not mention is no mismatch; an empty text is, and so is null in the
 * record of a write that holds the values of its request.
 * @param named the answer in our names, before its values were read: there an empty text stands where a number is expected
 */
export function mismatchesOf(rule: EndpointRule, asked: Asked, result: unknown, named: unknown = result): Mismatch[] {
  return [
    ...Object.entries(rule.same ?? {}).flatMap(([answerPath, askedPath]) =>
      otherThan(
        rule,
        answerPath,
        [...presentAt(result, answerPath), ...presentAt(named, answerPath).filter((value) => value === '')],
        askedPath,
        asked,
      ),
    ),
    ...(rule.comparesValues === true ? otherValues(rule, asked.body, result, named) : []),
    ...(rule.comparesBooking === true ? otherBooking(asked.body, result) : []),
    ...(rule.comparesCard === true || rule.comparesBooking === true ? otherCard(cardOf(asked.body), result) : []),
    ...(rule.comparesGuests === true && isObject(asked.body) && isObject(result)
      ? otherCounts('totalGuestCounts', asked.body['totalGuestCounts'], result['totalGuestCounts'])
      : []),
  ]
}

/** The card of a request: its own, or that of its payment. */
function cardOf(body: unknown): unknown {
  if (!isObject(body)) return undefined
  return body['card'] ?? (isObject(body['payment']) ? body['payment']['card'] : undefined)
}

/** What an answer is about has to be just that: no text stands for another one here. */
function otherThan(
  rule: EndpointRule,
  path: string,
  answered: readonly unknown[],
  askedPath: string,
  asked: Asked,
): Mismatch[] {
  const wanted = valuesAt(asked, askedPath)
  if (wanted.length === 0) return []
  const told = echoKindOf(requestSchema(rule, askedPath))
  const kind = told === 'moment' || told === 'word' ? told : 'identity'
  const strange = answered.find((value) => !isPlain(value) || !wanted.some((one) => isSameAs(kind, one, value)))
  return strange === undefined
    ? []
    : [
        {
          field: path.replaceAll('[]', '').replace(/^\./, ''),
          asked: wanted.slice(0, 3).map(String).join(', '),
          answered: wordsOf(strange),
        },
      ]
}

function otherValues(rule: EndpointRule, body: unknown, result: unknown, named: unknown): Mismatch[] {
  if (!isObject(body) || !isObject(result)) return []
  const { same = {}, servicesOwn = {} } = rule
  const emptied = isObject(named)
    ? Object.fromEntries(
        Object.keys(body)
          .filter((field) => named[field] === '' && result[field] === undefined)
          .map((field) => [field, '']),
      )
    : {}
  const isOwn = (field: string): boolean => field in same || field in servicesOwn
  return [
    ...otherFields(body, { ...result, ...emptied }, requestSchema(rule, 'body'), '', isOwn),
    ...nulledIn(body, named, (field) => field in servicesOwn),
  ]
}

import * as z from '../../zod/index.js'
import { type EndpointKey, endpointOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { RULES } from '../../outcome/index.js'
import { isKnown, type KnownNames } from './chosen-columns.js'
import type { Shows } from './view.js'

/** Whether one of these calls asks a service to change something. */
export function isWriting(calls: readonly EndpointKey[]): boolean {
  return calls.some((key) => RULES[key].effect === 'write')
}

/** The names that a command can show in one outcome or another: those it says itself, and the fields of the records that its writes are answered with. */
export function knownNames({ columns = [], fields = [], isOwn }: Shows, calls: readonly EndpointKey[]): KnownNames {
  const answered =
    isOwn === true ? [] : calls.filter((key) => isWriting([key])).flatMap((key) => fieldsOf(endpointOf(key).result))
  const names = columns.map(({ name }) => name)
  return {
    columns: new Set(names.map((name) => name.toLowerCase())),
    fields: new Set([...names, ...answered, ...fields, 'warnings']),
  }
}

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  return schema instanceof z.ZodArray ? fieldsOf(schema.element) : []
}

/**
 * For a command that changes something, before its first request.
 * @throws Fault USAGE for a column that no outcome of it has
 */
export function refuseUnknownColumns(only: readonly string[], known: KnownNames): void {
  const unknown = only.find((name) => !isKnown(name, known))
  if (unknown === undefined) return
  const guess = nearest(unknown, known.fields)
  throw new Fault('USAGE', `There is no column "${unknown}". Nothing was sent.`, {
    next: `${guess === undefined ? '' : `Did you mean "${guess}"? `}Columns here: ${[...known.fields].join(', ')}.`,
  })
}

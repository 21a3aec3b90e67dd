import type { Command } from '@oclif/core'
import type * as z from '../../zod/index.js'
import { contract, type EndpointKey, endpointOf, fieldsOf, UPDATE_DIFFERENCES, withIds } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { changesOf, differingFields } from '../../property-file/index.js'
import { shapeOf } from '../body/index.js'
import { type BodyOptions, readBody } from '../flags/index.js'
import { changeText } from '../show/index.js'
import { ServiceCommand } from './service-command.js'

/** A command whose request has a body: flags for plain fields, `--file` for all of them, `--set` and `--field` for one inside. */
export abstract class BodyCommand<T extends typeof Command> extends ServiceCommand<T> {
  /**
   * The body that the flags and the file give; `also` goes over both.
   * @throws Fault USAGE where nothing was given, INVALID_INPUT where the file is empty
   */
  protected async body(
    key: EndpointKey,
    { also = {}, ...options }: BodyOptions & { also?: Record<string, unknown> } = {},
  ): Promise<Record<string, unknown>> {
    const { body: schema } = endpointOf(key)
    if (schema === undefined) return {}
    const given = { ...(await readBody(schema, this.flags as Record<string, unknown>, options)), ...also }
    const body = (await withIds(schema, given, (lookup, name, field) => this.idOf(lookup, name, field))) as Record<
      string,
      unknown
    >
    if (Object.keys(body).length === 0 && !hasRequired(schema, options.except))
      throw new Fault(
        (this.flags as { file?: string }).file === undefined ? 'USAGE' : 'INVALID_INPUT',
        'Nothing to send: no field was given.',
        {
          next: `Give flags, --file, --set or --field; "hubswitch ${(this.id ?? '').replaceAll(':', ' ')} --help" lists them.`,
        },
      )
    return body
  }

  /**
   * Shows what an update changes, value by value, on standard error.
   * @returns false where nothing is to be sent: nothing changes, or it is a dry run
   */
  protected showChanges(
    key: 'property.update' | 'unit.update',
    before: Record<string, unknown>,
    body: Record<string, unknown>,
    what: string,
    isDry: boolean,
  ): boolean {
    const { body: schema } = contract[key === 'property.update' ? 'property' : 'unit'].update
    const known = updateSpelled(before)
    const unknown = unknownFields(known, body)
    const changes = [
      ...changesOf(fieldsOf(schema, known), without(body, unknown)),
      ...Object.entries(unknown).map(([field, to]) => ({ field, to, isUnknown: true })),
    ]
    for (const change of changes) this.notice(`  ${changeText(change)}`)
    if (changes.length === 0) this.notice(`Nothing to change: ${what} already has these values. Nothing was sent.`)
    else if (isDry) this.notice(`Dry run: nothing was sent to change ${what}.`)
    return changes.length > 0 && !isDry
  }

  /** The fields of an update that say something else than the record: what is equal is not sent, so that it overwrites nothing. */
  protected differing<B extends object>(before: Record<string, unknown>, body: B): B {
    const known = updateSpelled(before)
    return {
      ...differingFields(known, body as Record<string, unknown>),
      ...unknownFields(known, body as Record<string, unknown>),
    } as B
  }
}

/** The fields of an update of which the record says nothing: what they hold is unknown, so they are sent. */
function unknownFields(known: Record<string, unknown>, body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([field, value]) => value !== undefined && (known[field] ?? undefined) === undefined),
  )
}

function without(body: Record<string, unknown>, left: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !Object.hasOwn(left, field)))
}

/** Whether something must be given: the check of the request then names it. */
function hasRequired(schema: z.ZodType, except: readonly string[] = []): boolean {
  return Object.entries(shapeOf(schema)).some(
    ([name, field]) => !except.includes(name) && !field.safeParse(undefined).success,
  )
}

/**
 * Turns a property body written for create into one for update: the one field that is spelled differently is renamed.
 * @throws Fault INVALID_INPUT naming each field that an update cannot change, with what to do instead
 */
export function toUpdateSpelling(body: Record<string, unknown>): Record<string, unknown> {
  const { spelling, createOnly } = UPDATE_DIFFERENCES
  const refused = Object.keys(body).filter((field) => field in createOnly)
  if (refused.length > 0) {
    throw new Fault('INVALID_INPUT', 'An update cannot change every field that create takes.', {
      findings: refused.map((field) => ({
        field,
        reason: createOnly[field as keyof typeof createOnly],
        remedy: 'Leave it out',
      })),
    })
  }
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [spelling[field as keyof typeof spelling] ?? field, value]),
  )
}

/** A property as an update spells it; other records come back as they are. */
function updateSpelled(record: Record<string, unknown>): Record<string, unknown> {
  const { companyOrganisationNumber } = record
  return companyOrganisationNumber === undefined
    ? record
    : { companyOrganizationNumber: companyOrganisationNumber, ...record }
}

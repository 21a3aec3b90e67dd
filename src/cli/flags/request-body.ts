import { Flags } from '@oclif/core'
import type * as z from '../../zod/index.js'
import { assignFields, type Body, readBodyFile } from '../body/index.js'
import { fieldsFromFlags, flagName, type SchemaFlagOptions } from './schema-flags.js'

export { readBodyFile }

/** Flags that set single fields of a body. */
export const assignFlags = {
  set: Flags.string({
    multiple: true,
    summary: 'Set one field to what you type, such as names[0].text=Seaview; can be repeated',
    helpValue: '<path=value>',
  }),
  field: Flags.string({
    char: 'F',
    multiple: true,
    summary: 'Set one field to a JSON value, such as channelIds=[1,2]; can be repeated',
    helpValue: '<path=JSON>',
  }),
}

/** Of commands that send one request which changes something. */
export const dryRunFlag = {
  'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show the request that would be sent, and change nothing' }),
}

/** Of commands that change this machine, the sandbox or an estate, and send no single request. */
export const tryFlag = {
  'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show what would be done, and change nothing' }),
}

/** Flags of every command that sends a body. */
export const bodyFlags = {
  file: Flags.string({
    char: 'f',
    summary: 'Read the request body from a YAML or JSON file; - for standard input',
    helpValue: '<file>',
  }),
  ...assignFlags,
}

export interface BodyOptions extends SchemaFlagOptions {
  /** Types of the fields of a file and of `--set`, where they are more than the request takes. */
  typedBy?: z.ZodType
}

/**
 * Puts a body together: the file, then flags, `--set` and `--field` over it. Two of them that speak of one field are refused.
 * @throws Fault INVALID_INPUT for a file that cannot be read or holds no object; USAGE for a flag that cannot be read, or a field that is given twice
 */
export async function readBody(
  schema: z.ZodType,
  flags: Readonly<Record<string, unknown>>,
  { typedBy = schema, ...options }: BodyOptions = {},
): Promise<Body> {
  const file = flags['file'] as string | undefined
  const body = file === undefined ? {} : await readBodyFile(file, { schema: typedBy })
  const fromFlags = fieldsFromFlags(schema, flags, options)
  Object.assign(body, fromFlags)
  const taken = Object.fromEntries(
    Object.keys(fromFlags).map((field) => [field, `--${flagName(options.rename?.[field] ?? field)}`]),
  )
  assignFields(body, flags, { schema: typedBy, taken })
  return body
}

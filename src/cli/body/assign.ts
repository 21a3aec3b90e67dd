import type * as z from '../../zod/index.js'
import { parseJson } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { tooDeepAt } from '../../foreign-text.js'
import { firstCharacters } from '../../redaction/index.js'
import { type Body, parseBody } from './body-file.js'
import { schemaBelow } from './field-schema.js'
import { readTyped } from './typed-text.js'
import { refuseUnmeant } from './unmeant-texts.js'

/** How a flag that sets one field is spelled, for its faults. */
type AssignFlag = '--set' | '--field'

export interface Assigned {
  set?: readonly string[] | undefined
  field?: readonly string[] | undefined
}

export interface AssignOptions {
  /** Type of the body; what it does not know is text. */
  schema?: z.ZodType | undefined
  /** Lets null through, for requests that are sent as they stand. */
  keepsNull?: boolean
  /** Fields that other flags of the command line have set, by path, and what they are called. */
  taken?: Readonly<Record<string, string>>
}

const PATH_LENGTH_MAX = 500
const PATH = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d{1,4}\])*$/
const EXAMPLES: Record<AssignFlag, string> = {
  '--set': "path=value, such as --set name=Seaview or --set 'names[0].text=Haus # 5'",
  '--field': "path=JSON, such as --field 'channelIds=[1,2]'",
}

/**
 * Writes each `--set path=value` and `--field path=JSON` into the body. The value of `--set` is what was typed, to the letter: a field of
 * text takes it as it is, a number or boolean is read as one. `--field` takes JSON.
 * @throws Fault USAGE naming path and value
 */
export function assignFields(body: Body, { set = [], field = [] }: Assigned, options: AssignOptions = {}): void {
  const seen = new Map(Object.entries(options.taken ?? {}))
  const assignments = [
    ...set.map((text) => ['--set', text] as const),
    ...field.map((text) => ['--field', text] as const),
  ]
  for (const [flag, text] of assignments) {
    const { path, keys, value } = split(flag, text)
    const [other, by = ''] = [...seen].find(([one]) => isWithin(one, path) || isWithin(path, one)) ?? []
    if (other === path)
      throw new Fault('USAGE', `${path} is given twice${by === flag ? '' : `: by ${by} and by ${flag}`}.`, {
        next: 'Give it once. Nothing was sent.',
      })
    if (other !== undefined)
      throw new Fault('USAGE', `${by} ${other} and ${flag} ${path} speak of the same field.`, {
        next: 'Give it once. Nothing was sent.',
      })
    seen.set(path, flag)
    const schema = keys.reduce<z.ZodType | undefined>(schemaBelow, options.schema)
    put(
      body,
      keys,
      flag === '--set' ? typedValue(path, value, schema) : jsonValue(path, value, options.keepsNull === true, schema),
      flag,
      path,
    )
  }
  refuseUnmeant(body, 'The body')
}

/** Whether a path is another one, or lies in it. */
const isWithin = (outer: string, inner: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)

function split(flag: AssignFlag, text: string): { path: string; keys: (string | number)[]; value: string } {
  const at = text.indexOf('=')
  const path = text.slice(0, Math.max(at, 0))
  if (path.length > PATH_LENGTH_MAX || !PATH.test(path) || path.split(/[.[\]]/).includes('__proto__')) {
    throw new Fault(
      'USAGE',
      `${flag} needs ${EXAMPLES[flag]}; "${firstCharacters(text, 80)}" has no path before an equals sign.`,
    )
  }
  const keys = path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d/.test(key) ? Number(key) : key))
  return { path, keys, value: text.slice(at + 1) }
}

function typedValue(path: string, text: string, schema: z.ZodType | undefined): unknown {
  const read = readTyped(schema, text)
  if (read.ok) return read.value
  throw new Fault('USAGE', `--set ${path}: "${firstCharacters(text, 80)}" ${read.reason}.`, {
    facts: { field: path, value: firstCharacters(text, 80) },
    next: `${read.remedy.replaceAll('--field', `--field '${path}=…'`)}. Nothing was sent.`,
  })
}

function jsonValue(path: string, text: string, keepsNull: boolean, schema: z.ZodType | undefined): unknown {
  const deep = tooDeepAt(text)
  if (deep !== undefined) throw new Fault('USAGE', `--field ${path} ${deep.reason}.`, { next: 'Nothing was sent.' })
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new Fault('USAGE', `--field ${path} is not JSON: ${firstCharacters(text, 80)}`, {
      next: `Text goes in with --set '${path}=…', or in double quotes: --field '${path}="…"'. Nothing was sent.`,
    })
  }
  if (schema !== undefined && text.includes('.')) refusePoints(path, text, schema)
  if (holdsNull(value) && !keepsNull)
    throw new Fault('USAGE', `--field ${path}: null is neither a value nor "leave it as it is".`, {
      next: 'Leave the field out to keep what the service has, or give "" for an empty text. Nothing was sent.',
    })
  return value
}

/** Parsed JSON does not show `1.000` any more, so the source is read once more, as a file is. */
function refusePoints(path: string, text: string, schema: z.ZodType): void {
  try {
    parseBody(`--field ${path}`, text, { schema, keepsNull: true })
  } catch (error) {
    const [finding] = error instanceof Fault ? error.findings : []
    if (finding?.remedy === undefined) return
    throw new Fault('USAGE', `--field ${path}: "${finding.value ?? ''}" ${finding.reason}.`, {
      facts: { field: path, value: finding.value ?? '' },
      next: `${finding.remedy}. Nothing was sent.`,
    })
  }
}

function holdsNull(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).some(holdsNull))
}

/** Walks to the holder of the last key, making lists and objects on the way, and puts the value there. */
function put(body: Body, keys: readonly (string | number)[], value: unknown, flag: AssignFlag, path: string): void {
  let holder: unknown = body
  keys.forEach((key, at) => {
    const target = holderFor(holder, key, flag, path)
    if (at === keys.length - 1) target[key] = value
    else target[key] ??= typeof keys[at + 1] === 'number' ? [] : {}
    holder = target[key]
  })
}

function holderFor(
  holder: unknown,
  key: string | number,
  flag: AssignFlag,
  path: string,
): Record<string | number, unknown> {
  const isList = Array.isArray(holder)
  if (typeof holder !== 'object' || holder === null || isList !== (typeof key === 'number')) {
    throw new Fault(
      'USAGE',
      `${flag} ${path}: ${typeof key === 'number' ? `[${key}] needs a list` : `${key} needs an object`}, and something else stands there.`,
      { next: 'Check the path against the file and the other flags. Nothing was sent.' },
    )
  }
  if (isList && (key as number) > holder.length)
    throw new Fault(
      'USAGE',
      `${flag} ${path}: the list has ${holder.length} ${holder.length === 1 ? 'entry' : 'entries'}, so [${key}] would leave a gap.`,
      { next: `The next one is [${holder.length}]. Nothing was sent.` },
    )
  return holder as Record<string | number, unknown>
}

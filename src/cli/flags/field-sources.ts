import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { Fault, type Finding } from '../../errors.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { firstCharacters } from '../../redaction/index.js'
import { flagName } from './schema-flags.js'

const SHOWN_MAX = 80

/** How a person gave a body: what a fault of a field has to speak of. */
export interface BodySources {
  /** What was typed, by flag; every flag of the command is a key of `known`. */
  flags: Readonly<Record<string, unknown>>
  known: Readonly<Record<string, unknown>>
  /** Arguments of the command by name. */
  args: Readonly<Record<string, unknown>>
  /** What was typed for them. */
  given?: Readonly<Record<string, unknown>>
  operands?: readonly string[]
  /** Flags of fields that are not named after their field: `booker` → `--guest`. Indexes are left out: `rooms.roomId`. */
  fieldFlags: Readonly<Record<string, string>>
}

/** A fault about fields of a body, told in what the person typed: the flag, the argument, or the line of the file. */
export async function withSources(fault: Fault, sources: BodySources): Promise<Fault> {
  if (
    fault.code !== 'INVALID_INPUT' ||
    fault.findings.every(({ field, file }) => field === undefined || file !== undefined)
  )
    return fault
  const { file } = sources.flags
  const lineOf = typeof file === 'string' ? await readLines(file) : undefined
  const told = fault.findings.map((finding) =>
    sourceOf(finding, sources, typeof file === 'string' ? file : undefined, lineOf),
  )
  if (file === undefined && told.every(({ isMissing }) => isMissing === true)) return missingFault(told, fault.facts)
  const [before, first] = [fault.findings[0], told[0]]
  const message =
    before === undefined || first === undefined
      ? fault.message
      : fault.facts['endpoint'] === undefined
        ? fault.message.replace(`: ${before.field ?? ''} ${before.reason}`, () => `: ${first.label} ${before.reason}`)
        : sentenceOf(first, told.length - 1)
  return new Fault(fault.code, message, {
    findings: told.map(({ finding }) => finding),
    next: fault.next,
    facts: fault.facts,
  })
}

/** The first fault of the input of a call. Which endpoint it is for is nothing that was typed. */
function sentenceOf({ finding, label }: Told, more: number): string {
  const { file, line, value = '', reason } = finding
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
  const not = value !== '' && reason.startsWith('must be ') ? `, not "${value}"` : ''
  return `${place}${label === '' ? 'The input' : label} ${reason}${not}${more > 0 ? ` (and ${more} more)` : ''}.`
}

interface Told {
  finding: Finding
  /** How the field is called in a sentence. */
  label: string
  /** Nothing was typed for it. */
  isMissing?: boolean
}

/** Flags that must be given and were not: the line is wrong, not what it says. */
function missingFault(told: readonly Told[], facts: Fault['facts']): Fault {
  const labels = told.map(({ label, finding }) => (label.startsWith('--') ? label : `--set ${finding.field ?? ''}=…`))
  const all = labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1) ?? ''}`
  return new Fault('USAGE', `${all} ${labels.length === 1 && !/ and /.test(all) ? 'is' : 'are'} missing.`, {
    findings: told.map(({ finding }) => finding),
    facts: { ...facts, missing: labels },
  })
}

/** A finding in the words of what was typed, where it was. */
function sourceOf(...given: Parameters<typeof placeOf>): Told {
  const told = placeOf(...given)
  const { finding, label } = told
  const { field, file } = finding
  return file !== undefined || label === '' || label === field
    ? told
    : { ...told, finding: { ...finding, typed: label } }
}

function placeOf(
  finding: Finding,
  sources: BodySources,
  file: string | undefined,
  lineOf: ((field: string) => number | undefined) | undefined,
): Told {
  const { flags, known, args, fieldFlags } = sources
  const { field, reason } = finding
  if (field === undefined || finding.file !== undefined) return { finding, label: field ?? '' }
  const set = (['set', 'field'] as const).find((flag) =>
    assigned(flags[flag]).some(
      (path) => path === field || field.startsWith(`${path}.`) || field.startsWith(`${path}[`),
    ),
  )
  if (set !== undefined) return { finding, label: `--${set} ${field}` }
  if (field === 'propertyId' && 'property' in args) return { finding, label: '<property>' }
  const flag = flagOf(field, known, fieldFlags)
  const line = lineOf?.(field)
  const isMissing = reason === 'is required'
  const isTyped =
    flag !== undefined && flag.split(' ').some((word) => word.startsWith('--') && flags[word.slice(2)] !== undefined)
  // A part of an entry of the file is missing in the file, whatever flag there is for the simple case.
  if (file !== undefined && line !== undefined && !isTyped && (!isMissing || /[.[]/.test(field)))
    return { finding: { ...finding, file: file === '-' ? 'standard input' : file, line }, label: field }
  if (flag === undefined)
    return isMissing
      ? {
          finding: {
            ...finding,
            remedy: `Give it with --set '${field}=…' or --field '${field}=…', or in a file with --file`,
          },
          label: field,
          isMissing: true,
        }
      : {
          finding,
          label: typedAs(finding, sources) ?? (file === undefined ? flagName(field).replaceAll('-', ' ') : field),
        }
  const how = file === undefined ? '' : `, or ${field} in ${file === '-' ? 'standard input' : file}`
  return {
    finding: isMissing ? { ...finding, remedy: `Give ${flag}${how}` } : finding,
    label: isMissing || isTyped ? flag : field,
    isMissing: isMissing && !isTyped,
  }
}

/** The argument or flag that holds a value, for commands whose arguments and flags are not named after their fields. */
function typedAs(
  { field = '', value }: Finding,
  { flags, args, given = {}, operands = [] }: BodySources,
): string | undefined {
  const [name = ''] = flagName(field).split(/[.[]/)
  const holds = (typed: unknown): boolean => typed !== undefined && shown(typed) === value
  const places = [
    ...Object.keys(args).map((arg) => ({ label: `<${arg}>`, name: arg, isIt: holds(given[arg]) })),
    ...Object.entries(flags).map(([flag, typed]) => ({
      label: `--${flag}`,
      name: flag,
      isIt: [typed].flat().some((one) => holds(one) || (typeof one === 'string' && one.split(',').some(holds))),
    })),
  ].filter(({ isIt }) => isIt)
  const like = places.find((place) => name.includes(place.name) || place.name.includes(name))
  const last = operands.some(holds) ? Object.keys(args).at(-1) : undefined
  return (like ?? places[0])?.label ?? (last === undefined ? undefined : `<${last}>`)
}

/** As a finding shows a value. */
function shown(typed: unknown): string {
  const text = String(typed)
  return text.length > SHOWN_MAX ? `${firstCharacters(text, SHOWN_MAX - 1)}…` : text
}

/** The flags that give a field, as words; undefined where there is none. */
function flagOf(field: string, known: BodySources['known'], fieldFlags: BodySources['fieldFlags']): string | undefined {
  const plain = field.replace(/\[\d+\]/g, '')
  const named =
    (Object.hasOwn(fieldFlags, plain) ? fieldFlags[plain] : undefined) ??
    Object.entries(fieldFlags).find(([name]) => plain.startsWith(`${name}.`))?.[1]
  if (named !== undefined) return named
  const own = flagName(plain)
  return Object.hasOwn(known, own) ? `--${own}` : undefined
}

const assigned = (given: unknown): string[] =>
  Array.isArray(given) ? given.map((one) => String(one).split('=')[0] ?? '') : []

/** The line of a field in a file, or that of what it would stand in; undefined where the file cannot be read again. */
async function readLines(file: string): Promise<((field: string) => number | undefined) | undefined> {
  const source =
    file === '-'
      ? undefined
      : await readBounded(file, LARGEST.document)
          .then(String)
          .catch(() => undefined)
  if (source === undefined) return undefined
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, logLevel: 'silent' })
  return (field) => {
    let node = document.contents as Node | null
    let offset = node?.range?.[0]
    for (const key of field.split(/[.[\]]+/).filter((part) => part !== '')) {
      const pair = isMap(node)
        ? node.items.find((item) => String((item.key as { value?: unknown } | null)?.value) === key)
        : undefined
      const next =
        pair !== undefined
          ? (pair.value as Node | null)
          : isSeq(node)
            ? (node.items[Number(key)] as Node | undefined)
            : undefined
      if (next === undefined) break
      offset = (pair?.key as Node | undefined)?.range?.[0] ?? next?.range?.[0] ?? offset
      node = next
    }
    return offset === undefined ? undefined : lines.linePos(offset).line
  }
}

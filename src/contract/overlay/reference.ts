import * as z from '../../zod/index.js'
import { endpoints } from '../map/index.js'
import { coreSchema, type EndpointSpec } from '../schema/index.js'
import { fieldsOf, type Side } from './fields.js'

/** Fields of a schema as the page writes them: those that must be given are bold. */
function fields(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return []
  const core = coreSchema(schema)
  if (!(core instanceof z.ZodObject)) return []
  return Object.entries(core.shape as Record<string, z.ZodType>).map(([name, field]) =>
    field.safeParse(undefined).success ? name : `**${name}**`,
  )
}

function takes({ params, query, body, dialect }: EndpointSpec): string {
  const parts = [
    ...(params === undefined ? [] : [`path: ${fields(params).join(', ')}`]),
    ...(query === undefined ? [] : [`query: ${fields(query).join(', ')}`]),
    ...(body === undefined ? [] : [`body: ${fields(body).join(', ')}`]),
  ]
  const note = dialect.needsChannelCredentials ? ' (hubswitch puts the credentials in)' : ''
  return parts.length === 0 ? 'nothing' : `${parts.join('; ')}${note}`
}

function answers({ result, dialect, bare, successStatus = 200 }: EndpointSpec): string {
  const form =
    dialect.name === 'channelApi' ? 'success, error, processing_times' : bare === true ? 'no envelope' : 'envelope'
  return `${successStatus}, ${form}: ${resultText(result)}`
}

function resultText(result: z.ZodType): string {
  const core = coreSchema(result)
  if (core instanceof z.ZodArray) {
    const inner = fields(core.element as z.ZodType)
    return inner.length === 0
      ? 'list of ids'
      : `list of {${inner.map(plain).slice(0, 6).join(', ')}${inner.length > 6 ? ', …' : ''}}`
  }
  if (core instanceof z.ZodRecord) return 'map of filter to number'
  const names = fields(core).map(plain)
  if (names.length === 0) return core instanceof z.ZodNumber ? 'integer' : 'nothing more'
  return names.join(', ')
}

const plain = (name: string): string => name.replaceAll('**', '')

/**
 * The reference page: one row for each endpoint of the contract, the fields that an overlay may name, and what lint checks.
 * @param commandsOf endpoint key → the commands that call it
 * @param rules of resnotif lint
 */
export function referencePage(
  commandsOf: ReadonlyMap<string, readonly string[]>,
  rules: Readonly<Record<string, readonly [severity: string, why: string, remedy: string]>>,
): string {
  const sections = [...new Set(endpoints.map(({ endpoint }) => endpoint.source))]
  const parts = sections.map((section) => {
    const rows = endpoints
      .filter(({ endpoint }) => endpoint.source === section)
      .map(({ key, endpoint }) => {
        const commands = (commandsOf.get(key) ?? []).map((command) => `\`${command}\``).join(', ')
        return `| ${endpoint.method} | \`${endpoint.path}\` | \`${key}\` | ${takes(endpoint)} | ${answers(endpoint)} | ${commands} |`
      })
    return [
      `## ${section}`,
      '',
      '| method | path | key | takes | answers | command |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n')
  })
  return [
    '# Reference',
    '',
    'Every endpoint of the service: what it takes (bold: required), what it answers on success, and the command that calls it.',
    'This page is written by `node bin/write-reference.js` from the contract and the commands; `hubswitch api spec` prints the same as OpenAPI 3.1.',
    '',
    ...parts.flatMap((part) => [part, '']),
    '## Fields of each endpoint',
    '',
    'By dotted path, lists left out: the names that a [wire overlay](overlay.md) gives others. Where a record is the result as a whole, its fields stand at the top.',
    '',
    '| key | fields of the request | fields of the answer |',
    '|---|---|---|',
    ...endpoints.map(
      ({ key, endpoint }) => `| \`${key}\` | ${pathsOf(endpoint, 'request')} | ${pathsOf(endpoint, 'answer')} |`,
    ),
    '',
    '## Rules of resnotif lint',
    '',
    'An error is told as a warning where the sender may mean it: `total-mismatch` for more before tax than after, and for a total whose parts may be counted in several ways of which none makes it;',
    '`encoding` where the text can be read in spite of what it declares (not UTF-16 over UTF-8, which no XML parser takes); and the rules of this service in a message of another one.',
    '',
    'What the message leaves open is told as a note, and the file stays clean: `total-rounding`, `guests-unnamed`, `guests-counted-again`, `guest-count-untold`, `infant-not-counted` and the rules whose names end in `-unchecked`, unless a dialect weighs them.',
    '',
    '| rule | severity | why | remedy |',
    '|---|---|---|---|',
    ...Object.entries(rules).map(
      ([rule, [severity, why, remedy]]) => `| \`${rule}\` | ${severity} | ${inCell(why)} | ${inCell(remedy)} |`,
    ),
    '',
  ].join('\n')
}

const pathsOf = (endpoint: EndpointSpec, side: Side): string =>
  [...fieldsOf(endpoint, side).keys()].map((path) => `\`${path}\``).join(', ') || 'none'
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

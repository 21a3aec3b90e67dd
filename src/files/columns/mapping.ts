import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import type { Finding } from '../../errors.js'
import { tooDeepAt, VALUES_OF_MAPPING, yamlReason } from '../../foreign-text.js'
import { encodingNamed } from '../bytes/index.js'
import {
  type CodeMaps,
  type CodeSection,
  DATE_CELLS,
  DATE_FORMATS,
  DECIMAL_MARKS,
  inputFault,
  inputFaults,
  RANGE_ENDS,
  type ReadOptions,
} from '../reading/index.js'
import { Problem, readId, showText } from '../values/index.js'
import { NOTHING } from './code-table.js'
import { allKnownHeaders, headerKey, nearestName } from './columns.js'

/** What a mapping file says: columns, own codes, and settings that flags would give otherwise. */
export type Mapping = Pick<
  ReadOptions,
  | 'map'
  | 'codes'
  | 'ignoreColumns'
  | 'decimal'
  | 'dateFormat'
  | 'dateCells'
  | 'rangeEnd'
  | 'round'
  | 'encoding'
  | 'delimiter'
  | 'sheet'
  | 'matrix'
  | 'currency'
  | 'hotel'
>

const SIZE_MAX = 4 * 1024 * 1024

/** Settings that are one word, by their names in the file. */
const SETTINGS = {
  decimal: { option: 'decimal', values: DECIMAL_MARKS },
  date_format: { option: 'dateFormat', values: DATE_FORMATS },
  date_cells: { option: 'dateCells', values: DATE_CELLS },
  range_end: { option: 'rangeEnd', values: RANGE_ENDS },
  round: { option: 'round', values: undefined },
  encoding: { option: 'encoding', values: undefined },
  delimiter: { option: 'delimiter', values: undefined },
  sheet: { option: 'sheet', values: undefined },
  matrix: { option: 'matrix', values: undefined },
  currency: { option: 'currency', values: undefined },
  hotel: { option: 'hotel', values: undefined },
} as const

const KEYS = ['columns', 'hotels', 'rooms', 'plans', 'ignore', ...Object.keys(SETTINGS)]

/**
 * Reads the text of a mapping file, YAML or JSON.
 * @param ids what a code stands for: an id of the service, of which 0101 is another spelling of 101, or the same as it is written
 * @throws Fault INVALID_INPUT naming every line that is wrong: unknown or repeated names, what is no id
 */
export function readMapping(
  text: string,
  name: string,
  ids: 'of the service' | 'as written' = 'of the service',
): Mapping {
  if (text.length > SIZE_MAX)
    throw inputFault({ file: name, reason: `is above ${SIZE_MAX / 1024 / 1024} MB, the limit of mapping files` })
  return new MappingReader(text, name, ids).read()
}

class MappingReader {
  readonly #findings: (Finding & { file: string })[] = []
  readonly #lines = new LineCounter()

  constructor(
    private readonly text: string,
    private readonly name: string,
    private readonly ids: 'of the service' | 'as written',
  ) {}

  read(): Mapping {
    const deep = tooDeepAt(this.text, undefined, VALUES_OF_MAPPING)
    if (deep !== undefined) throw inputFault({ file: this.name, ...deep })
    const document = parseDocument(this.text, {
      lineCounter: this.#lines,
      schema: 'core',
      resolveKnownTags: false,
      logLevel: 'error',
      uniqueKeys: isSameKey,
    })
    for (const { message, pos, code } of [...document.errors, ...document.warnings]) {
      const reason =
        code === 'DUPLICATE_KEY'
          ? 'says this a second time'
          : (yamlReason({ code, message }) ?? `is no valid YAML: ${message.split('\n')[0]}`)
      this.#findings.push({ file: this.name, line: this.#lines.linePos(pos[0]).line, reason })
    }
    const mapping: Mapping = {}
    if (document.errors.length === 0) {
      if (isMap(document.contents)) this.#readTop(document.contents, mapping)
      else
        this.#findings.push({
          file: this.name,
          reason: 'is no map of names and values',
          remedy: `Write for example "rooms: {DBL: 101}". Names: ${KEYS.join(', ')}.`,
        })
    }
    const [first, ...more] = this.#findings
    if (first !== undefined) throw inputFaults([first, ...more])
    return mapping
  }

  #readTop(top: YAMLMap, mapping: Mapping): void {
    const codes: CodeMaps = {}
    for (const [key, value, node] of this.#entries(top)) {
      if (key === 'columns') mapping.map = this.#columns(value)
      else if (key === 'ignore') mapping.ignoreColumns = this.#names(value, key)
      else if (key === 'hotels') codes.hotels = this.#section(value, key).all
      else if (key === 'rooms' || key === 'plans') codes[key] = this.#section(value, key)
      else if (Object.hasOwn(SETTINGS, key)) this.#setting(key as keyof typeof SETTINGS, value, mapping)
      else if (!key.startsWith('x-')) this.#note(node, `does not know the name "${showText(key)}"`, hintOf(key, KEYS))
    }
    for (const section of [codes.rooms, codes.plans])
      if (section !== undefined) this.#resolveHotels(section, codes.hotels)
    if (Object.keys(codes).length > 0) mapping.codes = codes
  }

  #columns(value: Node | null): Record<string, string> {
    const known = allKnownHeaders()
    const map: Record<string, string> = {}
    for (const [key, column, node] of this.#entriesOf(value, 'columns')) {
      const canonical = known.get(headerKey(key))
      const text = this.#word(column, key)
      if (canonical === undefined)
        this.#note(node, `does not know the column "${showText(key)}"`, hintOf(key, new Set(known.values())))
      else if (Object.hasOwn(map, canonical)) this.#note(node, `names the column ${canonical} twice`)
      else if (text !== undefined) map[canonical] = text
    }
    return map
  }

  #section(value: Node | null, name: string): CodeSection {
    const all: Record<string, string> = {}
    const byHotel: Record<string, Record<string, string>> = {}
    for (const [code, id, node] of this.#entriesOf(value, name)) {
      if (name === 'hotels' || !isMap(id)) this.#code(code, id, all, node)
      else {
        const table: Record<string, string> = {}
        for (const [inner, innerId, innerNode] of this.#entries(id)) this.#code(inner, innerId, table, innerNode)
        byHotel[code] = table
      }
    }
    return { all, byHotel }
  }

  #code(code: string, value: Node | null, into: Record<string, string>, node: Node): void {
    const text = this.#word(value, code)
    const id = text === undefined ? undefined : this.#id(text)
    if (code.trim() === '' || code === '*') this.#note(node, `"${code}" is no code`)
    else if (Object.hasOwn(into, code.trim())) this.#note(node, `says this a second time: "${showText(code)}"`)
    else if (id instanceof Problem)
      this.#note(node, `"${showText(text ?? '')}", the id of "${showText(code)}", ${id.reason}`, id.remedy)
    else if (id !== undefined) into[code.trim()] = id
  }

  /** Of the service it is a number; a code as it is written may be any text. */
  #id(text: string): string | Problem {
    if (this.ids === 'of the service') return readId(text)
    const code = text.trim()
    return NOTHING.test(code)
      ? new Problem('says that there is none', 'Leave out the line, or write the code that stands in the messages.')
      : code
  }

  /** A hotel that rooms are given for may be named by its own code. */
  #resolveHotels(section: CodeSection, hotels: CodeMaps['hotels']): void {
    const byHotel = section.byHotel as Record<string, Record<string, string>>
    const tables = Object.entries(byHotel)
    for (const [hotel] of tables) delete byHotel[hotel]
    for (const [hotel, table] of tables) {
      const isNamed = hotels === undefined || Object.values(hotels).includes(hotel.trim())
      const id = hotels?.[hotel] ?? (isNamed ? this.#id(hotel) : readId(hotel))
      if (typeof id === 'string' && Object.hasOwn(byHotel, id))
        this.#findings.push({
          file: this.name,
          value: showText(hotel),
          reason: `"${showText(hotel)}" is hotel ${id}, which this file names a second time`,
          remedy: 'Put the codes of a hotel into one list.',
        })
      else if (typeof id === 'string') byHotel[id] = table
      else
        this.#findings.push({
          file: this.name,
          value: showText(hotel),
          reason: `"${showText(hotel)}" is neither a hotel code nor among the hotels of this file`,
          ...hintField(hotel, Object.keys(hotels ?? {})),
        })
    }
  }

  #setting(key: keyof typeof SETTINGS, value: Node | null, mapping: Mapping): void {
    const { option, values } = SETTINGS[key]
    const word = this.#word(value, key)
    if (word === undefined) return
    const encoding = key === 'encoding' ? encodingNamed(word) : undefined
    if (encoding instanceof Problem) return this.#note(value, `"${showText(word)}" ${encoding.reason}`, encoding.remedy)
    if (values !== undefined && !(values as readonly string[]).includes(word))
      this.#note(value, `"${showText(word)}" is no value of ${key}`, `It takes ${values.join(', ')}.`)
    else Object.assign(mapping, { [option]: word })
  }

  #names(value: Node | null, key: string): string[] {
    if (isSeq(value)) return value.items.flatMap((item) => this.#word(item as Node, key) ?? [])
    const word = this.#word(value, key)
    return word === undefined ? [] : [word]
  }

  #entriesOf(value: Node | null, name: string): [string, Node | null, Node][] {
    if (isMap(value)) return this.#entries(value)
    this.#note(
      value,
      `"${name}" takes a map`,
      `Write for example "${name}: {${name === 'columns' ? 'price: Preis' : 'DBL: 101'}}".`,
    )
    return []
  }

  #entries(map: YAMLMap): [key: string, value: Node | null, node: Node][] {
    return map.items.flatMap(({ key, value }) =>
      isScalar(key) ? [[textOf(key), value as Node | null, key as Node]] : [],
    )
  }

  /** The text of a value as it is written: digits survive, and `no`, `null` or `1e3` are what was typed. */
  #word(value: Node | null, name: string): string | undefined {
    if (isScalar(value) && textOf(value).trim() !== '') return textOf(value)
    this.#note(value, isAlias(value) ? 'aliases are not taken here' : `"${showText(name)}" takes one value`)
    return undefined
  }

  #note(node: Node | null, reason: string, remedy?: string): void {
    const line = node?.range === undefined || node.range === null ? undefined : this.#lines.linePos(node.range[0]).line
    this.#findings.push({
      file: this.name,
      ...(line === undefined ? {} : { line }),
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    })
  }
}

function hintOf(name: string, known: Iterable<string>): string {
  const near = nearestName(name, known)
  return near === undefined ? `It takes ${[...known].join(', ')}.` : `Did you mean ${near}?`
}

function hintField(name: string, known: readonly string[]): { remedy?: string } {
  return known.length === 0 ? {} : { remedy: hintOf(name, known) }
}

/** Keys are codes as they are typed: 007 is not 7. */
function isSameKey(a: unknown, b: unknown): boolean {
  return a === b || (isScalar(a) && isScalar(b) && textOf(a) === textOf(b))
}

function textOf(scalar: Scalar): string {
  // A code may be called null; what is absent has no text at all.
  if (scalar.value === null || scalar.value === undefined) return scalar.source ?? ''
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value))
}

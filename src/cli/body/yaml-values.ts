import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import type * as z from '../../zod/index.js'
import { fieldPath } from '../../contract/index.js'
import type { Finding } from '../../errors.js'
import { firstCharacters } from '../../redaction/index.js'
import { schemaBelow, shapeOf } from './field-schema.js'
import { isNested, isText, readNumber, readTyped } from './typed-text.js'

export interface YamlValuesOptions {
  /** Type of the whole document; fields that it does not know keep what is written. */
  schema?: z.ZodType | undefined
  /** Lets null through, for requests that are sent as they stand. */
  keepsNull?: boolean
  /** For documents without a schema whose decimals are amounts and places: `99.50` is a number there. Elsewhere it stays the text that it may be. */
  readsDecimals?: boolean
}

const FINDINGS_MAX = 50
const ALIASES_MAX = 100
const DEPTH_MAX = 100
const DECIMAL = /^-?(?:0|[1-9]\d{0,15})\.\d{1,15}$/

/** What a YAML or JSON document says, each value in the type of its field: text fields get the text as it stands in the source. */
export class YamlValues {
  readonly findings: Finding[] = []
  #aliases = 0

  constructor(
    private readonly document: Document,
    private readonly lines: LineCounter,
    private readonly file: string,
    private readonly options: YamlValuesOptions,
  ) {}

  /** The value of the document; undefined where it holds nothing. `findings` says what is wrong with it. */
  read(): unknown {
    const { contents } = this.document
    return contents === null ? undefined : this.#value(contents as Node, this.options.schema, [])
  }

  #value(node: Node | null, schema: z.ZodType | undefined, path: readonly (string | number)[]): unknown {
    if (node === null) return this.#null(undefined, schema, path)
    if (path.length > DEPTH_MAX) return this.#note(node, path, 'is nested too deeply')
    if (isAlias(node)) {
      this.#aliases += 1
      if (this.#aliases > ALIASES_MAX) return this.#note(node, path, `is the alias number ${ALIASES_MAX + 1}: too many`)
      return this.#value(node.resolve(this.document) ?? null, schema, path)
    }
    if (isMap(node)) return this.#object(node, schema, path)
    if (isSeq(node))
      return node.items.map((item, at) => this.#value(item as Node | null, schemaBelow(schema, at), [...path, at]))
    return isScalar(node) ? this.#scalar(node, schema, path) : undefined
  }

  #object(node: YAMLMap, schema: z.ZodType | undefined, path: readonly (string | number)[]): Record<string, unknown> {
    const entries = node.items.flatMap(({ key, value }): [string, unknown][] => {
      const name = isScalar(key)
        ? typeof key.value === 'string'
          ? key.value
          : (key.source ?? String(key.value))
        : undefined
      if (name === undefined || name === '__proto__') {
        this.#note(node, path, 'has a key that is no field name')
        return []
      }
      return [[name, this.#value(value as Node | null, schemaBelow(schema, name), [...path, name])]]
    })
    return Object.fromEntries(entries)
  }

  #scalar(node: Scalar, schema: z.ZodType | undefined, path: readonly (string | number)[]): unknown {
    const { value, source } = node
    if (isText(schema) && node.type === 'PLAIN' && /^ ?\d/.test(node.comment ?? '')) {
      return this.#note(
        node,
        path,
        'is followed by "#" and a number, which YAML takes for a comment',
        'Put the whole text in double quotes, or the comment on a line of its own',
      )
    }
    if (value === '' && node.type?.startsWith('BLOCK') === true) return this.#null(node, schema, path)
    if (typeof value === 'string') return value
    if (value === null) return this.#null(node, schema, path)
    const written = source ?? String(value)
    if (isText(schema)) return written
    if (schema === undefined) {
      const isNumber = isPlainNumber(written) || (this.options.readsDecimals === true && DECIMAL.test(written))
      return typeof value === 'boolean' || isNumber ? value : written
    }
    if (typeof value === 'boolean') return value
    if (isNested(schema))
      return this.#note(
        node,
        path,
        'is a single value, and a list or an object stands here',
        `Write it so: ${formOf(schema, written)}`,
        written,
      )
    const read = readTyped(schema, written, { hasExponents: true })
    return read.ok ? read.value : this.#note(node, path, read.reason, read.remedy, written)
  }

  /** Null could mean "clear this" or "leave this": the interface says of neither how it would be sent. */
  #null(node: Node | undefined, schema: z.ZodType | undefined, path: readonly (string | number)[]): unknown {
    if (this.options.keepsNull === true) return null
    const written = isScalar(node) && typeof node.source === 'string' ? node.source.trim().slice(0, 10) : ''
    if (isText(schema) && /^null$/i.test(written))
      return this.#note(
        node,
        path,
        written === 'null' ? 'has no value' : `is ${written}, which YAML takes for no value`,
        `Leave the line out: nothing is sent for it then. Write it in quotes, "${written}", if it is a name or text`,
      )
    return this.#note(
      node,
      path,
      'has no value',
      `Leave the line out: nothing is sent for it then${isText(schema) ? '. Write "" for an empty text' : ''}`,
    )
  }

  #note(
    node: Node | undefined,
    path: readonly (string | number)[],
    reason: string,
    remedy?: string,
    value?: string,
  ): undefined {
    if (this.findings.length >= FINDINGS_MAX) return undefined
    const offset = node?.range?.[0]
    this.findings.push({
      file: this.file,
      ...(offset === undefined ? {} : { line: this.lines.linePos(offset).line }),
      field: fieldPath(path),
      ...(value === undefined ? {} : { value: firstCharacters(value, 80) }),
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    })
    return undefined
  }
}

/** How a list or an object is written; the value that stands there is taken for its first field. */
function formOf(schema: z.ZodType, written: string): string {
  const element = schemaBelow(schema, 0)
  if (element !== undefined) return `[${isNested(element) ? formOf(element, written) : written.slice(0, 40)}]`
  const fields = Object.entries(shapeOf(schema)).filter(
    ([, field], at) => at === 0 || !field.safeParse(undefined).success,
  )
  return fields.length === 0
    ? '{ … }'
    : `{ ${fields.map(([name, field], at) => `${name}: ${at === 0 ? written.slice(0, 40) : field.safeParse(1).success ? '1' : '…'}`).join(', ')} }`
}

/** A number that is written the one way in which it would be written again. */
function isPlainNumber(written: string): boolean {
  const read = readNumber(written)
  return read.ok && String(read.value) === written
}

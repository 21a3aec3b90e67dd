import { type Document, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { checkValue } from '../../contract/index.js'
import { Fault, type Finding } from '../../errors.js'
import { NAMES_BY_HAND, tooDeepAt, yamlReason } from '../../foreign-text.js'
import { contradictionsIn, type Dialect, DialectFile, isFixedRule, wrongKeys } from './dialect.js'

/**
 * Reads the text of a dialect file, YAML or JSON. It is taken whole or not at all.
 * @throws Fault INVALID_INPUT naming file, line and field of everything that is wrong, with the nearest name
 */
export function readDialect(text: string, file: string): Dialect {
  const deep = tooDeepAt(text, NAMES_BY_HAND)
  if (deep !== undefined) throw refused(file, [{ file, ...deep }])
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'core',
    resolveKnownTags: false,
    logLevel: 'error',
    prettyErrors: false,
  })
  if (document.errors.length > 0)
    throw refused(
      file,
      document.errors.map(({ message, pos, code }) => ({
        file,
        line: lines.linePos(pos[0]).line,
        reason:
          code === 'DUPLICATE_KEY'
            ? 'says this a second time'
            : (yamlReason({ code, message }) ?? message.split('\n', 1)[0] ?? 'is no YAML'),
      })),
    )
  takeAsWritten(document)
  const value = valueIn(document, file)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused(file, [{ file, reason: 'is no map of names and values' }])
  const checked = checkValue(DialectFile, value)
  if (!checked.ok) {
    const keys = wrongKeys(value)
    const others = checked.findings.filter(({ field = '' }) => !keys.has(/^\w{1,9}\[\d{1,9}\]/.exec(field)?.[0] ?? ''))
    throw refused(
      file,
      [...others, ...[...keys.values()].flat()].map((finding) => ({
        file,
        ...lineOf(finding),
        ...ofFixedRule(finding),
      })),
    )
  }
  const contradictions = contradictionsIn(checked.value)
  if (contradictions.length > 0)
    throw refused(
      file,
      contradictions.map((finding) => ({ file, ...lineOf(finding), ...finding })),
    )
  return checked.value

  /** The line of a field; of one that is missing, that of the map which lacks it. */
  function lineOf({ field }: Finding): { line?: number } {
    const parts = (field ?? '').split(/[.[\]]+/).filter((part) => part !== '')
    for (let count = parts.length; count > 0; count--) {
      const keys = parts.slice(0, count).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
      const node = document.getIn(keys, true) as Partial<Node> | undefined
      if (node?.range?.[0] !== undefined) return { line: lines.linePos(node.range[0]).line }
    }
    return {}
  }
}

const ALIASES_MAX = 100

/** Aliases stand for what they name, as often as a person would write; more of them would make a small file a huge one. */
function valueIn(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX })
  } catch {
    throw refused(file, [{ file, reason: `means more than ${ALIASES_MAX} things by its aliases, or itself` }])
  }
}

/** A rule that there is, and that no dialect may name, is not unknown. */
function ofFixedRule(finding: Finding): Finding {
  const rule = finding.field?.startsWith('rules.') === true ? finding.field.slice('rules.'.length) : ''
  return isFixedRule(rule)
    ? {
        ...finding,
        reason: 'cannot be turned off or given another weight',
        remedy: 'Leave it out: rules about what cannot be read, and those of the dialect itself, stay as they are.',
      }
    : finding
}

/** Fields that are numbers; every other one is a text, also where it looks like a number without quotes: 1.1, 0101. */
const NUMBERS: ReadonlySet<unknown> = new Set(['maxLength'])

function takeAsWritten(document: Document.Parsed): void {
  visit(document, {
    Scalar(key, scalar, path) {
      const isNumber = typeof scalar.value === 'number' || typeof scalar.value === 'bigint'
      const pair = path.at(-1)
      const name = key === 'value' && isPair(pair) && isScalar(pair.key) ? pair.key.value : undefined
      if (isNumber && scalar.source !== undefined && !NUMBERS.has(name)) scalar.value = scalar.source
    },
  })
}

function refused(file: string, findings: readonly (Finding & { file: string })[]): Fault {
  return new Fault('INVALID_INPUT', `${file} is not a dialect: nothing was checked.`, {
    findings: [...findings],
    next: 'Correct it; docs/dialects.md lists what it may say, and samples/dialects has three.',
  })
}

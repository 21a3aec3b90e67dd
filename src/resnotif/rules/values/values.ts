import { findingAt, type LintFinding } from '../../finding/index.js'
import type { Message } from '../../read/index.js'
import { walkStandard, withoutBlanks, type XmlNode } from '../../xml/index.js'
import { judgeValue } from './kinds.js'

const SHOWN_MAX = 60
/** Of many alike, the first tell enough. */
const LISTED_MAX = 50

/** Values that no reader can take for what their attribute says, wherever in the message they stand. */
export function checkValues({ notification }: Message): LintFinding[] {
  if (notification === undefined) return []
  return timedOnce(walkStandard(notification).flatMap(checkNode)).slice(0, LISTED_MAX)
}

/** Who writes one day with a time writes them all so: they are told once. */
function timedOnce(findings: LintFinding[]): LintFinding[] {
  const [first, ...others] = findings.filter(({ why }) => why === TIMED)
  if (first === undefined || others.length === 0) return findings
  const count = `${others.length} more such ${others.length === 1 ? 'date' : 'dates'}`
  return findings.flatMap((one) =>
    one === first ? { ...first, found: `${first.found ?? ''}, and ${count}` } : one.why === TIMED ? [] : one,
  )
}

function checkNode(node: XmlNode): LintFinding[] {
  // Its dates are months, and may be stars.
  if (node.name.endsWith('Card')) return []
  return node.attributes.flatMap(({ name, value }) => {
    const text = withoutBlanks(value)
    const judged = judgeValue(node.name, name, text)
    if (judged === undefined || judged.fit === 'right') return []
    const { fit, kind, expected } = judged
    const isEmpty = text === ''
    if (kind === 'id' && !isEmpty) return []
    return [
      findingAt(kind === 'amount' ? 'amount-invalid' : 'value-invalid', node, name, {
        found: isEmpty ? 'nothing' : text.slice(0, SHOWN_MAX),
        expected,
        ...(fit === 'wrong' ? {} : LOOSE),
        ...whyOf(kind, fit, isEmpty),
        ...(isEmpty ? { remedy: `Write the value, or leave ${name} out.` } : {}),
      }),
    ]
  })
}

const LOOSE = {
  severity: 'warning',
  why: 'The schema has another form for this value: a PMS that validates refuses the message, another may read it.',
} as const

const BEYOND =
  'The schema has percentages from 0 to 100: a PMS that validates refuses the message, another takes the number as it stands.'

const TIMED =
  'The schema has a day without a time here (xs:date): a PMS that validates refuses the message, and one in another time zone may read the day before.'

const OTHER_WORD =
  'The schema has a few words for this value, and this is none of them: a PMS that validates refuses the message, another takes it for one of them, or for nothing.'

function whyOf(kind: string, fit: string, isEmpty: boolean): { why?: string } {
  if (isEmpty || fit !== 'loose') return {}
  if (kind === 'timed') return { why: TIMED }
  return kind === 'percent' ? { why: BEYOND } : kind === 'word' ? { why: OTHER_WORD } : {}
}

/** Values that another rule names are told by it. A placeholder is told once for all places, and only as a warning. */
export function withoutRepeats(values: readonly LintFinding[], others: readonly LintFinding[]): LintFinding[] {
  const placeOf = ({ line, column, node }: LintFinding): string => `${line}:${column} ${node}`
  const told = new Set(others.filter(({ rule }) => rule !== 'placeholder').map(placeOf))
  return values.filter((one) => !told.has(placeOf(one)))
}

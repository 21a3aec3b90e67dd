import { createConcealer } from '../conceal/index.js'
import { pathOf } from '../read/index.js'
import { attributeOf, type Place, type XmlNode } from '../xml/index.js'
import { LINT_RULES, type LintFinding, type LintRule, type ListedNode } from './rules.js'

type Facts = Partial<Pick<LintFinding, 'found' | 'expected' | 'nodes' | 'severity' | 'why' | 'remedy'>>

/** A finding at an element, or at one of its attributes where the element has it. */
export function findingAt(rule: LintRule, node: XmlNode, attribute?: string, facts: Facts = {}): LintFinding {
  const place = attributeOf(node, attribute ?? '')?.place ?? node.place
  return { ...findingOf(rule, place, pathOf(node, attribute)), ...facts }
}

/** A finding at a place of the text that is no node. */
export function findingOf(rule: LintRule, place: Pick<Place, 'line' | 'column'>, node: string): LintFinding {
  const [severity, why, remedy] = LINT_RULES[rule]
  return { rule, severity, line: place.line, column: place.column, node, why, remedy }
}

export function listNode(node: XmlNode, attribute: string | undefined, found: string, expected?: string): ListedNode {
  const place = attributeOf(node, attribute ?? '')?.place ?? node.place
  return { line: place.line, column: place.column, node: pathOf(node, attribute), found, expected }
}

const paths = createConcealer()

/** Findings without secrets of the message. Sentences of lint itself stay as they are, whatever words a password is made of: only what is put into one can hold a secret. */
export function concealFindings(findings: readonly LintFinding[], conceal: <T>(value: T) => T): LintFinding[] {
  return findings.map((finding) => {
    const { rule, severity, node } = finding
    const [, why, remedy] = LINT_RULES[rule]
    return {
      ...conceal(finding),
      rule,
      severity,
      node: paths.text(node),
      why: finding.why === why ? why : conceal(finding.why),
      remedy: finding.remedy === remedy ? remedy : conceal(finding.remedy),
    }
  })
}

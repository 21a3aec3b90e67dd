import { findingAt, type LintFinding } from '../../finding/index.js'
import { dayText } from '../../read/index.js'
import type { XmlNode } from '../../xml/index.js'

const SHOWN_MAX = 5
const ATTRIBUTES = {
  'night-outside': 'EffectiveDate',
  'night-twice': 'EffectiveDate',
  'night-missing': undefined,
  'night-unchecked': 'EffectiveDate',
  'expire-date-unclear': 'ExpireDate',
}

/** A finding of a rule of nights, with the first of them. */
export function nightFinding(
  rule: 'night-outside' | 'night-twice' | 'night-missing' | 'night-unchecked' | 'expire-date-unclear',
  node: XmlNode,
  nights: readonly number[],
): LintFinding {
  const shown = nights.slice(0, SHOWN_MAX).map(dayText).join(', ')
  return findingAt(rule, node, ATTRIBUTES[rule], {
    found: nights.length > SHOWN_MAX ? `${shown} and ${nights.length - SHOWN_MAX} more` : shown,
  })
}

import type { MessageReservation } from '../read.js'
import { valueOf, walkNodes } from '../xml-node.js'
import { findingAt } from './finding.js'
import type { LintFinding } from './rules.js'

const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d{12,19}$/.test(text.replaceAll(/[\s-]/g, ''))

/** Card numbers in the clear. The number itself is never repeated in a finding. */
export function checkCards({ node: reservation }: MessageReservation): LintFinding[] {
  return [...walkNodes(reservation)].flatMap((node) => {
    if (node.name === 'PaymentCard' && isNumber(valueOf(node, 'CardNumber'))) return [findingAt('card-number', node, 'CardNumber', { found: 'a card number' })]
    const isPlain = (node.name === 'PlainText' || node.name === 'CardNumber') && isNumber(node.text.trim())
    return isPlain ? [findingAt('card-number', node, undefined, { found: 'a card number' })] : []
  })
}

import { findingAt, findingOf, type LintFinding, type LintRule } from '../../finding/index.js'
import type { Message } from '../../read/index.js'
import { namespaceOf, OTA_NAMESPACE, tellBreak, type XmlBreakKind } from '../../xml/index.js'

const RULE_OF_BREAK: Readonly<Record<XmlBreakKind, LintRule>> = {
  broken: 'xml-broken',
  doctype: 'xml-doctype',
  entity: 'xml-entity',
  'control-character': 'control-character',
  'too-large': 'xml-too-large',
  'too-deep': 'xml-too-deep',
}

/** Of a text that stops: its sender wrote no wrong XML if only the capture is cut. */
const CUT = {
  why: 'The text stops before its message ends: a copy that broke off, "head", or a log that was rotated. A PMS that gets no more than this cannot read it.',
  remedy:
    'Capture the message again, whole. If it was sent so, its sender stopped in the middle of it. What stands before this place was read.',
}

/** The text as XML, and as a notification at all. @param shown the text without its secrets */
export function checkMessage({ broken, notification, root, reservations }: Message, shown: string): LintFinding[] {
  const findings: LintFinding[] = []
  if (broken !== undefined)
    findings.push({
      ...findingOf(RULE_OF_BREAK[broken.kind], broken, 'the text'),
      found: tellBreak(broken, shown),
      ...(broken.isCut === true ? CUT : {}),
    })
  if (notification === undefined || reservations.length === 0) {
    // Where the text breaks off before a reservation, the break says it all.
    const place = (notification ?? root)?.place ?? { line: 1, column: 1 }
    if (broken === undefined)
      findings.push({
        ...findingOf('not-a-notification', place, (notification ?? root)?.name ?? 'the text'),
        found: notification === undefined ? root?.name : 'no HotelReservation',
      })
    return findings
  }
  if (namespaceOf(notification) !== OTA_NAMESPACE)
    findings.push(
      findingAt('namespace', notification, undefined, {
        found: namespaceOf(notification) ?? 'no namespace',
        expected: OTA_NAMESPACE,
      }),
    )
  return findings
}

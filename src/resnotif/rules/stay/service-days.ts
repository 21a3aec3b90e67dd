import { findingAt, type LintFinding } from '../../finding/index.js'
import { isDuration, nightsIn, spanOf } from '../../read/index.js'
import { valueOf, type XmlNode } from '../../xml/index.js'

/** Whether a TimeSpan says when a service is given: a day or some hours of it are right there, where a stay has nights. */
export function isOfService({ parent }: XmlNode): boolean {
  return parent !== undefined && (parent.name === 'Service' || isOfService(parent))
}

/** Any duration is right for a service; beside End it tells the same days, whether the last counts or not. */
export function serviceDuration(span: XmlNode, duration: string): LintFinding[] {
  if (!isDuration(duration))
    return [
      findingAt('date-invalid', span, 'Duration', {
        found: duration.slice(0, 60),
        expected: 'a duration, such as PT1H or P1D',
      }),
    ]
  const [days, told] = [spanOf(span), nightsIn(duration, valueOf(span, 'Start'))]
  const between = days === undefined ? undefined : days.to - days.from
  if (between === undefined || between < 0 || told === undefined || told === between || told === between + 1) return []
  return [
    findingAt('time-span-mismatch', span, 'Duration', {
      found: `${duration} from ${valueOf(span, 'Start') ?? ''} to ${valueOf(span, 'End') ?? ''}`,
      expected: `P${between === 0 ? 1 : between}D`,
      why: 'Start, End and Duration of the service tell different days.',
    }),
  ]
}

import { findingAt, type LintFinding } from '../../finding/index.js'
import { isDuration, nightsIn, spanOf } from '../../read/index.js'
import { valueOf, type XmlNode } from '../../xml/index.js'

/** Whether a TimeSpan says when a service is given: a day or some hours of it are right there, where a stay has nights. */
export function isOfService({ parent }: XmlNode): boolean {
  return parent !== undefined && (parent.name === 'Service' || isOfService(parent))
}

/** A time of the day alone: the schema's TimeSpan has days, times or both, and a service may be given at the same hour each day. */
const TIME_OF_DAY = /^(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?|24:00(?::00)?)(?:Z|[+-]\d{2}:\d{2})?$/

export const isTimeOfService = (node: XmlNode, text: string): boolean =>
  node.name === 'TimeSpan' && isOfService(node) && TIME_OF_DAY.test(text.slice(0, 60).trim())

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

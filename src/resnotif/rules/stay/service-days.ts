import { findingAt, type LintFinding } from '../../finding/index.js'
import { isDuration, type MessageReservation, nightsIn, spanOf } from '../../read/index.js'
import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'

/** Whether a TimeSpan says when a service is given: a day or some hours of it are right there, where a stay has nights. */
export function isOfService({ parent }: XmlNode): boolean {
  return parent !== undefined && (parent.name === 'Service' || isOfService(parent))
}

/** A RoomStay or RoomRate refers to services of the reservation, where these have numbers. */
export function checkServices({ node }: Pick<MessageReservation, 'node'>): LintFinding[] {
  const services = childrenOf(childOf(node, 'Services'), 'Service')
  const known = new Set(services.flatMap((one) => valueOf(one, 'ServiceRPH')?.trim() ?? []))
  if (known.size === 0) return []
  return [...walkNodes(node)].flatMap((one) => {
    const rph = one.name === 'ServiceRPH' ? valueOf(one, 'RPH')?.trim() : undefined
    return rph === undefined || known.has(rph)
      ? []
      : [findingAt('service-dangling', one, 'RPH', { found: rph, expected: [...known].slice(0, 5).join(' or ') })]
  })
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

import { findingAt, type LintFinding } from '../../finding/index.js'
import { daysOfStays, readNights } from '../../nights/index.js'
import {
  dayNumber,
  dayText,
  isCancelledAt,
  type MessageReservation,
  serviceRphsIn,
  type Span,
  spanOf,
  type StayNode,
  wholeNumber,
} from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'

/** Services of the reservation, and the references of RoomStays and RoomRates to them. */
export function checkServices(reservation: MessageReservation, isOurs: boolean): LintFinding[] {
  const { node, stays } = reservation
  const services = childrenOf(childOf(node, 'Services'), 'Service')
  if (services.length === 0) return checkDangling(node)
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  const daysOfAll = daysIn(stays, global, isOurs)
  const named = staysByService(stays)
  const people = mostPeople(reservation)
  return [
    ...checkDangling(node),
    ...checkTwice(services, named),
    ...stays.flatMap(checkRepeated),
    ...services.flatMap((service) => {
      const own = named.get(valueOf(service, 'ServiceRPH')?.trim() ?? '')
      const days = own === undefined ? daysOfAll : daysIn(own, global, isOurs)
      return [...checkDays(service, days), ...checkPeople(service, people)]
    }),
  ]
}

/** The RoomStays that name each service. */
function staysByService(stays: readonly StayNode[]): ReadonlyMap<string, StayNode[]> {
  const found = new Map<string, StayNode[]>()
  for (const stay of stays) {
    const lists = walkStandard(stay.node).filter(({ name }) => name === 'ServiceRPHs')
    for (const rph of new Set(lists.flatMap(serviceRphsIn))) {
      const own = found.get(rph)
      if (own === undefined) found.set(rph, [stay])
      else own.push(stay)
    }
  }
  return found
}

type Days = ReturnType<typeof daysOfStays>

const daysIn = (stays: readonly StayNode[], global: XmlNode | undefined, isOurs: boolean): Days =>
  daysOfStays(
    stays.map((stay) => readNights(stay, global, isOurs)),
    stays.map(({ timeSpan }) => timeSpan),
    global,
  )

/** A RoomStay or RoomRate refers to services of the reservation, where these have numbers or there are none; a cancellation need not repeat them. */
function checkDangling(reservation: XmlNode): LintFinding[] {
  const services = walkStandard(reservation).filter(({ name }) => name === 'Service')
  const known = new Set(services.flatMap((one) => valueOf(one, 'ServiceRPH')?.trim() ?? []))
  if (known.size === 0 && (services.length > 0 || isCancelledAt(reservation))) return []
  const expected = [...known].slice(0, 5).join(' or ') || 'a Service of this number'
  return walkStandard(reservation).flatMap((one) => {
    const rph = one.name === 'ServiceRPH' ? valueOf(one, 'RPH')?.trim() : undefined
    return rph === undefined || known.has(rph)
      ? []
      : [findingAt('service-dangling', one, 'RPH', { found: rph, expected })]
  })
}

/** Two services of one number, which a RoomStay names: it may mean one of them or both. */
function checkTwice(services: readonly XmlNode[], named: ReadonlyMap<string, unknown>): LintFinding[] {
  const seen = new Set<string>()
  return services.flatMap((service) => {
    const rph = valueOf(service, 'ServiceRPH')?.trim() ?? ''
    if (!seen.has(rph)) {
      seen.add(rph)
      return []
    }
    return named.has(rph) ? [findingAt('service-rph-twice', service, 'ServiceRPH', { found: rph })] : []
  })
}

/** One service twice in a list of a RoomStay of one room. Of several rooms each may have its own. */
function checkRepeated({ node, products }: StayNode): LintFinding[] {
  if (products.length === 0 || products.some(({ units }) => units !== 1)) return []
  return walkStandard(node).flatMap((one) => {
    if (one.name !== 'ServiceRPHs') return []
    const [seen, twice] = [new Set<string>(), new Map<string, XmlNode>()]
    const named = childrenOf(one, 'ServiceRPH')
    const each = named.length > 0 ? named : [one]
    for (const holder of each)
      for (const rph of holder === one ? serviceRphsIn(one) : [valueOf(holder, 'RPH')?.trim() ?? ''])
        if (rph !== '' && seen.has(rph)) twice.set(rph, holder)
        else seen.add(rph)
    return [...twice].map(([rph, holder]) =>
      findingAt('service-repeated', holder, holder === one ? undefined : 'RPH', { found: rph }),
    )
  })
}

interface ServiceDays {
  node: XmlNode
  span: Span
  /** Only its last day is told. */
  isEndAlone?: true
}

/** The days that a service tells, the last of them included or not. */
function daysOf(service: XmlNode): ServiceDays | undefined {
  const details = childOf(service, 'ServiceDetails')
  const timeSpan = childOf(details, 'TimeSpan') ?? childOf(service, 'TimeSpan')
  if (timeSpan !== undefined) {
    const span = spanOf(timeSpan)
    if (span !== undefined) return { node: timeSpan, span }
    return daysOfEnds(timeSpan, 'Start', 'End')
  }
  for (const node of [details, service]) {
    const days = node === undefined ? undefined : daysOfEnds(node, 'StartDate', 'EndDate')
    if (days !== undefined) return days
  }
  return undefined
}

function daysOfEnds(node: XmlNode, start: string, end: string): ServiceDays | undefined {
  const [from, to] = [dayNumber(valueOf(node, start)), dayNumber(valueOf(node, end))]
  if (from !== undefined) return { node, span: { from, to: to ?? from } }
  return to === undefined ? undefined : { node, span: { from: to, to }, isEndAlone: true }
}

/** A service is given from the day of arrival to that of departure; its End may be the day behind its last. */
function checkDays(service: XmlNode, { arrival, departure }: { arrival?: number; departure?: number }): LintFinding[] {
  const days = daysOf(service)
  if (days === undefined || arrival === undefined || departure === undefined || arrival > departure) return []
  const { node, span, isEndAlone } = days
  if (span.to < span.from || (isEndAlone === true && span.to >= arrival)) return []
  const isLastDay = span.from === departure && span.to === departure + 1
  if ((span.from >= arrival && span.to <= departure) || isLastDay) return []
  const isOutside = span.to < arrival || span.from > departure
  const text = (from: number, to: number): string =>
    from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`
  return [
    findingAt(isOutside ? 'service-outside' : 'service-unchecked', node, undefined, {
      found: isEndAlone === true ? `until ${dayText(span.to)}` : text(span.from, span.to),
      expected: text(arrival, departure),
    }),
  ]
}

const countIn = (holder: XmlNode | undefined): number =>
  childrenOf(childOf(holder, 'GuestCounts'), 'GuestCount').reduce(
    (sum, one) => sum + (wholeNumber(valueOf(one, 'Count')) ?? 0),
    0,
  )

/** The most people that the reservation may be for, who are counted for each room or sent; undefined where nothing tells of some. */
function mostPeople({ node, stays, guests }: MessageReservation): number | undefined {
  const each = stays.map(({ guestCount, products }) => {
    const units = products.map((one) => one.units)
    if (guestCount === undefined || units.includes(undefined)) return undefined
    return (
      guestCount *
      Math.max(
        1,
        units.reduce<number>((sum, many) => sum + (many ?? 0), 0),
      )
    )
  })
  if (each.length === 0 || each.includes(undefined)) return undefined
  const counted = each.reduce<number>((sum, many) => sum + (many ?? 0), 0)
  return Math.max(counted, countIn(childOf(node, 'ResGlobalInfo')), guests.length)
}

function checkPeople(service: XmlNode, most: number | undefined): LintFinding[] {
  const details = childOf(service, 'ServiceDetails')
  const people = countIn(details)
  if (most === undefined || most === 0 || people <= most) return []
  return [
    findingAt('service-unchecked', descend(details, 'GuestCounts', 'GuestCount') ?? service, 'Count', {
      found: `${people} guests`,
      expected: most === 1 ? '1 guest' : `${most} guests`,
    }),
  ]
}

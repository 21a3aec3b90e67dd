import { findingAt, type LintFinding } from '../../finding/index.js'
import { NIGHTS_MAX, readNights } from '../../nights/index.js'
import {
  dayNumber,
  dayText,
  dayUseOf,
  endOf,
  isDuration,
  type MessageReservation,
  nightsIn,
  rateTimeOf,
  type Span,
  spanOf,
  type StayNode,
  TIME_UNITS,
} from '../../read/index.js'
import { isOfService, isTimeOfService, serviceDuration } from './service-days.js'
import { descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'

/** The dates of the reservation. */
export function checkStays({ node, stays }: MessageReservation, isOurs: boolean): LintFinding[] {
  const findings: LintFinding[] = []
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  for (const stay of stays) findings.push(...checkPresence(stay, global, isOurs), ...checkGlobal(stay, spanOf(global)))
  findings.push(...checkWider(global, stays))
  for (const one of walkStandard(node)) {
    if (one.name === 'TimeSpan') findings.push(...checkSpan(one, 'Start', 'End', isOurs), ...checkDuration(one, isOurs))
    else if (one.name === 'Rate' || one.name === 'RoomRate')
      findings.push(...checkSpan(one, 'EffectiveDate', 'ExpireDate', isOurs), ...checkTimeUnit(one))
    else if (one.name === 'RatePlan' || one.name === 'RoomType')
      findings.push(...checkSpan(one, 'EffectiveDate', 'ExpireDate', isOurs))
  }
  return findings
}

/** RateTimeUnit is one of the words of the schemas, as they spell it. */
function checkTimeUnit(node: XmlNode): LintFinding[] {
  const unit = valueOf(node, 'RateTimeUnit')
  if (unit === undefined || TIME_UNITS.includes(unit)) return []
  const known = rateTimeOf(node).unit ?? ''
  return [
    findingAt('rate-time-unit', node, 'RateTimeUnit', {
      found: unit.trim() === '' ? 'nothing' : unit.slice(0, 60),
      expected: TIME_UNITS.includes(known) ? known : 'Day for the price of a night',
    }),
  ]
}

/** Arrival and departure, of each stay. */
function checkPresence(stay: StayNode, global: XmlNode | undefined, isOurs: boolean): LintFinding[] {
  const { node, timeSpan } = stay
  const span = timeSpan ?? global
  const has = (...names: string[]): boolean => names.some((name) => valueOf(span, name) !== undefined)
  if (isOurs) {
    if (span === undefined) return [findingAt('time-span-missing', node)]
    const missing = [...(has('Start') ? [] : ['Start']), ...(has('End', 'Duration') ? [] : ['End'])]
    return missing.length === 0
      ? []
      : [
          findingAt('time-span-missing', span, undefined, {
            found: `no ${missing.join(' and no ')}`,
            expected: 'Start and End',
          }),
        ]
  }
  // A stranger may tell arrival and departure by the days of its rates, or by a window of days.
  const priced = walkStandard(node).filter(({ name }) => name === 'RoomRate' || name === 'Rate')
  const isTold =
    has('Start', 'End', 'Duration') ||
    (span?.children.length ?? 0) > 0 ||
    readNights(stay, global, isOurs).span !== undefined ||
    priced.some((one) => valueOf(one, 'EffectiveDate') !== undefined && valueOf(one, 'ExpireDate') !== undefined)
  if (isTold) return []
  const begin = priced.find((one) => dayNumber(valueOf(one, 'EffectiveDate')) !== undefined)
  // One price may be of one night, or of all from that day on.
  return [
    findingAt(
      'time-span-missing',
      span ?? node,
      undefined,
      begin === undefined
        ? {}
        : {
            found: `a price from ${valueOf(begin, 'EffectiveDate') ?? ''} on, without its last day`,
            severity: 'warning',
          },
    ),
  ]
}

/** ResGlobalInfo spans all stays. */
function checkGlobal({ timeSpan }: StayNode, whole: Span | undefined): LintFinding[] {
  const span = spanOf(timeSpan)
  if (
    timeSpan === undefined ||
    span === undefined ||
    whole === undefined ||
    span.to < span.from ||
    whole.to < whole.from ||
    (span.from >= whole.from && span.to <= whole.to)
  )
    return []
  return [
    findingAt('time-span-mismatch', timeSpan, 'Start', {
      found: wordsOf(span),
      expected: `within ${wordsOf(whole)} of ResGlobalInfo`,
    }),
  ]
}

/** ResGlobalInfo begins with the first stay and ends with the last, where each tells its days. */
function checkWider(global: XmlNode | undefined, stays: readonly StayNode[]): LintFinding[] {
  const whole = spanOf(global)
  const spans = stays.flatMap(({ timeSpan }) => spanOf(timeSpan) ?? [])
  if (global === undefined || whole === undefined || spans.length < stays.length || spans.length === 0) return []
  const own = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
  if (whole.from >= own.from && whole.to <= own.to) return []
  if ([whole, ...spans].some(({ from, to }) => to < from)) return []
  return [
    findingAt('time-span-mismatch', global, whole.from < own.from ? 'Start' : 'End', {
      severity: 'warning',
      found: wordsOf(whole),
      expected: `${wordsOf(own)}, as the RoomStays tell it`,
      why: 'ResGlobalInfo tells days on which no RoomStay is, so a PMS may take the reservation for longer than its rooms.',
      remedy: 'Correct the TimeSpan of ResGlobalInfo, or that of the RoomStay that is too short.',
    }),
  ]
}

const wordsOf = ({ from, to }: Span): string => `${dayText(from)} to ${dayText(to)}`

function checkDuration(node: XmlNode, isOurs: boolean): LintFinding[] {
  const duration = valueOf(node, 'Duration')
  if (duration === undefined) return []
  if (isOfService(node)) return serviceDuration(node, duration)
  const nights = nightsIn(duration, valueOf(node, 'Start'))
  if (nights === undefined)
    return [
      findingAt('date-invalid', node, 'Duration', {
        found: duration.slice(0, 60),
        expected: 'nights, such as P3N or P3D',
        ...(isOurs || !isDuration(duration)
          ? {}
          : {
              severity: 'warning',
              why: 'This duration is no whole number of days, so it does not tell the nights; a PMS rounds it, or refuses it.',
              remedy: 'Write the nights, such as P3N or P3D, or End in its place.',
            }),
      }),
    ]
  const span = spanOf(node)
  // Of a stay that ends before it begins no duration is right, and that is told.
  if (span === undefined || span.to < span.from) return []
  if (span.to - span.from !== nights)
    return [
      findingAt('time-span-mismatch', node, 'Duration', {
        found: `${duration} from ${wordsOf(span)}`,
        expected: `P${span.to - span.from}N`,
      }),
    ]
  if (nights > 0 || valueOf(node, 'End') !== undefined || (!isOurs && isDayUse(node))) return []
  return [
    findingAt('date-order', node, 'Duration', {
      found: duration,
      expected: 'at least one night',
      ...noNight(node, isOurs),
    }),
  ]
}

/** Prices of another sender may be those of an offer, which is good for years. */
function tooLong(node: XmlNode, to: string, isOurs: boolean): LintFinding[] {
  const span = spanOf(node)
  const nights = span === undefined ? 0 : span.to - span.from
  if (span === undefined || nights <= NIGHTS_MAX || (!isOurs && node.name !== 'TimeSpan')) return []
  return [
    findingAt('stay-length', node, to, {
      found: `${nights} nights from ${wordsOf(span)}`,
      expected: `at most ${NIGHTS_MAX}`,
    }),
  ]
}

/** Its hours say so, or its Duration. */
const isDayUse = (node: XmlNode): boolean => ['hours', 'no night'].includes(dayUseOf(node) ?? '')

/** Why a stay that begins and ends on one day is looked at twice. Where a Duration says otherwise than its days, one of them is wrong. */
function noNight(node: XmlNode, isOurs: boolean): Partial<LintFinding> {
  if (!isOurs)
    return {
      severity: valueOf(node, 'Duration') === undefined ? 'info' : 'warning',
      why: 'The stay begins and ends on one day and has no night: it is a day use without its hours, or the dates are a slip.',
      remedy:
        'Write the hours of a day use in Start and End, or Duration="P0N"; of a slip, the day on which the guest leaves as End.',
    }
  if (isDayUse(node))
    return {
      severity: 'warning',
      why: 'The stay is a day use and has no night. The interface has units that are sold by the hour, and does not say how a notification tells them: a PMS that books by the night refuses it, or books a night.',
      remedy: 'Check that the receiver takes a day use; if the guest stays overnight, correct the dates.',
    }
  return {
    severity: 'error',
    why: 'The stay has no night, and no hours that make it a day use: the PMS cannot tell when the guest leaves.',
    remedy: 'Write the day on which the guest leaves as End; of a day use, its hours in Start and End.',
  }
}

function checkSpan(node: XmlNode, from: string, to: string, isOurs: boolean): LintFinding[] {
  const [start, end] = [valueOf(node, from), valueOf(node, to)]
  const findings = [[from, start] as const, [to, end] as const].flatMap(([name, value]) =>
    value === undefined || dayNumber(value) !== undefined || isTimeOfService(node, value)
      ? []
      : [
          findingAt('date-invalid', node, name, {
            found: value === '' ? 'nothing' : value.slice(0, 60),
            expected: 'YYYY-MM-DD',
          }),
        ],
  )
  const order = endOf(start, end)
  if (findings.length > 0 || order === undefined) return findings
  if (order === 'later') return tooLong(node, to, isOurs)
  // A rate or a service may end on the day it begins, and so may another sender's day use.
  const isStay = node.name === 'TimeSpan' && !isOfService(node)
  if (order === 'within a day') {
    const isRight = !isStay || (!isOurs && isDayUse(node))
    return isRight
      ? []
      : [
          findingAt('date-order', node, to, {
            found: `${from} ${start}, ${to} ${end}`,
            expected: `${to} on a later day`,
            ...noNight(node, isOurs),
          }),
        ]
  }
  return [
    findingAt('date-order', node, to, {
      found: `${from} ${start}, ${to} ${end}`,
      expected: `${to} after ${from}`,
      ...(isOfService(node) ? { why: 'A service must not end before it begins.' } : {}),
      ...(node.name === 'TimeSpan' ? {} : { why: 'A price must not end before it begins.' }),
    }),
  ]
}

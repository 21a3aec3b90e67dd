import type { Settings } from '../../config/index.js'
import { durationText } from '../../duration-text.js'
import type { Kind } from '../../files/index.js'
import { estimateTime, type PlannedRequests, type TimeEstimate } from '../../push/index.js'
import { peekPaceOfService } from './pace-of-service.js'

/** How long it would take to send a plan, by what is configured and what is known of the service. Nothing is asked. */
export function estimateOf(
  plan: PlannedRequests,
  { settings, service, kind }: { settings: Settings; service: string; kind: Kind },
): TimeEstimate | undefined {
  if (plan.requests === 0) return undefined
  const { limits, of, close } = peekPaceOfService(settings, service)
  try {
    return estimateTime({
      plan,
      kind: kind.name,
      limits,
      concurrency: settings.limits.concurrency.value,
      stateOf: of,
      now: Date.now(),
    })
  } finally {
    close()
  }
}

const WHY = {
  configured: ', as configured',
  learned: ', as learned from this service',
  start: '; nothing is known of this service yet, and it is asked faster once it takes more',
  unknown: '',
}

/** `about 3 min at the pace of 60 writes a minute for each hotel, as configured`. */
export function timeText(estimate: TimeEstimate, requests: number): string {
  const { seconds, bound, source, hotel, writesPerMinute, requestsPerSecond, answerSeconds, atOnce } = estimate
  if (seconds === undefined)
    return `as long as the service takes to answer ${requestsText(requests)}; no rate limit applies`
  const about = `about ${durationText(seconds)} at the pace of`
  if (bound === 'answers')
    return `${about} the service, which answers in ${answerSeconds} s, ${requestsText(atOnce ?? 1)} at once`
  if (bound === 'account') return `${about} ${requestsPerSecond} requests a second over all hotels${WHY[source]}`
  const whose = source === 'learned' && hotel !== undefined ? `hotel ${hotel}, which takes longest` : 'each hotel'
  return `${about} ${writesPerMinute} writes a minute for ${whose}${WHY[source]}`
}

function requestsText(requests: number): string {
  return `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`
}

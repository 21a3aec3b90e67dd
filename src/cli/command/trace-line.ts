import { dim } from 'ansis'
import type { TraceEvent } from '../../client/index.js'
import { printableLines } from '../../printable.js'

/** One redacted request or answer as `--debug` shows it on standard error. */
export function traceLine({
  id,
  attempt,
  direction,
  method,
  url,
  headers,
  body,
  status,
  ms,
  fault,
  retryInMs,
}: TraceEvent): string {
  const arrow = { request: '→', answer: '←', fault: '×' }[direction]
  const outcome = [
    status,
    fault,
    ms === undefined ? undefined : `${Math.round(ms)} ms`,
    retryInMs === undefined ? undefined : `again in ${Math.round(retryInMs)} ms`,
  ]
  const head = [arrow, id.slice(0, 8), attempt > 1 ? `attempt ${attempt}` : undefined, method, url, ...outcome]
    .filter((part) => part !== undefined)
    .join(' ')
  const rest = [
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || body === '' ? [] : [body]),
  ]
  return dim(printableLines([head, ...rest.map((line) => `    ${line}`)].join('\n')))
}

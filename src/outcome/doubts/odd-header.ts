import { isNo } from './flags.js'

/**
 * Which headers leave it open whether an answer is the service's own of now. A service may say in any header that its answer is a copy, so what is listed are the
 * names that say nothing of that, and those whose value tells; every other one leaves it open.
 */

/** Names that say nothing of how fresh or whole an answer is. Last-Modified says since when it is so, not when it was made: that is told by Date, Age and Warning. */
const HARMLESS: ReadonlySet<string> = new Set(
  `
  date connection keep-alive proxy-connection server via transfer-encoding te trailer upgrade vary allow etag cache-control pragma expires surrogate-control surrogate-key cdn-cache-control cache-tag accept-ranges accept-ch accept-patch accept-post
  last-modified content-type content-length content-encoding content-language content-location content-disposition content-md5 content-digest content-security-policy content-security-policy-report-only content-script-type content-style-type
  digest repr-digest signature signature-input set-cookie p3p link location www-authenticate retry-after deprecation sunset alt-svc alt-used nel report-to reporting-endpoints server-version api-version x-api-version x-version
  x-powered-by x-aspnet-version x-aspnetmvc-version x-generator x-application-context x-robots-tag x-dns-prefetch-control x-ua-compatible x-download-options x-permitted-cross-domain-policies x-xss-protection x-content-type-options x-frame-options
  x-content-security-policy x-webkit-csp strict-transport-security referrer-policy permissions-policy feature-policy origin-agent-cluster expect-ct public-key-pins timing-allow-origin x-csrf-token x-xsrf-token clear-site-data
  cf-ray x-amz-cf-pop x-runtime x-response-time x-process-time x-processing-time x-execution-time x-request-duration x-envoy-upstream-service-time x-kong-upstream-latency x-kong-proxy-latency x-kong-response-latency x-timer
  traceparent tracestate baggage b3 x-b3-traceid x-b3-spanid x-b3-parentspanid x-b3-sampled x-cloud-trace-context x-azure-ref x-msedge-ref x-envoy-decorator-operation x-vercel-id x-debug-token
`
    .trim()
    .split(/\s+/),
)
const HARMLESS_PARTS =
  /^(?:access-control|cross-origin|sec|x-ratelimit|ratelimit|x-rate-limit|rate-limit)-|^(?:ratelimit|rate-limit)$|^(?:x-)?(?:[a-z]{1,10}-){0,2}(?:request|req|trace|correlation|transaction|span|amzn-trace|apigw|cf)-?id$|^x-amzn?-(?:[a-z0-9]{1,20}-){0,3}(?:request)?id(?:-2)?$|^(?:x-)?[a-z-]{0,20}cache-(?:control|key|tags?|policy|ttl|enabled|debug|group)$/
/** Names whose value tells: `0`, `no` and the like say that there is nothing of it. */
const OF_STATE = /cache|stale|replica|snapshot|degraded|fallback|partial|(?:^|-)lag(?:$|-)/
const OF_COUNT =
  /^(?:x-)?(?:[a-z]{1,20}-){0,2}(?:total|count|total-count|total-items|total-results|total-records|total-pages|has-more|next-page|next|next-cursor)$|^content-range$/
const OF_PAGE = /^(?:x-)?(?:page|per-page|page-size|page-number|limit|offset)$/

/** The header that says, or may say, that the answer is not the service's own of now, or not all of it. */
export function oddHeader(headers: Readonly<Record<string, string>>): string | undefined {
  const odd = Object.entries(headers)
    .slice(0, 200)
    .find(([name, value]) => !isHarmless(name.slice(0, 100).toLowerCase(), value.slice(0, 500).trim().toLowerCase()))
  return odd === undefined ? undefined : `${odd[0]}: ${odd[1]}`
}

function isHarmless(name: string, value: string): boolean {
  if (HARMLESS.has(name) || HARMLESS_PARTS.test(name)) return true
  // What a Warning says is judged by its code and its words.
  if (name === 'warning') return true
  if (name === 'age') return value === '' || /^0{1,9}$/.test(value)
  // One id is that of this request; a second one is that of the request whose answer was kept.
  if (name === 'x-varnish') return value === '' || /^\d{1,30}$/.test(value)
  if (name === 'x-consistency') return value === 'strong'
  if (name === 'server-timing') return !/hit|cache|stale|replica/.test(value)
  if (name === 'x-served-by' || name === 'x-backend-server')
    return !/replica|behind|secondary|stale|standby|hit/.test(value)
  if (OF_COUNT.test(name)) return value === '' || isNo(value) || value === 'none' || /^(?:items )?\*\/0$/.test(value)
  if (OF_PAGE.test(name))
    return (
      /^\d{1,6}$/.test(value) &&
      (!/page$|number$|offset$/.test(name) ||
        name.endsWith('per-page') ||
        Number(value) <= (name.endsWith('offset') ? 0 : 1))
    )
  if (!OF_STATE.test(name)) return false
  if (value === '' || isNo(value) || value === 'none' || value === 'off' || /^0(?:, ?0){0,5}$/.test(value)) return true
  return (
    name.includes('cache') &&
    /\b(?:miss|bypass|pass|dynamic|uncacheable|nocache|expired|error from)\b/.test(value.replaceAll('_', ' ')) &&
    !/\b(?:hit|hits|refreshhit|stale|updating)\b/.test(value.replaceAll('_', ' '))
  )
}

import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { endpointOf } from '../../../src/contract/index.js'
import { parseOverlay } from '../../../src/contract/overlay/overlay.js'
import { faultOf, type Judgement, RULES } from '../../../src/outcome/index.js'

export const RATES: readonly object[] = [
  { room_id: 101, rate_plan_id: 501, from: '2027-07-01', to: '2027-07-31', price: '120.00', currency: 'EUR' },
  { room_id: 102, rate_plan_id: 501, from: '2027-07-01', to: '2027-07-09', price: '130.00', currency: 'EUR' },
]
export const COUNTS: readonly object[] = [
  { room_id: 101, from: '2027-07-01', to: '2027-07-31', availability: 5 },
  { room_id: 102, from: '2027-07-01', to: '2027-07-09', availability: 7 },
]

/** How the answer to a batch is judged, over what was sent. */
export function batchJudged(
  answer: object,
  {
    sent = RATES,
    key = 'rates.push',
    overlay = {},
    headers = {},
  }: {
    sent?: readonly object[]
    key?: 'rates.push' | 'inventory.push'
    overlay?: object
    headers?: Record<string, string>
  } = {},
): Judgement {
  return judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked: { body: { hotel_code: '1000001' }, entries: () => sent } },
    {
      status: 200,
      headers,
      text: JSON.stringify({ success: true, error: null, ...answer }),
      attempts: 1,
      requestId: 'r',
      isRepeat: false,
    },
    {
      redactor: createRedactor(new Set()),
      baseAddress: new URL('https://service.example'),
      retryAfterCapMs: 120_000,
      overlay: parseOverlay(overlay),
    },
  )
}

export const exitOf = (judgement: Judgement): number => (judgement.fate === 'done' ? 0 : faultOf(judgement).exitCode)

import { type Column, columns } from './view.js'

/** Kinds of faults on order, with what the caller sees of each. The sandbox checks them; a test holds the two lists together. */
export const FAULT_WORDS = {
  latency: 'the answer comes late (--ms)',
  'too-many': '429 with Retry-After (--retry-after, --as-date); nothing is done',
  error: 'a status of 500 or above (--status); nothing is done',
  'error-after': 'the same, although it was done',
  cut: 'the connection is cut; nothing is done',
  'cut-after': 'the same, although it was done',
  silence: 'no answer for --ms, then a cut connection; nothing is done',
  'silence-after': 'the same, although it was done',
  torn: 'half of the answer, although it was done',
  unsuccessful: 'HTTP 200 with success: false (/v1 only); nothing is done',
  'expired-token': '401 as for a token that has expired; nothing is done',
  'full-disk': '500, because the disk is full; nothing is stored',
} as const

export const FAULT_NAMES = Object.keys(FAULT_WORDS) as (keyof typeof FAULT_WORDS)[]

export const faultColumns: Column[] = [
  ...columns('id', 'kind', 'endpoint', 'count', 'share', 'seed', 'ms', 'status', 'retryAfter'),
  { name: 'requests', align: 'right', value: ({ requests }) => requests },
  { name: 'remaining', align: 'right', value: ({ remaining }) => remaining },
]

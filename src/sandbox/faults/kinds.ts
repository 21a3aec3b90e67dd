/** Faults that can be ordered, each with what the caller sees. `…-after` means that the work was done and is stored. */
export const FAULT_KINDS = {
  latency: 'the answer comes late',
  'too-many': '429 with Retry-After; nothing is done',
  error: 'a status of 500 or above; nothing is done',
  'error-after': 'the same, although it was done',
  cut: 'the connection is cut; nothing is done',
  'cut-after': 'the same, although it was done',
  silence: 'no answer for a while, then a cut connection; nothing is done',
  'silence-after': 'the same, although it was done',
  torn: 'half of the answer, although it was done',
  unsuccessful: 'HTTP 200 with success: false (/v1 only); nothing is done',
  'expired-token': '401 as for a token that has expired; nothing is done',
  'full-disk': '500, because the disk is full; nothing is stored',
} as const

export type FaultKind = keyof typeof FAULT_KINDS

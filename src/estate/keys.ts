/** Fates in the order in which `HotelSlices.counts` gives them. */
export const FATES = ['planned', 'acknowledged', 'rejected', 'untried', 'left', 'unanswered'] as const

/** Keys of the store. */
export const KEY = {
  /** form, schema, build, run (the newest number). */
  meta: 'meta',
  /** Kind → who plans or sends a run of it. */
  active: 'active',
  /** Worker → its last sign of life. */
  workers: 'workers',
  /** How fast the service is asked. */
  budget: 'budget',
  /** Run → its kind. */
  runs: 'runs',
  /** A run as a whole: its record, state and counters. */
  run: (id: number): string => `run:${id}`,
  /** Hotel → its line in a run. */
  lines: (id: number): string => `run:${id}:hotels`,
  /** Hotel → nothing: those of which anything is kept. */
  hotels: (kind: string): string => `hotels:${kind}`,
  /** What is kept of a hotel: the acknowledged calendar, and of each run its plan and fates. */
  hotel: (kind: string, hotel: string): string => `h:${kind}:${hotel}`,
} as const

/** Fields of a hotel's key. */
export const PART = {
  known: 'known',
  plan: (run: number): string => `p${run}`,
  fates: (run: number): string => `f${run}`,
} as const

/** Where a hotel of a run stands. `done`: nothing is left to send. `blocked`: a batch failed again and again, and none was sent after it. `stopped`: the run was stopped first. */
export type LineState = 'queued' | 'done' | 'blocked' | 'stopped'

/** A hotel in a run. It is changed with every piece that is sent, which makes it the guard of whatever else is changed with it. */
export interface Line {
  state: LineState
  /** Its first and last batch. */
  batches: [number, number]
  /** Batches and nights by fate, in the order of FATES. */
  counts: { batches: number[]; nights: number[] }
  /** Failures in a row. */
  tries: number
  /** The attempt of the run that it was last sent in. */
  attempt: number
  version: number
  /** Why it is blocked, and the host that found out. */
  why?: { code: string; message: string; host: string }
}

export const readLine = (bytes: Uint8Array): Line => JSON.parse(Buffer.from(bytes).toString()) as Line

/** The number of the task of a hotel: the same whoever puts it in, and another in each attempt of the run. */
export const taskId = ({ id, attempt }: { id: number; attempt: number }, { batches: [first] }: Line): string =>
  `hotel-${id}-${attempt}-${first}`

/** Counters of a run, by fate. */
export const counterOf = (what: 'batches' | 'nights', fate: number): string => `${what}.${FATES[fate]}`

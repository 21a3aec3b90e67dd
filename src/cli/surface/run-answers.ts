import {
  all,
  ANY,
  counts,
  DAY,
  either,
  list,
  MOMENT,
  NUMBER,
  object,
  oneOf,
  orNull,
  RECORD,
  TEXT,
  WHOLE,
  YES_NO,
} from './shapes.js'

/** Documents about pushes: `rates`, `inventory`, `run`, `calendar`. */

const FATES = ['planned', 'acknowledged', 'rejected', 'left', 'unanswered'] as const
const fates = object(all(FATES, WHOLE))

/** What is known of a run while it is sent and afterwards. */
const runAlways = {
  id: WHOLE,
  state: TEXT,
  nights: fates,
  batches: fates,
  requests: WHOLE,
  extraRequests: WHOLE,
  elapsedMs: WHOLE,
}
const run = object(runAlways)
const planTotals = [
  'hotels',
  'duplicates',
  'replacedRows',
  'nights',
  'unchanged',
  'unanswered',
  'values',
  'unchangedValues',
  'ranges',
  'requests',
  'bytes',
  'holeNights',
  'uncheckedRooms',
] as const
const plan = object(all(planTotals, WHOLE), {
  isSendable: YES_NO,
  rows: WHOLE,
  badRows: WHOLE,
  badUnlisted: WHOLE,
  changes: RECORD,
  runId: WHOLE,
})
const row = object({ hotel: TEXT })
const fault = object(
  { code: TEXT, message: TEXT, next: TEXT, exitCode: WHOLE },
  { findings: list(RECORD), facts: RECORD },
)

/** Has the same keys whether it was sent, only planned, or ended in the middle. */
const sendingAlways = {
  dryRun: YES_NO,
  run: orNull(run),
  plan: orNull(plan),
  rejectedRows: list(row),
  rejectedNights: list(RECORD),
}
const sendingSometimes = {
  error: fault,
  rejects: ANY,
  savedTo: TEXT,
  time: RECORD,
  untriedRows: list(row),
  overLater: ANY,
  warnings: list(TEXT),
}
const sending = object(sendingAlways, sendingSometimes)
/** Handed to an estate, whose workers send it. */
const handedOver = object(
  { run: object({ id: WHOLE, state: TEXT, nights: fates }) },
  { submitted: YES_NO, resumed: YES_NO, workers: WHOLE },
)
const workerCounts = all(['requests', 'acknowledged', 'refused', 'throttled', 'failed'], WHOLE)
const push = either(
  sending,
  handedOver,
  object({ files: list(object({ file: TEXT, rows: RECORD, columns: list(RECORD) })) }),
)
const undoCounts = [
  'undone',
  'laterNights',
  'overLaterNights',
  'laterUnanswered',
  'unknownNights',
  'unansweredNights',
  'unansweredLeft',
]
const undo = object(
  { ...sendingAlways, ...all(undoCounts, WHOLE), later: list(RECORD), overLater: list(RECORD), unknown: list(RECORD) },
  sendingSometimes,
)
const record = {
  ...runAlways,
  kind: oneOf('rates', 'inventory'),
  created: MOMENT,
  files: list(object({ name: TEXT })),
  target: object({ profile: TEXT, service: TEXT }),
  command: RECORD,
}
const recordSometimes = { started: MOMENT, ended: MOMENT, wasCut: YES_NO, plan: RECORD }
const template = object(
  { property: TEXT, rooms: WHOLE, rows: WHOLE, known: WHOLE },
  { file: TEXT, format: TEXT, csv: TEXT },
)
const holds = counts('runs', 'prunedRuns', 'hotels', 'attempts', 'openAttempts')

export const RUN_ANSWERS = {
  'estate status': object(
    {
      engine: TEXT,
      workers: list(object({ id: TEXT, host: TEXT, state: TEXT, ...workerCounts })),
      runs: list(object({ run: WHOLE, kind: TEXT, state: TEXT, nights: fates, batches: fates })),
      hotels: list(
        object({ run: WHOLE, kind: TEXT, hotel: TEXT, state: TEXT, nights: RECORD }, { host: TEXT, why: TEXT }),
      ),
    },
    { ratePerSecond: NUMBER },
  ),
  'worker start': object({ worker: TEXT, ...workerCounts }),
  'worker list': list(object({ id: TEXT, host: TEXT, process: WHOLE, build: TEXT, state: TEXT, ...workerCounts })),
  'worker drain': object({ workers: list(TEXT) }),
  'worker stop': object({ workers: list(TEXT) }),
  'rates push': push,
  'inventory push': push,
  'rates template': template,
  'inventory template': template,
  'run resume': either(sending, handedOver),
  'run undo': either(undo, handedOver),
  'run list': list(object(record, recordSometimes)),
  'run show': either(
    object(
      {
        ...record,
        batchList: list(object({ seq: WHOLE, hotel: TEXT, nights: WHOLE })),
        rejectedRows: list(row),
        rejectedNights: list(RECORD),
      },
      recordSometimes,
    ),
    // With --html: what was written.
    object({ file: TEXT, run: WHOLE, state: TEXT, nights: RECORD }),
    // With --rows: what became of each row, or of each night of an undo.
    list(object({ hotel: TEXT, fate: TEXT })),
  ),
  'run stop': object({ run: WHOLE, stopped: YES_NO, state: TEXT, nights: fates }),
  'run verify': object(
    {
      ...all(['run', 'population', 'drawn', 'compared', 'same', 'sold', 'notComparable', 'drift', 'requests'], WHOLE),
      kind: oneOf('rates', 'inventory'),
      confidence: NUMBER,
      drifts: list(RECORD),
      notJudged: list(RECORD),
    },
    { driftBelow: NUMBER, unanswered: RECORD },
  ),
  'run prune': object({
    before: MOMENT,
    pruned: WHOLE,
    runs: list(ANY),
    kept: list(ANY),
    bytesBefore: WHOLE,
    bytes: WHOLE,
  }),
  'run lock list': list(object({ service: TEXT, kind: TEXT })),
  'run lock release': object({ service: TEXT, kind: TEXT, released: YES_NO }),
  'run journal check': object(
    { file: TEXT, exists: YES_NO, bytes: WHOLE, isWhole: YES_NO, damage: list(ANY), holds: RECORD },
    { holds: either(holds, RECORD) },
  ),
  'run journal set-aside': object(
    { exists: YES_NO },
    { movedTo: TEXT, wasWhole: YES_NO, damage: list(ANY), forgotten: holds },
  ),
  'run journal trust': object({ exists: YES_NO, file: TEXT }, { wasDoubted: YES_NO }),
  'calendar show': either(
    list(
      object(
        { night: DAY, weekday: TEXT, room: TEXT, plan: TEXT },
        { price: TEXT, currency: TEXT, availability: WHOLE },
      ),
    ),
    object({ file: TEXT, hotel: TEXT, nights: WHOLE }, { run: WHOLE, changed: WHOLE }),
  ),
  'calendar check': list(
    object(
      {
        room: TEXT,
        plan: TEXT,
        checkIn: DAY,
        checkOut: DAY,
        nights: WHOLE,
        answer: oneOf('yes', 'no', 'unknown'),
        obstacles: list(RECORD),
        unknown: list(RECORD),
      },
      { service: TEXT, next: TEXT, nearest: RECORD },
    ),
  ),
} as const

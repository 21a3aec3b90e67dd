import { EXIT, Fault } from '../../../errors.js'
import type { RunRecord } from '../../../journal/index.js'
import {
  type CellSample,
  type Lack,
  type NotJudged,
  type Tally,
  type UnansweredTally,
  upperShare,
} from '../../../push/index.js'
import { count, faultDocument } from '../../show/index.js'
import type { Answer } from '../../terminal/index.js'

const REASONS: Readonly<Record<NotJudged, string>> = {
  noAnswer: 'the product search was refused, or its answer cannot be used',
  noPrice: 'the answer holds no readable price for the night',
  contradicts: "the answer's nightly prices do not add up to its total price",
  namedTwice: 'the answer lists the room, the plan or the night more than once, and not the same each time',
  plansDiffer: 'the price was pushed without a plan, and the plans of the room are sold differently',
  noUnits: 'the answer does not say how many units are free',
  notPushed: 'offered, but neither a price nor an open or closed night was pushed from here',
  tooLittle: 'too little is known here to say whether the answer is right',
  sentSince: 'another value was sent without a usable answer, and may have arrived',
  byGuests: 'the price depends on the number of guests, and neither that for one nor the usual one is what was pushed',
}

/** What is not known of nights that are not offered, and what to type so that it is. */
const LACKS: Readonly<Record<Lack, { words: string; next: (run: RunRecord) => string }>> = {
  plan: {
    words: 'no rate plan is known to sell the room',
    next: () =>
      '"hubswitch rate-plan create PROPERTY" makes a plan that sells it; "hubswitch product list HOTEL" shows those that do.',
  },
  inventory: {
    words: 'no count of free units was pushed from here',
    next: () => '"hubswitch inventory push FILE" sets free units.',
  },
  price: { words: 'no price was pushed from here', next: () => '"hubswitch rates push FILE" sets prices.' },
  sent: {
    words: 'what was sent and not acknowledged may have arrived',
    next: ({ id }) => `"hubswitch run resume ${id}" sends it again.`,
  },
}

const DRIFTS_SHOWN = 20
const WRITE_AGAIN = 'Push the files again to set what this machine knows, or find out who else writes to these hotels.'

/** What a comparison found, in words and for `--json`; exit code 8 for differences, 12 where no night could be judged. */
export function verifyAnswer(
  run: RunRecord,
  { population, cells }: CellSample,
  tally: Tally,
  { requests, unanswered }: { requests: number; unanswered: UnansweredTally | undefined },
): Answer {
  const { same, sold, drifts } = tally
  const compared = same + drifts.length
  const reasons = [...tally.notJudged].map(([reason, { nights, detail, lacks = [] }]) => ({
    reason,
    words: REASONS[reason],
    nights,
    ...(detail === undefined ? {} : { detail }),
    ...(lacks.length === 0 ? {} : { lacks }),
  }))
  const lacking = reasons.flatMap(({ lacks = [] }) => lacks)
  const steps = lacking.map((lack) => LACKS[lack].next(run))
  const open = reasons.reduce((sum, { nights }) => sum + nights, 0)
  const untested = [...tally.notCompared].map(([field, nights]) => ({ field, nights }))
  const bound =
    compared === 0
      ? undefined
      : population <= cells.length && open + sold === 0
        ? drifts.length / population
        : upperShare(drifts.length, compared)
  const data = {
    run: run.id,
    kind: run.kind,
    population,
    drawn: cells.length,
    compared,
    same,
    sold,
    notComparable: open,
    pricedByGuests: tally.notJudged.get('byGuests')?.nights ?? 0,
    notJudged: reasons,
    notCompared: untested,
    drift: drifts.length,
    driftBelow: bound ?? null,
    confidence: 0.95,
    requests,
    drifts,
    unanswered: unanswered ?? NONE_UNANSWERED,
  }
  const lines = [
    `Run ${run.id}: ${count(cells.length, 'night')} drawn of ${count(population, 'night')} to come, ${compared} compared in ${count(requests, 'request')}`,
    `Same       ${count(same, 'night')}${untested.length === 0 ? '' : ' in what a product search shows'}`,
    ...(untested.length === 0
      ? []
      : [
          `Not compared: ${untested.map(({ field, nights }) => `${field} (${count(nights, 'night')})`).join(', ')}; the answers do not show it`,
        ]),
    ...(sold === 0
      ? []
      : [
          `Fewer free ${count(sold, 'night')} ${sold === 1 ? 'has' : 'have'} fewer units free than were pushed, as bookings make it`,
        ]),
    ...reasons.map(
      ({ words, nights, detail }) =>
        `Not judged ${count(nights, 'night')}: ${words}${detail === undefined ? '' : ` (${detail})`}`,
    ),
    ...(lacking.length === 0
      ? []
      : [`           Not offered, and ${lacking.map((lack) => LACKS[lack].words).join('; ')}`]),
    ...unansweredLines(run, unanswered),
    `Drift      ${count(drifts.length, 'night')}`,
    ...drifts
      .slice(0, DRIFTS_SHOWN)
      .map(
        ({ hotel, room, plan, night, field, known, service }) =>
          `  hotel ${hotel}${room === '' ? '' : `, room ${room}`}${plan === '' ? '' : `, plan ${plan}`}, ${night}: ${field} ${known} here, ${service} at the service`,
      ),
    ...(drifts.length > DRIFTS_SHOWN ? [`  … and ${drifts.length - DRIFTS_SHOWN} more (--json shows all)`] : []),
    conclusion(bound, {
      differing: drifts.length,
      compared,
      isAll: population <= cells.length && open + sold === 0,
      sold,
      isSettling: population === 0 && unanswered !== undefined,
      isPartial: untested.length > 0,
      hasDrift: drifts.length > 0,
    }),
    ...(drifts.length === 0 ? [] : [WRITE_AGAIN]),
    ...(steps.length === 0 ? [] : ['To have them judged:', ...steps.map((step) => `  ${step}`)]),
  ]
  const { arrived, notArrived, open: untold } = unanswered ?? NONE_UNANSWERED
  const exitCode =
    drifts.length + notArrived > 0
      ? EXIT.findings
      : untold > 0 || compared + sold + arrived === 0
        ? EXIT.outcomeUnknown
        : EXIT.ok
  const error =
    exitCode === EXIT.findings
      ? new Fault('FINDINGS', foundText(run.id, { drifts: drifts.length, notArrived }), {
          next: drifts.length > 0 ? WRITE_AGAIN : `"hubswitch run resume ${run.id}" sends them again.`,
        })
      : exitCode === EXIT.outcomeUnknown
        ? new Fault(
            'OUTCOME_UNKNOWN',
            untold > 0
              ? `Whether ${count(untold, 'night')} of run ${run.id} arrived cannot be told.`
              : `No night of run ${run.id} could be compared.`,
            { next: [...steps, `"hubswitch run show ${run.id}" shows what became of the run.`].join(' ') },
          )
        : undefined
  return {
    data: { ...data, ...(error === undefined ? {} : faultDocument(error)) },
    view: { kind: 'text', text: lines.join('\n') },
    exitCode,
  }
}

const NONE_UNANSWERED: UnansweredTally = {
  nights: 0,
  compared: 0,
  arrived: 0,
  notArrived: 0,
  open: 0,
  settled: 0,
  notCompared: [],
}

function foundText(run: number, { drifts, notArrived }: { drifts: number; notArrived: number }): string {
  const lost = `${count(notArrived, 'night')} that run ${run} sent without a usable answer ${notArrived === 1 ? 'has' : 'have'} not arrived`
  if (drifts === 0) return `${lost}.`
  return `The service sells ${count(drifts, 'night')} of run ${run} differently${notArrived === 0 ? '' : `, and ${lost}`}.`
}

function unansweredLines({ id }: RunRecord, tally: UnansweredTally | undefined): string[] {
  if (tally === undefined || tally.nights === 0) return []
  const { nights, compared, arrived, notArrived, open, settled, notCompared } = tally
  const left = nights - compared
  return [
    `Unanswered ${count(nights, 'night')} sent without a usable answer: ${arrived} arrived, ${notArrived} did not, ${open} cannot be told${left === 0 ? '' : `, ${left} not compared`}`,
    ...(notCompared.length === 0
      ? []
      : [
          `           Not compared of those that arrived: ${notCompared.map(({ field, nights: of }) => `${field} (${count(of, 'night')})`).join(', ')}; the answers do not show it`,
        ]),
    ...(settled === 0
      ? []
      : [
          `           ${count(settled, 'night')} of them ${settled === 1 ? 'counts' : 'count'} as acknowledged from now on`,
        ]),
    ...(settled === nights
      ? []
      : [
          `           "hubswitch run resume ${id}" sends the rest again, "hubswitch run undo ${id}" restores what was before`,
        ]),
  ]
}

function conclusion(
  bound: number | undefined,
  {
    differing,
    compared,
    isAll,
    sold,
    isSettling,
    isPartial,
    hasDrift,
  }: {
    differing: number
    compared: number
    isAll: boolean
    sold: number
    isSettling: boolean
    isPartial: boolean
    hasDrift: boolean
  },
): string {
  if (isSettling) return 'The service had acknowledged no other night to come, so nothing is known about drift.'
  if (bound === undefined)
    return sold > 0 ? 'Nothing more could be compared.' : 'Nothing could be compared, so nothing is known about drift.'
  const part = isPartial ? ' in what was compared' : ''
  if (!hasDrift && bound === 0)
    return isPartial ? 'No night differs in what was compared.' : 'Every night was compared.'
  if (isAll)
    return `Every night was compared: ${differing} of ${compared} ${differing === 1 ? 'differs' : 'differ'}${part}.`
  return `With 95 % confidence fewer than ${(bound * 100).toFixed(bound < 0.01 ? 2 : 1)} % of these nights differ${part}.`
}

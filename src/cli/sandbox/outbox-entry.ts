import type { OutboxEntry } from '../../sandbox/index.js'
import { durationText } from '../../duration-text.js'
import { NOT_ANSWERED, viewMessage, wordsOfClaim } from '../command/index.js'
import { columns } from '../show/index.js'
import { type Answer, type Column, folded } from '../terminal/index.js'

const timeOf = (ms: number | null | undefined): string | null =>
  ms === undefined || ms === null ? null : new Date(ms).toISOString()

const ledgerColumns: Column[] = [
  { name: 'attempt', align: 'right', value: ({ attempt }) => attempt },
  ...columns('at', 'resStatus'),
  { name: 'http', align: 'right', value: ({ httpStatus }) => httpStatus },
  ...columns('state', 'nextAt'),
  { name: 'answer', value: ({ answer }) => answer, isWhole: true },
]

/** Each request of an attempt: a modification may go out as a Commit first. */
function requestsOf({ earlier, ...one }: OutboxEntry['attempts'][number]): Omit<typeof one, 'earlier'>[] {
  return earlier === undefined
    ? [one]
    : [
        { ...earlier, attempt: one.attempt, at: one.at, state: null, nextAt: null },
        { ...one, at: earlier.endedAt },
      ]
}

/** A message of the outbox with its ledger: every attempt, what came of it, when the next one follows, and until when, or why none does. */
export function viewEntry({ message, attempts, deadline, retryForMs, end, heldBackBy, isHeld }: OutboxEntry): Answer {
  const ledger = attempts.flatMap(requestsOf).map((one) => ({
    attempt: one.attempt,
    at: timeOf(one.at),
    endedAt: timeOf(one.endedAt),
    resStatus: one.resStatus,
    httpStatus: one.httpStatus,
    state: one.state,
    answer: one.answer ?? NOT_ANSWERED,
    nextAt: timeOf(one.nextAt),
  }))
  const data = {
    ...viewMessage(message, { isHeld }),
    deadline: timeOf(deadline),
    ended:
      end === undefined
        ? null
        : {
            at: timeOf(end.at),
            why: end.why,
            words: wordsOfEnd(end, message),
            ...(end.retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(end.retryAfterMs / 1000) }),
            ...(end.by === undefined || end.by === null ? {} : { by: end.by }),
            ...(end.before === undefined ? {} : { before: end.before }),
          },
    heldBackBy: heldBackBy ?? null,
    ledger,
  }
  return {
    data,
    view: {
      kind: 'list',
      rows: ledger,
      columns: ledgerColumns as readonly Column<never>[],
      empty: 'Not tried yet.',
      footer: wordsOf(data, {
        isUndecided: message.undecided !== null,
        retryForMs,
        claim: message.leaseHolder !== null && message.leaseUntil > Date.now() ? wordsOfClaim(message) : undefined,
      }),
    },
  }
}

/** What the PMS said of a message, by the state that it ended in. */
const TAKEN: Readonly<Record<string, string>> = {
  delivered: 'The PMS took it.',
  partial: 'The PMS took it in part.',
  failed: 'The PMS refused it.',
  unknown: 'The answer of the PMS does not tell whether it took it.',
}

/** State of a message before it was superseded. */
const BEFORE: Readonly<Record<string, string>> = {
  partial: 'Before that, the PMS had taken it in part.',
  failed: 'Before that, it was a dead letter.',
  unknown: 'Before that, it was not known whether the PMS took it.',
  waiting: 'Before that, it waited for an attempt.',
}

/** Why a message is tried no more, as a sentence or two. */
function wordsOfEnd(
  { why, deadline, retryAfterMs, by, before }: NonNullable<OutboxEntry['end']>,
  { state, kind }: OutboxEntry['message'],
): string {
  const until = timeOf(deadline)
  switch (why) {
    case 'answer':
      return TAKEN[state] ?? 'The PMS answered.'
    case 'fault':
      return 'Its last attempt failed in a way that trying again does not mend.'
    case 'window':
      return `Its retry window was over at ${String(until)}.`
    case 'retry-after':
      return `The PMS asked for a wait of ${Math.ceil((retryAfterMs ?? 0) / 1000)} s (Retry-After), which goes past the deadline ${String(until)}.`
    case 'superseded':
      return `Message ${String(by)} superseded it. ${BEFORE[before ?? ''] ?? ''}`.trim()
    case 'untold':
      return `The reservation was cancelled before the PMS had its booking, so ${kind === 'cancel' ? 'there was nothing to cancel' : 'nothing is left to tell'}.`
    case 'unmade':
      return 'No message could be made.'
  }
}

/** A footer is not folded where it is shown. */
const LINE_MAX = 78

/** What the message is, and what comes next or why nothing does, a line each. What the last attempt ended with stands in the table. */
function wordsOf(
  data: Record<string, unknown> & {
    ended: { at: string | null; words: string } | null
    ledger: readonly { state: unknown }[]
  },
  {
    isUndecided,
    retryForMs,
    claim,
  }: { isUndecided: boolean; retryForMs: number | undefined; claim: string | undefined },
): string {
  const { id, bookingId, kind, state, answer, nextAt, deadline, ended, heldBackBy, ledger } = data
  const head = `Message ${String(id)}: ${String(kind)} of reservation ${String(bookingId)}, ${String(state)}.`
  if (state !== 'waiting') {
    const isTold = ledger.at(-1)?.state === state || typeof answer !== 'string' || answer === ''
    const end =
      ended === null
        ? ''
        : `\n${[
            `Ended at ${String(ended.at)}.`,
            folded(ended.words, LINE_MAX),
            ...(deadline === null || ended.words.includes(String(deadline))
              ? []
              : [`It was to be tried until ${String(deadline)}.`]),
          ].join('\n')}`
    return `${head}${end}${isTold ? '' : `\n${String(answer)}`}`
  }
  if (isUndecided) return `${head}\n${String(answer)}`
  if (heldBackBy !== null) return `${head}\nIt waits until message ${String(heldBackBy)} is through.`
  const isDue = Date.parse(String(nextAt)) <= Date.now()
  const isLast = deadline !== null && String(deadline) <= String(nextAt)
  if (retryForMs === undefined)
    return `${head}\nNo PMS address is known, so nothing is sent: set one with "hubswitch sandbox outbox address URL".`
  const until =
    deadline === null
      ? `\nIt is tried for ${durationText(Math.round(retryForMs / 1000))} from its first attempt on.`
      : isLast
        ? '\nIt is the last one.'
        : `\nIt is tried until ${String(deadline)}.`
  return `${head}${claim === undefined ? '' : `\n${folded(claim, LINE_MAX)}`}\nNext attempt: ${isDue ? 'due now' : String(nextAt)}.${until}`
}

import type { OutboxEntry } from '../../sandbox/index.js'
import { NOT_ANSWERED, viewMessage } from '../command/index.js'
import { columns } from '../show/index.js'
import type { Answer, Column } from '../terminal/index.js'

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

/** A message of the outbox with its ledger: every attempt, what came of it, when the next one follows, and until when. */
export function viewEntry({ message, attempts, deadline, heldBackBy }: OutboxEntry): Answer {
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
  const data = { ...viewMessage(message), deadline: timeOf(deadline), heldBackBy: heldBackBy ?? null, ledger }
  return {
    data,
    view: {
      kind: 'list',
      rows: ledger,
      columns: ledgerColumns as readonly Column<never>[],
      empty: 'Not tried yet.',
      footer: wordsOf(data, message.undecided !== null),
    },
  }
}

/** What the message is, and what comes next, a line each. What the last attempt ended with stands in the table. */
function wordsOf(
  data: Record<string, unknown> & { ledger: readonly { state: unknown }[] },
  isUndecided: boolean,
): string {
  const { id, bookingId, kind, state, answer, nextAt, deadline, heldBackBy, ledger } = data
  const head = `Message ${String(id)}: ${String(kind)} of reservation ${String(bookingId)}, ${String(state)}.`
  if (state !== 'waiting') {
    const isTold = ledger.at(-1)?.state === state || typeof answer !== 'string' || answer === ''
    return isTold ? head : `${head}\n${answer}`
  }
  if (isUndecided) return `${head}\n${String(answer)}`
  if (heldBackBy !== null) return `${head}\nIt waits until message ${String(heldBackBy)} is through.`
  const isDue = Date.parse(String(nextAt)) <= Date.now()
  const isLast = deadline !== null && String(deadline) <= String(nextAt)
  const until = deadline === null ? '' : isLast ? '\nIt is the last one.' : `\nIt is tried until ${String(deadline)}.`
  return `${head}\nNext attempt: ${isDue ? 'due now' : String(nextAt)}.${until}`
}

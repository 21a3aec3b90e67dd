import { bold, dim, green, red, yellow } from 'ansis'
import { printable } from '../../printable.js'
import { answerLines, exchangeLines } from '../exchange/index.js'
import { count, findingLines } from '../resnotif/index.js'
import { columns } from '../show/index.js'
import type { Column } from '../terminal/index.js'
import type { Exchange, PartialAnswer } from './exchange.js'

type Shown = Omit<Exchange, 'id'> & { id?: number }

const PAINTS: Readonly<Record<Exchange['state'], (text: string) => string>> = {
  delivered: green,
  partial: yellow,
  unknown: yellow,
  failed: red,
}

/** An exchange for a person, as it comes: what it was, what the PMS said, what lint finds. */
export function exchangeText(exchange: Shown, { isWhole }: { isWhole: boolean }): string {
  const {
    time,
    path,
    id,
    bookingId,
    resStatus,
    answer,
    failure,
    ms,
    state,
    summary,
    findings,
    notLinted,
    isAbandoned,
  } = exchange
  const { notKept, unread = 0 } = exchange.request
  const isAnswerKept = answer?.notKept === undefined
  const status = answer?.status ?? failure?.status
  const head = [
    dim(time),
    'POST',
    printable(path),
    `HTTP ${status ?? '-'}`,
    ...(ms === undefined ? [] : [`${ms} ms`]),
    ...(id === undefined ? [] : [`#${id}`]),
    bold(printable(bookingId ?? 'no id')),
    ...(resStatus === undefined ? [] : [printable(resStatus)]),
    PAINTS[state](state),
    notLinted !== undefined
      ? `not linted: ${printable(notLinted)}`
      : findings.length === 0
        ? 'nothing found'
        : count(findings.length, 'finding'),
  ]
  return `${[
    head.join('  '),
    `  ${printable(summary)}`,
    ...(notKept === undefined ? [] : [`  Nothing of the message is kept: ${printable(notKept)}.`]),
    ...(unread === 0 || notKept !== undefined
      ? []
      : [
          `  ${count(unread, 'part')} of the message cannot be looked into and ${unread === 1 ? 'is' : 'are'} not kept.`,
        ]),
    ...(isAnswerKept ? [] : ['  Nothing of the body of the answer is kept.']),
    ...(isAbandoned ? ['  The sender went away before the answer.'] : []),
    ...findings.flatMap(findingLines),
    ...(isWhole ? wholeLines(exchange).map((line) => `  ${printable(line)}`) : []),
  ].join('\n')}\n`
}

function wholeLines({ to, hadQuery, request, answer, failure }: Shown): string[] {
  return [
    ...exchangeLines(
      {
        method: 'POST',
        host: new URL(to).host,
        path: `${new URL(to).pathname}${hadQuery ? '?***' : ''}`,
        headers: request.headers,
        body: request.body ?? '(not kept)',
      },
      answer,
    ).slice(0, answer === undefined && failure !== undefined ? -1 : undefined),
    ...(failure?.partial === undefined ? [] : partialLines(failure.partial)),
    ...(failure === undefined ? [] : answerLines({ status: failure.status, headers: {}, body: failure.reason })),
  ]
}

/** What came of an answer of the PMS that broke off, set off from what the hub got in its place. */
function partialLines({ bytes, promisedBytes, notKept, ...partial }: PartialAnswer): string[] {
  return [
    ...answerLines(partial),
    ...(notKept === undefined ? [] : [`Nothing of it is kept: ${notKept}`]),
    `… cut here, after ${bytes}${promisedBytes === undefined ? '' : ` of ${promisedBytes}`} bytes. The hub got this in its place:`,
    '',
  ]
}

/** The same, long after. */
export function exchangeWhole(exchange: Exchange): string {
  return exchangeText(exchange, { isWhole: true })
}

export const exchangeColumns: Column[] = [
  { name: 'id', align: 'right', value: ({ id }) => id },
  ...columns('time', 'hotel', 'bookingId', 'resStatus'),
  { name: 'status', align: 'right', value: ({ status }) => status },
  ...columns('state'),
  { name: 'errors', align: 'right', value: ({ errors }) => errors },
  { name: 'ms', align: 'right', value: ({ ms }) => ms },
  { name: 'summary', value: ({ summary }) => summary, isWhole: true },
]

/** An exchange as a line of the list: without its messages. */
export function exchangeRow({
  request,
  answer,
  failure,
  findings: _findings,
  ...rest
}: Exchange): Record<string, unknown> {
  return {
    ...rest,
    status: answer?.status ?? failure?.status ?? null,
    ms: rest.ms ?? null,
    bytes: request.bytes,
    isKept: request.body !== undefined,
  }
}

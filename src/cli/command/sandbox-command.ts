import { type Command, Flags } from '@oclif/core'
import { EXIT, type ExitCode, Fault } from '../../errors.js'
import { concealMessage } from '../../resnotif/index.js'
import type { OutboxMessage, Sandbox, SandboxOptions } from '../../sandbox/index.js'
import { tryFlag } from '../flags/index.js'
import { columns, isToldBeside, TRIED, triedAnswer } from '../show/index.js'
import type { Answer, Column } from '../terminal/index.js'
import { copiedSandbox, embeddedPms, sandboxFolder, startEmbedded } from './embedded-sandbox.js'
import { ServiceCommand } from './service-command.js'

/** The data folder, for every command that administers the sandbox. */
export const sandboxFlags = { data: Flags.string({ summary: 'Data folder of the sandbox', helpValue: '<dir>' }) }

/** The same for those that change something in it. */
export const sandboxWriteFlags = { ...sandboxFlags, ...tryFlag }

/** A command that administers the sandbox of this machine, whether or not it is being served. */
export abstract class SandboxCommand<T extends typeof Command> extends ServiceCommand<T> {
  /** Opens the sandbox on its data; it ends with the command, after notifications that are due have had an attempt. */
  protected async openSandbox(options: SandboxOptions = {}, posts = true): Promise<Sandbox> {
    const { data } = this.flags as { data?: string }
    return openSandboxOf(
      {
        data,
        folders: this.folders(),
        userAgent: this.config.userAgent,
        whenDone: (close) => this.whenDone(close),
        isDry: this.isDry(),
        posts,
      },
      options,
    )
  }

  /** A dry run does the whole work on a copy of the data, so that it refuses and shows what the command would. */
  protected isDry(): boolean {
    return (this.flags as { 'dry-run'?: boolean })['dry-run'] === true
  }

  protected override async work(): Promise<Answer> {
    const answer = await super.work()
    if (!this.isDry()) return answer
    if (isToldBeside(answer)) this.notice(TRIED)
    return triedAnswer(answer)
  }
}

interface Opener {
  data: string | undefined
  folders: Parameters<typeof embeddedPms>[0]
  userAgent: string
  whenDone(close: () => unknown): void
  /** Opens a copy of the data, which is gone when the command ends, and posts nothing. */
  isDry?: boolean
  /** Whether notifications that wait are sent. */
  posts?: boolean
}

/** The same for a command that reports how it ended. */
export async function openSandboxOf(
  { data, folders, userAgent, whenDone, isDry = false, posts = true }: Opener,
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const kept = data ?? sandboxFolder(folders.dataDir)
  const sandbox = await startEmbedded(
    { dataDir: isDry ? await copiedSandbox(kept, whenDone) : kept, ...options },
    isDry || !posts ? undefined : embeddedPms(folders, userAgent),
  )
  whenDone(() => sandbox.close())
  return sandbox
}

const timeOf = (ms: number): string => new Date(ms).toISOString()

export const outboxColumns: Column[] = [
  ...columns('id', 'bookingId', 'kind', 'resStatus', 'state'),
  { name: 'attempts', align: 'right', value: ({ attempts }) => attempts },
  { name: 'http', align: 'right', value: ({ httpStatus }) => httpStatus },
  ...columns('answer', 'nextAt', 'deliveredAt'),
]

/** Of an attempt whose end is not noted. */
export const NOT_ANSWERED =
  'No answer was noted: it is under way, or its process ended before one came, and it may have arrived.'

/**
 * A message of the outbox as `--json` shows it: times in ISO form, cards and passwords hidden, nothing of the inner workings.
 * @param how.isHeld it waits for something else than a time
 */
export function viewMessage(
  {
    id,
    reservationId,
    kind,
    resStatus,
    state,
    attempts,
    answer,
    httpStatus,
    createdAt,
    nextAt,
    leaseUntil,
    leaseHolder,
    deliveredAt,
    message,
    undecided,
  }: OutboxMessage,
  { isHeld = false } = {},
): Record<string, unknown> {
  return {
    id,
    bookingId: String(reservationId),
    kind,
    resStatus,
    state,
    attempts,
    answer: (leaseHolder ?? null) === null ? answer : NOT_ANSWERED,
    // That of an earlier attempt says nothing of one without an answer.
    httpStatus: (leaseHolder ?? null) === null ? httpStatus : null,
    createdAt: timeOf(createdAt),
    // Nobody takes it before the attempt that is under way, or was cut off, is over for sure.
    nextAt:
      state === 'waiting' && !isHeld && (undecided ?? null) === null ? timeOf(Math.max(nextAt, leaseUntil)) : null,
    deliveredAt: deliveredAt === null ? null : timeOf(deliveredAt),
    message: concealMessage(message).text,
  }
}

/** How `--all` ends where all that it sent was taken and messages were left alone: as the worst of these, whose state stands. */
export const exitOfLeft = (left: readonly OutboxMessage[]): ExitCode =>
  left.length === 0 ? EXIT.ok : left.some(isOpen) ? EXIT.outcomeUnknown : EXIT.partial

/**
 * What went wrong with messages that were sent again, each with its end, those of unknown outcome first. The worst of them is the end of the command.
 * @param left of those that were not sent again, the state counts as well
 */
export function faultOfResend(
  sent: readonly (OutboxMessage & { isClaimed?: boolean; isRefused?: boolean })[],
  left: readonly OutboxMessage[] = [],
): Fault | undefined {
  const ends = [
    {
      code: 'OUTCOME_UNKNOWN',
      title: 'It is not known whether the PMS took everything',
      name: 'not known',
      messages: sent.filter(isOpen),
    },
    {
      code: 'PMS_REFUSED',
      title: 'The PMS did not take what was sent',
      name: 'refused',
      messages: sent.filter(({ state, isRefused }) => state === 'failed' || isRefused === true),
    },
    {
      code: 'PARTIAL',
      title: 'The PMS took a part of what was sent',
      name: 'taken in part',
      messages: sent.filter(({ state }) => state === 'partial'),
    },
    {
      code: 'UNREACHABLE',
      title: 'The PMS has not taken everything yet',
      name: 'not taken yet',
      messages: sent.filter((one) => one.state === 'waiting' && !isOpen(one)),
    },
  ] as const
  const told = ends.filter(({ messages }) => messages.length > 0)
  const worst = ends.find(
    (end) => told.includes(end) || (end === ends[0] && left.some(isOpen)) || (end === ends[2] && left.length > 0),
  )
  if (told.length === 0 || worst === undefined) return undefined
  const words = told
    .map(
      ({ name, messages }) =>
        `${told.length > 1 || told[0] !== worst ? `${name}: ` : ''}${messages.map(wordsOf).join(' ')}`,
    )
    .join(' ')
  const check =
    ends[0].messages.length > 0
      ? 'Check at the PMS whether it has the booking before you send it again.'
      : ends[2].messages.length > 0
        ? 'Check at the PMS what it took, and correct what it names.'
        : ''
  const isTried = sent.some(({ state }) => state === 'waiting')
  const again = !isTried
    ? ''
    : check === ''
      ? 'It is tried again by itself while the sandbox runs; "hubswitch sandbox start" keeps it running.'
      : 'While the sandbox runs, what was not answered is also tried again by itself, as a repetition of the same message.'
  const next = [check, again].filter((part) => part !== '').join(' ')
  const beside = left.length === 0 ? '' : ` ${wordsOfLeft(left)}`
  return new Fault(worst.code, `${worst.title}; ${words}${beside}`, {
    facts: { messages: sent.map((one) => viewMessage(one)) },
    ...(next === '' ? {} : { next }),
  })
}

/** What an attempt without a noted end means for its message, and until when nobody else sends it. */
export const wordsOfClaim = ({ attempts, leaseUntil }: OutboxMessage): string =>
  `Attempt ${attempts} is under way, or its process ended before an answer came: its answer is not known, and it may have arrived. It claims the message until ${timeOf(leaseUntil)}, and nothing else is sent before.`

function wordsOf({
  id,
  answer,
  attempts,
  leaseHolder,
  isClaimed,
  ...rest
}: OutboxMessage & { isClaimed?: boolean }): string {
  if ((leaseHolder ?? null) === null) return `message ${id}: ${answer ?? 'not tried yet'}`
  return isClaimed === true
    ? `message ${id}: Nothing was sent now. ${wordsOfClaim({ id, answer, attempts, leaseHolder, ...rest })}`
    : `message ${id}: Attempt ${attempts} has no answer yet, and may have arrived.`
}

const IDS_MAX = 10

/** Messages of unknown outcome, or taken in part, that `--all` did not take. */
export function wordsOfLeft(left: readonly OutboxMessage[], { isDry = false } = {}): string {
  const ids = `${left
    .slice(0, IDS_MAX)
    .map(({ id }) => id)
    .join(', ')}${left.length > IDS_MAX ? ` and ${left.length - IDS_MAX} more` : ''}`
  const isOne = left.length === 1
  const why = [
    ...(left.some(({ state }) => state === 'unknown')
      ? [`it is not known whether the PMS took ${isOne ? 'it' : 'them'}`]
      : []),
    ...(left.some(({ state }) => state === 'partial') ? [`the PMS took ${isOne ? 'it' : 'some'} in part`] : []),
  ]
  return `${isDry ? 'Would be left' : 'Left'} alone: ${isOne ? `message ${ids}` : `messages ${ids}`}, because ${why.join(', or ')}. Check at the PMS, then give the ids, or add --include-unknown.`
}

/** One that waits may have arrived all the same: its connection was cut, or its attempt is still under way. */
const isOpen = ({ state, seriesArrived }: OutboxMessage): boolean =>
  state === 'unknown' || (state === 'waiting' && seriesArrived === 1)

import { type Command, Flags } from '@oclif/core'
import { Fault } from '../errors.js'
import { embeddedPms, type OutboxMessage, type Sandbox, sandboxFolder, type SandboxOptions, startEmbedded } from './embedded-sandbox.js'
import { ServiceCommand } from './service-command.js'
import { type Column, columns } from './view.js'

/** The data folder, for every command that administers the sandbox. */
export const sandboxFlags = { data: Flags.string({ summary: 'Data folder of the sandbox', helpValue: '<dir>' }) }

/** A command that administers the sandbox of this machine, whether or not it is being served. */
export abstract class SandboxCommand<T extends typeof Command> extends ServiceCommand<T> {
  /** Opens the sandbox on its data; it ends with the command, after notifications that are due have had an attempt. */
  protected async openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
    const { data } = this.flags as { data?: string }
    const folders = this.folders()
    const sandbox = await startEmbedded({ dataDir: data ?? sandboxFolder(folders.dataDir), ...options }, embeddedPms(folders, this.config.userAgent))
    this.whenDone(() => sandbox.close())
    return sandbox
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString()

export const outboxColumns: Column[] = [
  ...columns('id', 'bookingId', 'kind', 'resStatus', 'state'),
  { name: 'attempts', align: 'right', value: ({ attempts }) => attempts },
  { name: 'http', align: 'right', value: ({ httpStatus }) => httpStatus },
  ...columns('answer', 'nextAt', 'deliveredAt'),
]

/** A message of the outbox as `--json` shows it: times in ISO form, nothing of the inner workings. */
export function viewMessage({ id, reservationId, kind, resStatus, state, attempts, answer, httpStatus, createdAt, nextAt, deliveredAt, message }: OutboxMessage): Record<string, unknown> {
  return { id, bookingId: String(reservationId), kind, resStatus, state, attempts, answer, httpStatus, createdAt: timeOf(createdAt), nextAt: state === 'waiting' ? timeOf(nextAt) : null, deliveredAt: deliveredAt === null ? null : timeOf(deliveredAt), message }
}

/** What went wrong with messages that were sent again: refused, or not taken so far. */
export function faultOfResend(sent: readonly OutboxMessage[]): Fault | undefined {
  const facts = { messages: sent.map(viewMessage) }
  const words = (state: OutboxMessage['state']): string => sent.filter((one) => one.state === state).map(wordsOf).join(' ')
  if (sent.some(({ state }) => state === 'failed')) return new Fault('PMS_REFUSED', `The PMS did not take what was sent; ${words('failed')}`, { facts })
  const open = sent.filter(isOpen)
  if (open.length > 0) {
    const isWaiting = open.some(({ state }) => state === 'waiting')
    return new Fault('OUTCOME_UNKNOWN', `It is not known whether the PMS took everything; ${open.map(wordsOf).join(' ')}`, {
      facts, next: `Check at the PMS whether it has the booking before you send it again.${isWaiting ? ' While the sandbox runs it is also tried again by itself, as a repetition of the same message.' : ''}`,
    })
  }
  if (sent.some(({ state }) => state === 'waiting')) return new Fault('UNREACHABLE', `The PMS has not taken everything yet; ${words('waiting')}`, { facts, next: 'It is tried again by itself while the sandbox runs; "hubswitch sandbox start" keeps it running.' })
  return undefined
}

const wordsOf = ({ id, answer }: OutboxMessage): string => `message ${id}: ${answer ?? 'not tried yet'}`

const IDS_MAX = 10

/** Messages of unknown outcome that `--all` did not take. */
export function wordsOfLeft(left: readonly OutboxMessage[]): string {
  const ids = `${left.slice(0, IDS_MAX).map(({ id }) => id).join(', ')}${left.length > IDS_MAX ? ` and ${left.length - IDS_MAX} more` : ''}`
  return `Left alone: ${left.length === 1 ? `message ${ids}` : `messages ${ids}`}, because it is not known whether the PMS took ${left.length === 1 ? 'it' : 'them'}. Check at the PMS, then give the ids, or add --include-unknown.`
}

/** One that waits may have arrived all the same: its connection was cut, or its attempt is still under way. */
const isOpen = ({ state, seriesArrived, leaseUntil }: OutboxMessage): boolean => state === 'unknown' || (state === 'waiting' && (seriesArrived === 1 || leaseUntil > 0))

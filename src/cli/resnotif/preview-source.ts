import type { Command } from '@oclif/core'
import { newChannelId } from '../../booking/index.js'
import { isHidden } from '../../client/index.js'
import { checkValue, ReservationCreate, type ReservationRecord } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { type BuildOptions, readTotals, type ReservationSource } from '../../resnotif/index.js'
import type { ServiceCommand } from '../command/index.js'
import { readBodyFile } from '../flags/index.js'
import { refuseUndivided } from '../reservation/index.js'

export type ResStatus = NonNullable<BuildOptions['resStatus']>

export interface SourceFlags {
  'booking-id'?: string | undefined
  'channel-booking-id'?: string | undefined
  status?: ResStatus | undefined
}

/** The reservation that a message is made of, and what the PMS is to do with it. */
export interface PreviewSource {
  source: ReservationSource
  resStatus: ResStatus
  /** Stars stand in it for a card that the booking holds: no message that is to be sent can be made of it. */
  isHidden: boolean
}

/**
 * The reservation from a file or from the service. A file in the form of "reservation create" must be one that create takes, and in either the guests must say who shares a unit.
 * @throws Fault INVALID_INPUT with each field that is wrong; USAGE, NOT_FOUND; REFUSED for a state of which no notification is sent
 */
export async function readPreviewSource(
  command: ServiceCommand<typeof Command>,
  file: string | undefined,
  flags: SourceFlags,
): Promise<PreviewSource> {
  const read = await readSource(command, file, flags)
  const next =
    file === undefined
      ? 'The service does not say it. Save the reservation with "hubswitch reservation lookup --json", give each guest the field "unit", and preview that file. Nothing was sent.'
      : 'Give each guest the field "unit" in the file. Nothing was sent.'
  refuseUndivided(read.source, next)
  return read
}

async function readSource(
  command: ServiceCommand<typeof Command>,
  file: string | undefined,
  flags: SourceFlags,
): Promise<PreviewSource> {
  const { 'booking-id': bookingId, 'channel-booking-id': ownId, status } = flags
  if ((file === undefined) === (bookingId === undefined))
    throw new Fault('USAGE', 'Name a reservation file (- for standard input), or --booking-id, and not both.', {
      facts: file === undefined ? { missing: ['<file>'] } : {},
    })
  if (bookingId !== undefined) return fromState(command, await lookUp(command, bookingId), status)
  const body = recordOf(
    await readBodyFile(file as string, { schema: ReservationCreate, keepsNull: true }),
    file as string,
  )
  if (ownId !== undefined) body['channelBookingId'] = ownId
  if (body['bookingId'] !== undefined || body['status'] !== undefined)
    return fromState(command, body as unknown as ReservationRecord, status)
  if (body['channelBookingId'] === undefined) {
    body['channelBookingId'] = newChannelId(String(body['checkInDate'] ?? ''))
    command.notice(`The reservation has no id yet, so one was generated: ${String(body['channelBookingId'])}.`)
  }
  return { source: checkRequest(body, file as string), resStatus: status ?? 'Commit', isHidden: false }
}

/** The reservation of a saved answer, `{"success": true, "data": […]}` of the service: a file without that envelope is the reservation itself. */
function recordOf(body: Record<string, unknown>, file: string): Record<string, unknown> {
  if (typeof body['success'] !== 'boolean' || body['channelBookingId'] !== undefined || body['bookingId'] !== undefined)
    return body
  const name = file === '-' ? 'Standard input' : file
  const records = (Array.isArray(body['data']) ? body['data'] : [body['data']]).filter(
    (one) => one !== undefined && one !== null,
  ) as unknown[]
  const [first] = records
  const next =
    'Save the one that is meant by itself, such as with "hubswitch reservation lookup --booking-id … --json". Nothing was sent.'
  if (!body['success'] || records.length !== 1)
    throw new Fault(
      'INVALID_INPUT',
      `${name} is an answer of the service ${body['success'] ? `with ${records.length === 0 ? 'no reservation' : `${records.length} reservations`}` : 'that says it was refused'}, not a reservation.`,
      { next },
    )
  if (typeof first !== 'object' || first === null || Array.isArray(first))
    throw new Fault('INVALID_INPUT', `${name} is an answer of the service without a reservation.`, { next })
  return first as Record<string, unknown>
}

async function lookUp(command: ServiceCommand<typeof Command>, bookingId: string): Promise<ReservationRecord> {
  const found = await command.call('reservation.lookup', { query: { bookingId } })
  const one = Array.isArray(found) ? found[0] : found
  if (one === undefined || one === null) throw new Fault('NOT_FOUND', `There is no reservation ${bookingId}.`)
  if (String((one as ReservationRecord).bookingId) !== bookingId) {
    throw new Fault(
      'REFUSED',
      `The service was asked for reservation ${bookingId} and answered ${String((one as ReservationRecord).bookingId)}.`,
      { next: 'Look it up with "hubswitch reservation lookup --booking-id". Nothing was made of it.' },
    )
  }
  return one as ReservationRecord
}

function checkRequest(body: Record<string, unknown>, file: string): ReservationSource {
  const counts = readTotals('totalGuestCounts', body['totalGuestCounts'])
  // Ages that are told otherwise are read, not lost; a child without an age cannot be sent.
  if (counts?.children.every(({ age }) => age !== undefined) === true)
    body['totalGuestCounts'] = {
      adults: counts.adults,
      ...(counts.children.length === 0 ? {} : { children: counts.children }),
    }
  const checked = checkValue(ReservationCreate, body)
  const findings = checked.ok ? [] : checked.findings.map((finding) => ({ file, ...finding }))
  if (!checked.ok)
    throw new Fault(
      'INVALID_INPUT',
      `${file === '-' ? 'Standard input' : file} is not a reservation that "reservation create" takes.`,
      { findings, next: 'Correct the fields. A reservation as a look-up answers it has its bookingId and status.' },
    )
  return body as unknown as ReservationSource
}

const STATUSES: ReadonlyMap<string, ResStatus> = new Map(
  Object.entries<ResStatus>({
    pending: 'Commit',
    confirmed: 'Commit',
    modified: 'Modify',
    cancelled: 'Cancel',
    canceled: 'Cancel',
  }),
)

/** What the service sends of a reservation in this state, unless the caller names it. */
function fromState(
  command: ServiceCommand<typeof Command>,
  source: ReservationRecord,
  wanted: ResStatus | undefined,
): PreviewSource {
  const state = String(source.status ?? 'confirmed')
  const known = STATUSES.get(state.trim().toLowerCase())
  const id = String(source.bookingId ?? source.channelBookingId ?? '')
  if (wanted === undefined && known === undefined) {
    throw new Fault(
      'REFUSED',
      `Reservation ${id} is "${state}", and it is not known what notification belongs to that.`,
      { next: 'Name it yourself: --status Commit, Modify or Cancel. Nothing is sent.' },
    )
  }
  if (state.trim().toLowerCase() === 'pending')
    command.notice(`Reservation ${id} is pending: nothing is sent for it yet. This is what a confirmation would send.`)
  if (wanted !== undefined && known !== undefined && wanted !== known)
    command.notice(`Reservation ${id} is ${state}; the message says ${wanted} because --status does.`)
  return { source, resStatus: wanted ?? (known as ResStatus), isHidden: isHidden(source) }
}

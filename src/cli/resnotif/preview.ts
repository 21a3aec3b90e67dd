import { EXIT, Fault } from '../../errors.js'
import {
  buildNotification,
  type BuildOptions,
  captureMessage,
  checkSchema,
  createConcealer,
  type GuestNode,
  isMoment,
  type LintFinding,
  lintMessage,
  numberNodes,
  type ReservationSource,
  type SchemaReport,
  type UsernameToken,
} from '../../resnotif/index.js'
import type { ServiceCommand } from '../command/index.js'
import { refuseStars } from '../exchange/index.js'
import type { Answer, Column } from '../terminal/index.js'
import { readSchemaFile, writeMessageFile } from './files.js'
import { requirePmsCredentials } from './pms-credentials.js'
import { readPreviewSource } from './preview-source.js'
import { count, findingLines, paintByProduct } from './view.js'
import type { Command } from '@oclif/core'

export interface PreviewFlags {
  'booking-id'?: string | undefined
  'channel-booking-id'?: string | undefined
  'room-stays': 'reservation' | 'room'
  'booker-node': boolean
  'rate-plan-id': boolean
  envelope: 'none' | 'soap11' | 'soap12'
  security?: 'username-token' | undefined
  username?: string | undefined
  'password-type'?: 'digest' | 'text' | undefined
  version?: string | undefined
  target: 'Production' | 'Test'
  'echo-token'?: string | undefined
  'time-stamp'?: string | undefined
  status?: 'Commit' | 'Modify' | 'Cancel' | undefined
  'requestor-id'?: string | undefined
  save?: string | undefined
  xsd?: string | undefined
  json?: boolean | undefined
  output?: string | undefined
  columns?: string | undefined
}

interface PreviewRow {
  product: string
  unit: number | ''
  guest: string
  indexNumber: number | ''
  resGuestRph: string
  groupEventCode: number | ''
}

/**
 * The notification of a reservation, from a file or from the service: the message itself, or its guest nodes as rows. Sends nothing.
 * @throws Fault INVALID_INPUT, USAGE; what the look-up throws
 */
export async function previewReservation(
  command: ServiceCommand<typeof Command>,
  file: string | undefined,
  flags: PreviewFlags,
): Promise<Answer> {
  const { source, resStatus, isHidden } = await readPreviewSource(command, file, flags)
  const { envelope, security } = flags
  if (security !== undefined && envelope === 'none')
    throw new Fault('USAGE', '--security needs an envelope.', { next: 'Add --envelope soap11 or soap12.' })
  const timeStamp = flags['time-stamp']
  refuseHead(flags)
  const token = security === undefined ? undefined : await readToken(command, flags)
  const options: BuildOptions = {
    roomStays: flags['room-stays'],
    bookerNode: flags['booker-node'],
    ratePlanIdCopy: flags['rate-plan-id'],
    envelope,
    target: flags.target,
    resStatus,
    ...(token === undefined ? {} : { security: token }),
    ...(flags.version === undefined ? {} : { version: flags.version }),
    ...(flags['requestor-id'] === undefined ? {} : { requestorId: flags['requestor-id'] }),
    ...(flags['echo-token'] === undefined ? {} : { echoToken: flags['echo-token'] }),
    ...(timeStamp === undefined ? {} : { timeStamp }),
  }
  const message = `${buildNotification(source, options)}\n`
  const nodes = numberNodes(source, options)
  const schema = flags.xsd === undefined ? undefined : await checkSchema(message, await readSchemaFile(flags.xsd))
  if (schema !== undefined) tellSchema(command, schema)
  // What lint would hold against the message is told here, before a PMS does it.
  const captured = captureMessage(message)
  const { findings, hasErrors } = lintMessage(message, {}, captured)
  tellFindings(command, findings)
  if (flags.save !== undefined) {
    refuseHidden(isHidden, flags['booking-id'])
    refuseStars(captured.message, {
      subject: 'The reservation',
      isForced: false,
      next: 'Write what is meant in the reservation. Nothing was written.',
      told: (line) => command.notice(line),
    })
    await writeMessageFile(flags.save, message)
    command.notice(`Written to ${flags.save}.`)
  }
  // A name or comment may hold a card number; a file or pipe gets the message whole, data never.
  const shown = captured.concealed
  const wantsData = flags.json === true || flags.output !== undefined || flags.columns !== undefined
  const secrets = shown.cards + shown.passwords
  const isScreen = !wantsData && flags.save === undefined && command.terminal.stdout
  if (isHidden && flags.save === undefined)
    command.notice(`${HIDDEN} This is not the message that the PMS gets.`, false, 'warn')
  if ((wantsData && secrets > 0) || (isScreen && shown.cards > 0))
    command.notice(
      `${count(isScreen ? shown.cards : secrets, 'secret')} of the message ${(isScreen ? shown.cards : secrets) === 1 ? 'is' : 'are'} starred out here; --save writes it whole.`,
    )
  const data = {
    nodes: shown.conceal(
      nodes.map(({ isBooker, ...node }) => ({ ...node, line: node.line + 1, ...(isBooker ? { isBooker } : {}) })),
    ),
    message: shown.text,
    resStatus,
    findings: shown.conceal(findings),
    ...(schema === undefined ? {} : { schema }),
  }
  const wantsRows = flags.output !== undefined || flags.columns !== undefined
  const exit = hasErrors || (schema !== undefined && !schema.isValid) ? { exitCode: EXIT.findings } : {}
  // In a file or pipe the message is whole, as it will be sent; on a terminal a password is shown where it is asked for as text.
  if (!wantsRows)
    return {
      data,
      view: {
        kind: 'text',
        // A password is shown where it is asked for as text, a card never.
        text: flags.save !== undefined ? '' : isScreen ? withoutCards(message, shown.cards) : message,
        isDocument: true,
      },
      ...(!wantsData && (flags['password-type'] === 'text' || !command.terminal.stdout)
        ? { showsSecret: true as const }
        : {}),
      ...exit,
    }
  const rows = shown.conceal(rowsOf(nodes, flags['booker-node'] ? source : undefined))
  return {
    data,
    view: { kind: 'list', rows, columns: columnsOf(rows) as readonly Column<never>[], empty: 'No guests.' },
    ...exit,
  }
}

const VERSION = /^\d{1,5}(?:\.\d{1,6})?$/
const ECHO_TOKEN_MAX = 128
const REQUESTOR_MAX = 32

/** @throws Fault USAGE for what the head of a message cannot hold */
function refuseHead(flags: PreviewFlags): void {
  const { version, username, 'time-stamp': timeStamp, 'echo-token': echoToken, 'requestor-id': requestor } = flags
  const refuse = (flag: string, reason: string, next: string): never => {
    throw new Fault('USAGE', `${flag} ${reason}.`, { next })
  }
  const isBlank = (text: string | undefined): boolean => text?.trim() === ''
  const length = (text: string | undefined): number => [...(text ?? '')].length
  if (timeStamp !== undefined && !isMoment(timeStamp))
    refuse('--time-stamp', `"${timeStamp}" is not a day and a time`, 'Use a moment such as 2027-06-30T12:00:00Z.')
  if (isBlank(echoToken))
    refuse('--echo-token', 'is empty', 'Give 1 to 128 characters, or leave it out: one is made from the message.')
  if (length(echoToken) > ECHO_TOKEN_MAX)
    refuse('--echo-token', `has ${length(echoToken)} characters, and EchoToken takes 128`, 'Use a shorter one.')
  if (version !== undefined && !VERSION.test(version))
    refuse('--version', `"${version}" is not the version number of a message`, 'Use a number such as 5.000.')
  if (isBlank(requestor))
    refuse(
      '--requestor-id',
      'is empty',
      'Name the sender, or leave it out: the distributor of the reservation is named.',
    )
  if (length(requestor) > REQUESTOR_MAX)
    refuse(
      '--requestor-id',
      `has ${length(requestor)} characters, and the ID of RequestorID takes 32`,
      'Use a shorter one.',
    )
  if (isBlank(username))
    refuse('--username', 'is empty', 'Name the user, or leave it out: that of the profile is used.')
}

const HIDDEN =
  'The booking holds a card number or security code in a name, a comment or a telephone number, and a look-up shows stars for it.'

/** @throws Fault GUARD_RAIL: stars in a message would be sent, and taken for a name or a telephone number */
function refuseHidden(isHidden: boolean, booking: string | undefined): void {
  if (!isHidden) return
  throw new Fault('GUARD_RAIL', `${HIDDEN} Its message cannot be written whole.`, {
    next: `Preview the file that it was booked from: hubswitch resnotif preview FILE --save … Nothing was written.`,
    ...(booking === undefined ? {} : { facts: { bookingId: booking } }),
  })
}

const withoutCards = (message: string, cards: number): string =>
  cards === 0 ? message : createConcealer({ isCardsOnly: true }).text(message)

async function readToken(command: ServiceCommand<typeof Command>, flags: PreviewFlags): Promise<UsernameToken> {
  const { username, password } = await requirePmsCredentials(command.settings())
  return { username: flags.username ?? username, password, passwordType: flags['password-type'] ?? 'digest' }
}

function tellFindings(command: ServiceCommand<typeof Command>, findings: readonly LintFinding[]): void {
  if (findings.length === 0) return
  command.notice(`Lint finds in this message: ${count(findings.length, 'finding')}.`)
  for (const text of findings.flatMap(findingLines)) command.notice(text, true)
}

function tellSchema(command: ServiceCommand<typeof Command>, { isValid, findings, note }: SchemaReport): void {
  if (note !== undefined) command.notice(note)
  command.notice(
    isValid
      ? 'The message fits the schema.'
      : `The message does not fit the schema: ${count(findings.length, 'finding')}.`,
  )
  for (const { line, message } of findings) command.notice(`  line ${line}: ${message}`)
}

function rowsOf(nodes: readonly GuestNode[], booked: ReservationSource | undefined): PreviewRow[] {
  const booker =
    booked === undefined ? undefined : (booked as { booker?: { firstName?: string; lastName?: string } }).booker
  const guests = nodes.map((node): PreviewRow => ({
    product: `${node.roomTypeCode}-${node.ratePlanCode}`,
    unit: node.unitOfLine,
    guest: `${node.firstName} ${node.lastName}`.trim(),
    indexNumber: node.indexNumber,
    resGuestRph: node.resGuestRph,
    groupEventCode: node.groupEventCode,
  }))
  if (booker === undefined) return guests
  return [
    {
      product: '',
      unit: '',
      guest: `${booker.firstName ?? ''} ${booker.lastName ?? ''}`.trim(),
      indexNumber: '',
      resGuestRph: '',
      groupEventCode: '',
    },
    ...guests,
  ]
}

function columnsOf(rows: readonly PreviewRow[]): Column<PreviewRow>[] {
  const paint = paintByProduct(rows)
  const shown: [string, keyof PreviewRow][] = [
    ['product', 'product'],
    ['unit', 'unit'],
    ['guest', 'guest'],
    ['IndexNumber', 'indexNumber'],
    ['ResGuestRPH', 'resGuestRph'],
    ['GroupEventCode', 'groupEventCode'],
  ]
  return shown.map(([name, key]) => ({ name, value: (row) => row[key], paint }))
}

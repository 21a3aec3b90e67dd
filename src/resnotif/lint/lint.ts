import { checkDialect, type Dialect, tellUncheckedAction, weighFindings } from '../dialect/index.js'
import { concealFindings, findingOf, isNoteRule, type LintFinding } from '../finding/index.js'
import { type CapturedMessage, captureMessage, isCancelledAt, type Message } from '../read/index.js'
import {
  checkAmounts,
  checkBirths,
  checkBooked,
  checkCancels,
  checkCards,
  checkCodes,
  checkContacts,
  checkEchoToken,
  checkCounters,
  checkForeignCounts,
  checkGuestCounts,
  checkGuests,
  checkGuestTexts,
  checkIdentity,
  checkIndexes,
  checkKnownCodes,
  checkMessage,
  checkMisread,
  checkMisspelt,
  checkNamespaces,
  checkNights,
  checkOrder,
  checkProducts,
  checkServices,
  checkUnitNights,
  checkShares,
  checkReferences,
  checkReservationStatus,
  checkStatus,
  checkStatusMissing,
  checkStays,
  checkStrayCards,
  checkPlaceholders,
  checkStrayText,
  checkStructure,
  checkTimeOrder,
  checkTimes,
  checkTimeStamp,
  checkTotals,
  checkReservationIds,
  checkStayStatus,
  checkUniqueIds,
  checkUnitNumbers,
  checkUnits,
  checkValues,
  checkVersion,
  type KnownCodes,
  withoutRepeats,
} from '../rules/index.js'
import { analyseReservation, type ReservationReading } from '../units/index.js'
import { type DecodedXml, SECOND_MARK } from '../xml/index.js'

export interface LintOptions {
  /** Hold plain RPHs to be faults too, as a PMS of this service does. Default false: a stranger's message is taken as it is meant. */
  expectComposite?: boolean
  /** What the one receiver wants that this message is for. */
  dialect?: Dialect
  /** Codes that the receiver knows. */
  codes?: KnownCodes
  /** SOAPAction as it was captured with the message; null where its request has headers, and none is SOAPAction. */
  soapAction?: string | null
  /** Something else stands around the message in its capture, which may hold the headers of its request in a form that is not read. */
  isAmongOthers?: boolean
  /** The Envelope that carries the message as a text or in an attachment, as captured up to it. */
  carrier?: string
}

export interface LintReport {
  findings: LintFinding[]
  /** What could not be checked, and what stands in the way: no finding, and no fault. */
  notes: LintFinding[]
  hasErrors: boolean
  reservations: number
}

/**
 * Checks a captured message, ours or a stranger's, broken XML included; never throws. Findings stand in the order of the text.
 * Interface: "Events"; wire defaults, "The reservation notification".
 * @param captured the same message where it is read already
 */
export function lintMessage(
  text: string,
  options: LintOptions = {},
  captured = captureMessage(text, [], options.carrier),
): LintReport {
  return lintCaptured(captured, options)
}

/** As `lintMessage`, of a message as it came: what is wrong with its encoding is a finding too. @param captured the same message where it is read already */
export function lintDecoded(
  { text, fault }: Pick<DecodedXml, 'text' | 'fault'>,
  options: LintOptions = {},
  captured: CapturedMessage = captureMessage(text, [], options.carrier),
): LintReport {
  const report = lintCaptured(captured, options)
  if (fault === undefined) return report
  const { line, column, found, expected, kind, isFatal } = fault
  // A wrong declaration over text that can be read is often made by the program that captured it.
  const finding: LintFinding = {
    ...findingOf('encoding', { line, column }, 'the text'),
    found,
    expected,
    ...(isFatal === true ? FATAL_ENCODING : kind === 'contradiction' ? { severity: 'warning' } : {}),
  }
  // An envelope whose message is a text in it was not looked into behind a fault of its file: that says nothing of what it holds.
  // Letters that this made wrong are told by it.
  const isSpare = ({ rule, node }: LintFinding): boolean => rule === 'not-a-notification' && node === 'Envelope'
  return {
    ...report,
    findings: [
      finding,
      ...report.findings.filter(
        (one) =>
          !(found === SECOND_MARK && isSpare(one)) && !(kind === 'undecodable' && one.rule === 'letters-misread'),
      ),
    ],
    hasErrors: report.hasErrors || finding.severity === 'error',
  }
}

const FATAL_ENCODING = {
  why: 'The XML declaration says UTF-16, and the bytes are UTF-8: a parser of XML must refuse the message at its first line.',
  remedy:
    'Declare encoding="utf-8", or no encoding. A StringWriter of .NET declares utf-16 of itself: write to a stream, or override its Encoding.',
} as const

/** Card numbers and passwords of the message never stand in a finding. */
function lintCaptured(
  { message, concealed }: CapturedMessage,
  { expectComposite = false, dialect, codes, soapAction, isAmongOthers = false }: LintOptions,
): LintReport {
  const readings = readingsOf(message, expectComposite)
  const totals = readings.map(({ reservation, style }) => checkTotals(reservation, style === 'composite'))
  const ofReservations = readings.flatMap((reading, at) => {
    const { reservation } = reading
    const isOurs = reading.style === 'composite'
    const found = [
      ...READING_RULES.flatMap((check) => check(reading)),
      ...RESERVATION_RULES.flatMap((check) => check(reservation, isOurs)),
      ...(totals[at]?.findings ?? []),
      ...checkReservationStatus(reservation.node),
    ]
    const kept = isCancelledAt(reservation.node) ? ofCancellation(found, reservation.guests.length > 0) : found
    return isOurs ? kept : forStranger(kept)
  })
  // What stands behind a break is unknown, so nothing is called missing there.
  const sure = ofReservations.filter(({ rule }) => !isNoteRule(rule))
  const kept = message.broken === undefined ? sure : sure.filter(({ rule }) => !ABOUT_ABSENCE.has(rule))
  const isChecked = message.broken === undefined && dialect?.rules['total-mismatch'] !== 'off'
  const unchecked = [
    ...ofReservations.filter(({ rule }) => isNoteRule(rule)),
    ...(isChecked ? totals.flatMap(({ notes }) => notes) : []),
    ...(dialect !== undefined && isAmongOthers ? tellUncheckedAction(message, dialect, soapAction) : []),
  ]
  // A receiver may want to be sure of every total.
  const isWeighed = ({ rule }: LintFinding): boolean => dialect?.rules[rule] !== undefined
  const ofDialect = dialect === undefined ? [] : checkDialect(message, dialect, soapAction)
  // What the receiver itself says of it is the nearer word.
  const isEchoTold = ofDialect.some(({ rule }) => rule === 'dialect-echo-token')
  const head = checkHead(message, readings).filter(({ rule }) => !isEchoTold || rule !== 'echo-token-length')
  const told = [
    ...checkMessage(message, concealed.text),
    ...checkStructure(message),
    ...checkNamespaces(message),
    ...checkMisspelt(message),
    ...checkStrayText(message),
    ...checkPlaceholders(message),
    ...head,
    ...kept,
    ...checkStrayCards(message, concealed.strayCards),
    ...(codes === undefined ? [] : checkKnownCodes(message, codes)),
    ...ofDialect,
    ...unchecked.filter(isWeighed),
  ]
  const found = [...told, ...withoutRepeats(checkValues(message), told)].sort(
    (a, b) => a.line - b.line || a.column - b.column,
  )
  const weighed = dialect === undefined ? found : weighFindings(found, dialect)
  const findings = concealFindings(weighed, concealed.conceal)
  return {
    findings,
    notes: concealFindings(
      unchecked.filter((one) => !isWeighed(one)),
      concealed.conceal,
    ),
    hasErrors: findings.some(({ severity }) => severity === 'error'),
    reservations: message.reservations.length,
  }
}

const READING_RULES: readonly ((reading: ReservationReading) => LintFinding[])[] = [
  checkCounters,
  checkReferences,
  checkUnits,
  checkIndexes,
  checkGuestCounts,
  checkForeignCounts,
]
const RESERVATION_RULES = [
  checkServices,
  checkCodes,
  checkMisread,
  checkOrder,
  checkProducts,
  checkGuests,
  checkGuestTexts,
  checkBirths,
  checkTimes,
  checkTimeOrder,
  checkIdentity,
  checkBooked,
  checkStays,
  checkNights,
  checkUnitNights,
  checkAmounts,
  checkCards,
  checkContacts,
  checkUnitNumbers,
  checkReservationIds,
  checkStayStatus,
  checkShares,
] as const
const ABOUT_ABSENCE: ReadonlySet<string> = new Set(
  (
    'unit-without-guest rph-dangling rph-unreferenced unique-id-missing time-span-missing total-mismatch ' +
    'counter-missing rph-missing hotel-missing surname-missing night-missing expire-date-unclear product-code-unmatched ' +
    'guest-count-mismatch guest-age-mismatch guest-count-order guest-not-named booker-not-counted units-mismatch ' +
    'currency-missing service-dangling room-stay-missing id-incomplete'
  ).split(' '),
)

/** What a cancellation need not say again: the id says what is cancelled. Guests that it repeats are held against each other as those of any message. */
const NOT_REPEATED: ReadonlySet<string> = new Set(
  'unit-without-guest time-span-missing night-missing expire-date-unclear guest-not-named guests-unnamed booker-not-counted guest-count-zero'.split(
    ' ',
  ),
)

const ofCancellation = (found: readonly LintFinding[], hasGuests: boolean): LintFinding[] =>
  found.filter(({ rule }) => !NOT_REPEATED.has(rule) && (hasGuests || rule !== 'rph-dangling'))

/** One sender wrote the whole message: where one of its reservations is of this service, all are. */
function readingsOf({ reservations }: Message, expectComposite: boolean): ReservationReading[] {
  const readings = reservations.map((reservation) => analyseReservation(reservation, { expectComposite }))
  const isMixed = new Set(readings.map(({ style }) => style)).size > 1
  return isMixed
    ? reservations.map((reservation) => analyseReservation(reservation, { expectComposite: true }))
    : readings
}

/** What holds for the message as a whole. */
function checkHead({ notification, reservations }: Message, readings: readonly ReservationReading[]): LintFinding[] {
  if (notification === undefined || readings.length === 0) return []
  const isOurs = readings.every(({ style }) => style === 'composite')
  const found = [
    ...checkStatus(notification, isOurs),
    ...checkTimeStamp(notification),
    ...checkEchoToken(notification),
    ...checkCancels({ notification, reservations }),
  ]
  // A stranger may leave it to the address, or to an action of SOAP.
  const missing = isOurs ? checkStatusMissing({ notification, reservations }) : []
  // One that is empty is missing, and told once.
  const told = missing.length === 0 ? found : found.filter(({ rule }) => rule !== 'status-unknown')
  return [
    ...(isOurs ? [...told, ...missing, ...checkVersion(notification)] : forStranger(found)),
    ...checkUniqueIds({ reservations }),
  ]
}

/** Rules of this service and of the schemas that a stranger's message need not follow: the schema is never the verdict, and its sender may mean it so. */
const OWN_RULES: ReadonlySet<string> = new Set(
  (
    'element-order code-too-long unique-id-missing total-mismatch hotel-missing product-code-unmatched ' +
    'surname-missing primary-twice status-unknown status-contradiction currency-mixed amount-negative ' +
    'night-outside night-twice guest-count-zero index-out-of-range units-mismatch time-span-mismatch ' +
    'currency-invalid guest-age-invalid birth-date-invalid birth-date-mismatch date-time-invalid guest-kind-invalid rate-time-unit night-missing guest-count-mismatch rph-unreferenced'
  ).split(' '),
)

function forStranger(findings: readonly LintFinding[]): LintFinding[] {
  return findings.map((finding) =>
    OWN_RULES.has(finding.rule) && finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding,
  )
}

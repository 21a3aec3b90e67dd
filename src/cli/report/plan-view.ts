import { formatNight } from '../../calendar/index.js'
import { EXIT, Fault } from '../../errors.js'
import { printableLines } from '../../printable.js'
import type { GuardStop, HotelChanges, HotelPlan, Plan, TimeEstimate } from '../../push/index.js'
import { shellWord } from '../../shell-word.js'
import { count, faultDocument } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { timeText } from './plan-time.js'
import type { RejectsFile } from './rejects-file.js'
import { valueLines, valuesDocument } from './value-lines.js'

const HOTELS_SHOWN = 20
const HOLES_SHOWN = 5
const FILES_SHOWN = 5

export interface PlannedFiles {
  plan: Plan
  rejects: RejectsFile
  /** What a dry run shows night by night: the hotel of --calendar, else the first in which anything changes. */
  preview?: HotelChanges | undefined
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A plan as data: nights as days. */
export function planDocument({
  firstNight,
  lastNight,
  perHotel,
  bad,
  moves,
  holes,
  fileValues,
  ...plan
}: Plan): Record<string, unknown> {
  const days = (first: number | undefined, last: number | undefined): object =>
    first === undefined || last === undefined ? {} : { firstNight: formatNight(first), lastNight: formatNight(last) }
  return {
    ...plan,
    ...days(firstNight, lastNight),
    ...valuesDocument(fileValues),
    moves: moves.map(nightsAsDays),
    holes: holes.map(nightsAsDays),
    bad: bad.map(({ fileIndex: _, ...finding }) => finding),
    perHotel: perHotel.map((hotel) => ({ ...hotel, ...days(hotel.firstNight, hotel.lastNight) })),
  }
}

/** A run of nights with its first and last one. */
function nightsAsDays<T extends { from: number; until: number }>({ from, until, ...rest }: T): object {
  return { ...rest, from: formatNight(from), to: formatNight(until - 1), nights: until - from }
}

/** What is shown beside the plan itself. */
export interface ShownBeside {
  /** How long it would take. */
  time?: TimeEstimate | undefined
  /** Picture of what would change. */
  calendar?: string | undefined
}

/** What a person reads of a plan, before or instead of sending it. */
export async function planAnswer(
  { plan, rejects }: PlannedFiles,
  { isDry, savedTo, ...shown }: { isDry: boolean; savedTo?: string } & ShownBeside,
): Promise<Answer> {
  const written = await rejects.write()
  const isSaved = savedTo !== undefined && plan.isSendable
  const data = {
    dryRun: isDry,
    ...(isSaved ? { savedTo } : {}),
    plan: { ...planDocument(plan), ...(shown.time === undefined ? {} : { time: shown.time }) },
    ...(written === undefined ? {} : { rejects: written }),
  }
  // Rows that were left out as wrong are a partial result, also where nothing else was to be sent.
  const exitCode =
    plan.stops.length > 0 ? EXIT.guardRail : !isDry && (plan.badRows > 0 || hasPastFile(plan)) ? EXIT.partial : EXIT.ok
  const stopped = plan.stops.length > 0 ? (faultDocument(guardFault(plan)) as object) : {}
  const words = planText(plan, isDry, isSaved ? savedTo : undefined, shown)
  return { data: { ...data, ...stopped }, view: { kind: 'text', text: words, isPainted: true }, exitCode }
}

/** Why a plan that looks like an accident is not sent. */
export function guardFault({ stops }: Plan): Fault {
  return new Fault(
    'GUARD_RAIL',
    `The plan looks like an accident: ${stops.map(({ guard, nights }) => (nights === 0 ? guard : `${guard} (${count(nights, 'night')})`)).join(', ')}. Nothing was sent.`,
    {
      findings: stops.map(({ guard: _, nights: __, ...finding }) => finding),
      facts: { stops: stops.map(({ guard, nights }) => ({ guard, nights })) },
      next: stops.every(({ guard }) => guard === 'all-past')
        ? 'Push the newest export.'
        : 'Correct the file, or add the flag that the finding names; the run then keeps it.',
    },
  )
}

export function planText(plan: Plan, isDry: boolean, savedTo?: string, { time, calendar }: ShownBeside = {}): string {
  const {
    rows,
    hotels,
    nights,
    values,
    ranges,
    requests,
    bytes,
    unchanged,
    unchangedValues,
    duplicates,
    replacedRows,
    badRows,
    firstNight,
    lastNight,
    perHotel,
  } = plan
  const span =
    firstNight === undefined || lastNight === undefined
      ? ''
      : `, ${formatNight(firstNight)} to ${formatNight(lastNight)}`
  const lines = [
    rows === 0 && plan.past !== undefined
      ? `Read       ${count(plan.past.rows, 'row')}, all of nights before ${plan.past.before}`
      : `Read       ${count(rows, 'row')} of ${count(hotels, 'hotel')}${span}`,
    ...(badRows === 0 ? [] : [`Left out   ${count(badRows, 'wrong row')}`]),
    ...(plan.past === undefined
      ? []
      : [
          `Past       ${count(plan.past.nights, 'night')} before ${plan.past.before}, left out${wholeRowsText(plan.past)}`,
        ]),
    ...(duplicates === 0 ? [] : [`Repeated   ${count(duplicates, 'night')} said twice with the same values`]),
    ...(replacedRows === 0 ? [] : [`Replaced   ${count(replacedRows, 'row')} that later rows replace, not sent`]),
    ...(unchanged === 0 ? [] : [`Unchanged  ${count(unchanged, 'night')}, left out`]),
    requests === 0
      ? 'To send    nothing'
      : `To send    ${count(nights, 'night')}${unchangedValues === 0 ? '' : ` (${count(values, 'value')})`} as ${count(ranges, 'range')} in ${count(requests, 'request')} (${bytesText(bytes)})`,
    ...(plan.unanswered === 0 || requests === 0
      ? []
      : [
          `Again      ${count(plan.unanswered, 'night')}: sent before without a usable answer, so the service may hold other values`,
        ]),
    ...(time === undefined ? [] : [`Time       ${timeText(time, requests)}`]),
    ...valueLines(plan.fileValues),
    ...changeLines(plan),
    ...moveLines(plan),
    ...holeLines(plan),
    ...uncheckedLines(plan, isDry),
    ...plan.stops.map(stopLine),
    ...(hotels > 1 ? perHotel.slice(0, HOTELS_SHOWN).map(hotelLine) : []),
    ...(hotels > HOTELS_SHOWN ? [`           … and ${count(hotels - HOTELS_SHOWN, 'hotel')} more`] : []),
    // The words of others end here: the colours of the picture are ours.
  ].map((line) => printableLines(line))
  if (calendar !== undefined) lines.push(calendar)
  if (requests === 0 && unchanged > 0)
    lines.push('The service has acknowledged all of this already; there is nothing to do.')
  else if (isDry && plan.stops.length > 0) lines.push('A push would be stopped here. Nothing was sent.')
  else if (savedTo !== undefined)
    lines.push(
      printableLines(`The plan is in ${savedTo}. Nothing was sent. Send it with --plan ${shellWord(savedTo)}.`),
    )
  else if (isDry) lines.push('Nothing was sent. Run the same command without --dry-run to send it.')
  return lines.join('\n')
}

/** Whether one of the files holds nothing but past nights. */
export function hasPastFile({ past }: Plan): boolean {
  return past !== undefined && past.files.length > 0
}

/** How many rows are left out with their past nights, and which files. */
export function wholeRowsText(past: NonNullable<Plan['past']>): string {
  const { rows, files } = past
  const whole =
    files.length === 0
      ? ''
      : `, all that ${files.slice(0, FILES_SHOWN).join(', ')}${files.length > FILES_SHOWN ? ` and ${files.length - FILES_SHOWN} more` : ''} ${files.length === 1 ? 'holds' : 'hold'}`
  return rows === 0
    ? ''
    : ` (${count(rows, 'whole row')}${whole}${past.hotelCount === 0 ? '' : `, all of ${pastHotelsText(past)}`})`
}

/** The hotels of which the files hold nothing but past nights: `hotels 7, 8 and 3 more`. */
export function pastHotelsText({ hotels, hotelCount }: NonNullable<Plan['past']>): string {
  const more = hotelCount > HOTELS_SHOWN ? ` and ${hotelCount - HOTELS_SHOWN} more` : ''
  return `${hotelCount === 1 ? 'hotel' : 'hotels'} ${hotels.slice(0, HOTELS_SHOWN).join(', ')}${more}`
}

function stopLine({ guard, nights, file, line, field, value, reason, remedy }: GuardStop): string {
  const place = [line === undefined ? file : `${file}:${line}`, field, value]
    .filter((part) => part !== undefined)
    .join(' ')
  return `Stopped    ${guard}${nights === 0 ? '' : `, ${count(nights, 'night')}`}: ${place} ${reason}. ${remedy}`
}

function placeText({ hotel, room, plan }: { hotel: string; room: string; plan: string }): string {
  return `hotel ${hotel}${room === '' ? '' : `, room ${room}`}${plan === '' ? '' : `, plan ${plan}`}`
}

function spanText({ from, until }: { from: number; until: number }): string {
  return until - from === 1 ? formatNight(from) : `${formatNight(from)} to ${formatNight(until - 1)}`
}

function moveLines({ moves, requests }: Plan): string[] {
  if (requests === 0) return []
  return moves.map(
    (move, at) =>
      `${at === 0 ? 'Moves most ' : '           '}${move.before} → ${move.after}, ${placeText(move)}, ${spanText(move)}`,
  )
}

function holeLines({ holes, holeNights }: Plan): string[] {
  if (holeNights === 0) return []
  return [
    `Missing    ${count(holeNights, 'night')} that the last push from this file had and this one lacks; they stay as they are`,
    ...holes.slice(0, HOLES_SHOWN).map((hole) => `           ${placeText(hole)}, ${spanText(hole)}`),
    ...(holes.length > HOLES_SHOWN
      ? [`           … and more (--json shows ${count(holes.length, 'run')} of nights)`]
      : []),
  ]
}

/** A dry run asks the service nothing, so a room that it does not know is not found yet. */
function uncheckedLines({ uncheckedRooms, requests }: Plan, isDry: boolean): string[] {
  if (!isDry || uncheckedRooms === 0 || requests === 0) return []
  return [
    `Unchecked  ${count(uncheckedRooms, 'room')}: a dry run does not ask the service which rooms it has; a push does, before it sends`,
  ]
}

function changeLines({ changes, requests }: Plan): string[] {
  const { newNights, priceUp, priceDown, otherCurrency = 0, opened, closed } = changes
  const parts = [
    newNights === 0 ? '' : `${count(newNights, 'night')} not known before`,
    priceUp === 0 ? '' : `price up on ${count(priceUp, 'night')}`,
    priceDown === 0 ? '' : `price down on ${count(priceDown, 'night')}`,
    otherCurrency === 0 ? '' : `another currency on ${count(otherCurrency, 'night')}`,
    opened === 0 ? '' : `${count(opened, 'night')} opened`,
    closed === 0 ? '' : `${count(closed, 'night')} closed`,
  ].filter((part) => part !== '')
  return parts.length === 0 || requests === 0 ? [] : [`Changes    ${parts.join(', ')}`]
}

function hotelLine({ hotel, nights, ranges, requests, firstNight, lastNight }: HotelPlan): string {
  return `  ${hotel}  ${count(nights, 'night')}, ${count(ranges, 'range')}, ${count(requests, 'request')}, ${formatNight(firstNight)} to ${formatNight(lastNight)}`
}

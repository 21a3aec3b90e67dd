import type { Command } from '@oclif/core'
import { formatNight } from '../../calendar/index.js'
import { EXIT, type ExitCode } from '../../errors.js'
import { checkKnownStay, LOOK_AROUND_NIGHTS, type StayCheck } from '../../push/index.js'
import { shellWord } from '../../shell-word.js'
import { distributorOf, type ServiceCommand } from '../command/index.js'
import { list } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { checkText } from './check-view.js'
import { checkColumns } from './columns.js'

export interface CheckedStay {
  hotel: string
  room: string
  plan: string | undefined
  /** First night. */
  from: number
  nights: number
  /** Today. */
  today: number
  /** Whether the service is asked what it offers. */
  isAsked: boolean
}

/** Whether a stay can be sold, by what the service has acknowledged of this machine's pushes, or by its own word. */
export async function checkCalendar(command: ServiceCommand<typeof Command>, stay: CheckedStay): Promise<Answer> {
  const { hotel, room, plan, from, nights, today, isAsked } = stay
  const [journal, target] = [command.journal(), command.target()]
  const window = { room, from: from - LOOK_AROUND_NIGHTS, until: from + nights + LOOK_AROUND_NIGHTS + 1 }
  const [rates = [], inventory = []] = (['rates', 'inventory'] as const).map((kind) =>
    journal.acknowledged(target, kind, hotel, window),
  )
  const [sentRates = [], sentInventory = []] = (['rates', 'inventory'] as const).map((kind) =>
    journal.unacknowledged(target, kind, hotel, window),
  )
  // Values for all rooms are taken by whichever rooms a plan sells; only values for this room prove that it sells this one.
  const sellingPlans = new Set(
    journal
      .acknowledged(target, 'rates', hotel)
      .filter((series) => series.room === room)
      .map((series) => series.plan),
  )
  // What answers showed since counts as well.
  for (const sold of journal.sold.of(target.service, hotel)) if (sold.room === room) sellingPlans.add(sold.plan)
  // A plan without values of its own around the stay takes what was pushed without one.
  const near = new Set(rates.map((series) => series.plan))
  for (const sold of sellingPlans) if (sold !== '' && !near.has(sold)) rates.push({ room, plan: sold, segments: [] })
  const known = checkKnownStay(rates, inventory, {
    room,
    plan,
    from,
    nights,
    earliest: Math.min(from, today),
    sellingPlans,
    sent: { rates: sentRates, inventory: sentInventory },
  })
  const checks = isAsked ? withOffers(known, await offeredPlans(command, stay), stay) : known
  const next = `hubswitch product search ${shellWord(hotel)} --check-in ${formatNight(from)} --nights ${nights}`
  const rows = checks.map((check) => (check.answer === 'unknown' ? { ...check, next } : check))
  const answer = list(rows, rows, checkColumns, '')
  if (answer.view.kind === 'list') answer.view.picture = () => checks.map(checkText).join('\n')
  const exitCode = exitOfChecks(checks)
  if (exitCode === EXIT.outcomeUnknown) command.notice(`Not known here. To find out, run "${next}", or add --ask.`)
  return { ...answer, exitCode }
}

/** The plans under which the service offers the room for the stay. */
async function offeredPlans(
  command: ServiceCommand<typeof Command>,
  { hotel, room, from, nights }: CheckedStay,
): Promise<ReadonlySet<string>> {
  const dates = { checkInDate: formatNight(from), checkOutDate: formatNight(from + nights) }
  const { roomTypes } = await command.call('product.search', {
    body: { propertyId: hotel, ...dates, ...(await distributorOf(command.settings())) },
  })
  return new Set(
    roomTypes
      .filter(({ roomId }) => String(roomId) === room)
      .flatMap(({ ratePlans }) => ratePlans.map(({ ratePlanId }) => String(ratePlanId))),
  )
}

/** The service's own word counts before what is known here; plans that only it knows join. */
function withOffers(known: readonly StayCheck[], offered: ReadonlySet<string>, { plan }: CheckedStay): StayCheck[] {
  const judged = known
    .filter((check) => check.plan !== '' || offered.size === 0)
    .map((check): StayCheck =>
      offered.has(check.plan)
        ? { ...check, answer: 'yes', unknown: [], service: 'offered' }
        : { ...check, answer: 'no', unknown: [], service: 'not offered' },
    )
  const [first] = known
  const others = [...offered].filter(
    (one) => (plan === undefined || plan === one) && !judged.some((check) => check.plan === one),
  )
  return first === undefined
    ? judged
    : [
        ...judged,
        ...others.map((one): StayCheck => ({
          ...first,
          plan: one,
          answer: 'yes',
          obstacles: [],
          unknown: [],
          service: 'offered',
        })),
      ]
}

function exitOfChecks(checks: readonly StayCheck[]): ExitCode {
  if (checks.some(({ answer }) => answer === 'yes')) return EXIT.ok
  return checks.some(({ answer }) => answer === 'unknown') ? EXIT.outcomeUnknown : EXIT.findings
}

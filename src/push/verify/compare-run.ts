import { formatNight } from '../../calendar/index.js'
import type { ResultOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { type DoubtfulSeries, doubtsOf, type Journal, type RunRecord, type Target } from '../../journal/index.js'
import { type CellSample, sampleCells, type SampledCell } from '../after/index.js'
import { LOOK_AROUND_NIGHTS } from './check-stay.js'
import {
  compareInventory,
  compareRate,
  type Comparison,
  type KnownRoom,
  type NotJudged,
  stayLength,
} from './compare-cell.js'
import { createTally, type Tally } from './tally.js'
import { type UnansweredTally, verifyUnanswered } from './unanswered.js'

interface CompareInput {
  /** Asks the service for the products of a stay. */
  search(body: ProductQuestion): Promise<ResultOf<'product.search'>>
  journal: Journal
  /** Whose calendar it is. */
  target: Target
  distributor: { distributorId: string; distributorCode: string }
  run: RunRecord
  /** Nights to compare. */
  sample: number
  /** First night that can be asked about. */
  today: number
  /** Property ids of hotel codes that are not one themselves. */
  properties: ReadonlyMap<string, string>
}

interface ProductQuestion {
  propertyId: string
  checkInDate: string
  checkOutDate: string
  distributorId: string
  distributorCode: string
  totalGuestCounts?: { adults: number }
}

/** What a comparison found. */
export interface RunComparison {
  drawn: CellSample
  tally: Tally
  /** Product searches that were sent. */
  requests: number
  /** Nights that had been sent without a usable answer. */
  unanswered: UnansweredTally | undefined
}

/** Answers that say two things of a room: no other room makes up for one. */
const UNCLEAR: ReadonlySet<NotJudged> = new Set<NotJudged>(['contradicts', 'namedTwice', 'plansDiffer'])

/** What the service sells for a stay, or why that cannot be used. */
type Asked = { offer: ResultOf<'product.search'> } | Extract<Comparison, { verdict: 'unknown' }>

type Ask = (hotel: string, night: number, nights: number, totalGuestCounts?: { adults: number }) => Promise<Asked>

/**
 * Compares a sample of what a run set with the service's own products (interface: "Products"). What later runs have set
 * since is compared as they set it. Parts of the run that had no usable answer and are seen at the service count as acknowledged from then on.
 * @throws Fault NOT_FOUND where nothing is left to compare; what `search` throws but for one hotel's refusal
 */
export async function compareRun({
  search,
  journal,
  target,
  distributor,
  run,
  sample,
  today,
  properties,
}: CompareInput): Promise<RunComparison> {
  const drawn = sampleCells(journal, run.id, sample, today, Math.random)
  const hasUnanswered = journal.doubts.pieces(run.id).length > 0
  if (drawn.cells.length === 0 && !hasUnanswered)
    throw new Fault('NOT_FOUND', `Run ${run.id} has set no night to come that the service acknowledged.`, {
      next: `"hubswitch run show ${run.id}" shows what became of it.`,
    })
  const offers = new Map<string, Promise<Asked>>()
  const ask: Ask = (hotel, night, nights, totalGuestCounts) => {
    const key = `${hotel} ${night} ${nights} ${totalGuestCounts?.adults ?? ''}`
    let asked = offers.get(key)
    if (asked === undefined)
      offers.set(
        key,
        (asked = answerOf(search, {
          propertyId: properties.get(hotel) ?? hotel,
          checkInDate: formatNight(night),
          checkOutDate: formatNight(night + nights),
          ...distributor,
          ...(totalGuestCounts === undefined ? {} : { totalGuestCounts }),
        })),
      )
    return asked
  }
  const known = (cell: SampledCell): ((room: string) => KnownRoom) => knownOf(journal, target, cell)
  const tally = createTally()
  const doubts = new Map<string, DoubtfulSeries[]>()
  for (const cell of drawn.cells) {
    const sent = doubts.get(cell.hotel) ?? journal.unacknowledged(target, run.kind, cell.hotel)
    doubts.set(cell.hotel, sent)
    const found = await compare(cell, run.kind, known(cell), ask)
    // Where a later push may have arrived, another value is no drift.
    const isSent = doubtsOf(sent, cell.room, cell.plan).some(
      ({ from, until }) => from <= cell.night && cell.night < until,
    )
    tally.add(cell, isSent && found.verdict === 'drift' ? { verdict: 'unknown', why: 'sentSince' } : found)
  }
  const unanswered = hasUnanswered
    ? await verifyUnanswered({
        journal,
        target,
        run,
        sample,
        today,
        known,
        compare: (cell, of) => compare(cell, run.kind, of, ask),
      })
    : undefined
  return { drawn, tally, requests: offers.size, unanswered }
}

async function answerOf(search: CompareInput['search'], body: ProductQuestion): Promise<Asked> {
  try {
    return { offer: await search(body) }
  } catch (error) {
    // One hotel that the service does not offer says nothing about the others.
    if (error instanceof Fault && (error.code === 'NOT_FOUND' || error.code === 'REFUSED'))
      return { verdict: 'unknown', why: 'noAnswer', detail: error.message }
    throw error
  }
}

function knownOf(journal: Journal, target: Target, { hotel, night }: SampledCell): (room: string) => KnownRoom {
  const window = { from: night - LOOK_AROUND_NIGHTS, until: night + LOOK_AROUND_NIGHTS }
  return (room) => {
    const [rates = [], inventory = []] = (['rates', 'inventory'] as const).map((kind) =>
      journal.acknowledged(target, kind, hotel, { room, ...window }),
    )
    return { room, rates, inventory }
  }
}

async function compare(
  cell: SampledCell,
  kind: string,
  known: (room: string) => KnownRoom,
  ask: Ask,
): Promise<Comparison> {
  const { hotel, room, plan, night } = cell
  const nights = stayLength(known(room), kind === 'rates' && plan !== '' ? plan : undefined, night)
  if (kind === 'inventory') {
    const asked = await ask(hotel, night, nights)
    return 'offer' in asked ? compareInventory(asked.offer, known(room), night, nights) : asked
  }
  const rated = async (guests?: { adults: number }): Promise<Comparison> => {
    const asked = await ask(hotel, night, nights, guests)
    if (!('offer' in asked)) return asked
    const { offer } = asked
    const rooms = room === '' ? offer.roomTypes.map(({ roomId }) => String(roomId)) : [room]
    const results = rooms.map((one) => compareRate(offer, known(one), plan, night, nights))
    const unclear = results.find((one) => one.verdict === 'unknown' && UNCLEAR.has(one.why))
    return (
      results.find(({ verdict }) => verdict === 'drift') ??
      unclear ??
      results.find(({ verdict }) => verdict === 'same') ??
      results[0] ?? { verdict: 'unknown', why: 'tooLittle' }
    )
  }
  // A price for each person is what one guest pays; a price for the room is the same for one guest, or what is asked for without guests.
  const single = await rated({ adults: 1 })
  if (single.verdict === 'same') return single
  const usual = await rated()
  const found =
    usual.verdict === 'same'
      ? usual
      : [usual, single].find((one) => one.verdict === 'unknown' && one.why !== 'noAnswer')
  if (found !== undefined) return found
  if (
    single.verdict === 'drift' &&
    usual.verdict === 'drift' &&
    single.field === 'price' &&
    usual.field === 'price' &&
    Number(single.service) !== Number(usual.service)
  ) {
    // A price that is a multiple of that for one guest is a price by the person; one that is neither may hold a supplement.
    const guests = Number(usual.service) / Number(single.service)
    return Number.isInteger(guests) ? single : { verdict: 'unknown', why: 'byGuests' }
  }
  return usual.verdict === 'unknown' ? single : usual
}

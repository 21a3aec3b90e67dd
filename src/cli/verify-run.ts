import type { Command } from '@oclif/core'
import { type CellSample, type SampledCell, sampleCells, upperShare } from '../bulk/index.js'
import { formatNight } from '../calendar/index.js'
import type { ResultOf } from '../contract/index.js'
import { EXIT, Fault } from '../errors.js'
import type { RunRecord } from '../journal/index.js'
import { compareInventory, compareRate, type Comparison, type KnownRoom, stayLength } from './compare-cell.js'
import { LOOK_AROUND_NIGHTS } from './check-stay.js'
import { distributorOf } from './distributor.js'
import { count } from './plan-view.js'
import type { ServiceCommand } from './service-command.js'
import type { Answer } from './view.js'

export interface VerifyInput {
  command: ServiceCommand<typeof Command>
  run: RunRecord
  /** Nights to compare. */
  sample: number
  /** First night that can be asked about. */
  today: number
  /** Property ids of hotel codes that are not one themselves. */
  properties: ReadonlyMap<string, string>
}

type Ask = (hotel: string, night: number, nights: number, totalGuestCounts?: { adults: number }) => Promise<ResultOf<'product.search'> | undefined>

/** `byGuests`: the price depends on how many sleep there, and none of those asked for is the one that was pushed. */
type Verdict = Comparison | { verdict: 'byGuests' }

type Tally = Record<Exclude<Verdict['verdict'], 'drift'>, number>

interface Drift {
  hotel: string
  room: string
  plan: string
  night: string
  field: string
  known: string
  service: string
}

const DRIFTS_SHOWN = 20

/**
 * Compares a sample of what a run set with the service's own products (interface: "Products"). What later runs have set
 * since is compared as they set it.
 * @throws Fault USAGE for a run of another profile or without a distributor, NOT_FOUND where nothing is left to compare
 */
export async function verifyRun({ command, run, sample, today, properties }: VerifyInput): Promise<Answer> {
  const here = command.target()
  if (run.target.profile !== here.profile || run.target.service !== here.service) {
    throw new Fault('USAGE', `Run ${run.id} belongs to profile ${run.target.profile} (${run.target.service}).`, { next: `Add --profile ${run.target.profile}.` })
  }
  const drawn = sampleCells(command.journal(), run.id, sample, today, Math.random)
  if (drawn.cells.length === 0) throw new Fault('NOT_FOUND', `Run ${run.id} has set no night to come that the service acknowledged.`, { next: `"hubswitch run show ${run.id}" shows what became of it.` })
  const distributor = await distributorOf(command.settings())
  const offers = new Map<string, Promise<ResultOf<'product.search'> | undefined>>()
  const ask: Ask = (hotel, night, nights, totalGuestCounts) => {
    const key = `${hotel} ${night} ${nights} ${totalGuestCounts?.adults ?? ''}`
    let asked = offers.get(key)
    if (asked === undefined) offers.set(key, (asked = search(command, { propertyId: properties.get(hotel) ?? hotel, checkInDate: formatNight(night), checkOutDate: formatNight(night + nights), ...distributor, ...(totalGuestCounts === undefined ? {} : { totalGuestCounts }) })))
    return asked
  }
  const tally: Tally = { same: 0, sold: 0, unknown: 0, byGuests: 0 }
  const drifts: Drift[] = []
  for (const cell of drawn.cells) {
    const result = await compare(cell, run.kind, knownOf(command, cell), ask)
    if (result.verdict === 'drift') drifts.push({ ...cell, night: formatNight(cell.night), field: result.field, known: result.known, service: result.service })
    else tally[result.verdict] += 1
  }
  return verifyAnswer(run, drawn, tally, drifts, offers.size)
}

async function search(command: ServiceCommand<typeof Command>, body: { propertyId: string; checkInDate: string; checkOutDate: string; distributorId: string; distributorCode: string; totalGuestCounts?: { adults: number } }): Promise<ResultOf<'product.search'> | undefined> {
  try {
    return await command.call('product.search', { body })
  } catch (error) {
    // One hotel that the service does not offer says nothing about the others.
    if (error instanceof Fault && (error.code === 'NOT_FOUND' || error.code === 'REFUSED')) return undefined
    throw error
  }
}

function knownOf(command: ServiceCommand<typeof Command>, { hotel, night }: SampledCell): (room: string) => KnownRoom {
  const window = { from: night - LOOK_AROUND_NIGHTS, until: night + LOOK_AROUND_NIGHTS }
  return (room) => {
    const [rates = [], inventory = []] = (['rates', 'inventory'] as const).map((kind) => command.journal().acknowledged(command.target(), kind, hotel, { room, ...window }))
    return { room, rates, inventory }
  }
}

async function compare(cell: SampledCell, kind: string, known: (room: string) => KnownRoom, ask: Ask): Promise<Verdict> {
  const { hotel, room, plan, night } = cell
  const nights = stayLength(known(room), kind === 'rates' && plan !== '' ? plan : undefined, night)
  if (kind === 'inventory') {
    const offer = await ask(hotel, night, nights)
    return offer === undefined ? { verdict: 'unknown' } : compareInventory(offer, known(room), night, nights)
  }
  const rated = async (guests?: { adults: number }): Promise<Comparison | undefined> => {
    const offer = await ask(hotel, night, nights, guests)
    if (offer === undefined) return undefined
    const rooms = room === '' ? offer.roomTypes.map(({ roomId }) => String(roomId)) : [room]
    const results = rooms.map((one) => compareRate(offer, known(one), plan, night, nights))
    return results.find(({ verdict }) => verdict === 'drift') ?? results.find(({ verdict }) => verdict === 'same') ?? { verdict: 'unknown' }
  }
  // A price for each person is what one guest pays; a price for the room is the same for one guest, or what is asked for without guests.
  const single = await rated({ adults: 1 })
  if (single?.verdict === 'same') return single
  const usual = await rated()
  if (single === undefined && usual === undefined) return { verdict: 'unknown' }
  const found = usual?.verdict === 'same' ? usual : [single, usual].find((one) => one?.verdict === 'unknown')
  if (found !== undefined) return found
  if (single?.verdict === 'drift' && usual?.verdict === 'drift' && single.field === 'price' && usual.field === 'price' && Number(single.service) !== Number(usual.service)) {
    // A price that is a multiple of that for one guest is a price by the person; one that is neither may hold a supplement.
    const guests = Number(usual.service) / Number(single.service)
    return Number.isInteger(guests) ? single : { verdict: 'byGuests' }
  }
  return usual ?? single ?? { verdict: 'unknown' }
}

function verifyAnswer(run: RunRecord, { population, cells }: CellSample, tally: Tally, drifts: readonly Drift[], requests: number): Answer {
  const compared = tally.same + drifts.length
  const bound = compared === 0 ? undefined : population <= cells.length && tally.unknown + tally.sold + tally.byGuests === 0 ? drifts.length / population : upperShare(drifts.length, compared)
  const percent = (share: number): string => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`
  const data = { run: run.id, kind: run.kind, population, drawn: cells.length, compared, same: tally.same, sold: tally.sold, notComparable: tally.unknown + tally.byGuests, pricedByGuests: tally.byGuests, drift: drifts.length, driftBelow: bound, confidence: 0.95, requests, drifts }
  const lines = [
    `Run ${run.id}: ${count(cells.length, 'night')} drawn of ${count(population, 'night')} to come, ${compared} compared in ${count(requests, 'request')}`,
    `Same       ${count(tally.same, 'night')}`,
    ...(tally.sold === 0 ? [] : [`Fewer free ${count(tally.sold, 'night')} have fewer units free than were pushed, as bookings make it`]),
    ...(tally.unknown === 0 ? [] : [`Not judged ${count(tally.unknown, 'night')}: not offered, and too little is known here to say whether that is right`]),
    ...(tally.byGuests === 0 ? [] : [`Not judged ${count(tally.byGuests, 'night')}: the price depends on the number of guests, and neither that for one nor the usual one is what was pushed`]),
    `Drift      ${count(drifts.length, 'night')}`,
    ...drifts.slice(0, DRIFTS_SHOWN).map(({ hotel, room, plan, night, field, known, service }) => `  hotel ${hotel}${room === '' ? '' : `, room ${room}`}${plan === '' ? '' : `, plan ${plan}`}, ${night}: ${field} ${known} here, ${service} at the service`),
    ...(drifts.length > DRIFTS_SHOWN ? [`  … and ${drifts.length - DRIFTS_SHOWN} more (--json shows all)`] : []),
    bound === undefined ? 'Nothing could be compared, so nothing is known about drift.' : drifts.length === 0 && bound === 0 ? 'Every night was compared.' : `With 95 % confidence fewer than ${percent(bound)} of these nights differ.`,
    ...(drifts.length === 0 ? [] : ['Push the files again to set what this machine knows, or find out who else writes to these hotels.']),
  ]
  return { data, view: { kind: 'text', text: lines.join('\n') }, exitCode: drifts.length > 0 ? EXIT.findings : EXIT.ok }
}

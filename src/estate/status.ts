import type { Estate } from './estate.js'
import { KEY, type Line, readLine } from './keys.js'
import { type EstateRun, listRuns } from './runs.js'
import { type Heartbeat, workersOf } from './workers.js'

/** Where a hotel of a run stands, in one word. `refused`: all has a fate, and the service refused some of it. */
export type HotelState = 'queued' | 'in flight' | 'done' | 'refused' | 'blocked' | 'stopped'

/** A hotel of a run that is at work. */
export interface HotelStatus {
  run: number
  kind: string
  hotel: string
  state: HotelState
  /** The host that is sending it, or found out why it is blocked. */
  host?: string
  nights: { planned: number; acknowledged: number; rejected: number; left: number }
  why?: string
}

export interface EstateStatus {
  engine: string
  workers: Heartbeat[]
  /** Runs at work, and otherwise the newest. */
  runs: EstateRun[]
  hotels: HotelStatus[]
  /** Requests a second that all hosts together send at most just now. */
  ratePerSecond?: number
}

/** What an estate is at. */
export async function statusOf(estate: Estate): Promise<EstateStatus> {
  const { store, address } = estate.engine
  const [workers, newest, budget] = await Promise.all([
    workersOf(estate),
    listRuns(store, RUNS_SEEN),
    store.field(KEY.budget, 'state'),
  ])
  const atWork = newest.filter(({ state }) => state === 'ready' || state === 'sending')
  const runs = atWork.length > 0 ? atWork : newest.slice(0, 1)
  const hotels: HotelStatus[] = []
  for (const run of runs) {
    const inFlight = new Map(
      workers.flatMap(({ host, hotels: held }) =>
        held.filter((one) => one.run === run.id).map(({ hotel }) => [hotel, host] as const),
      ),
    )
    for (const [hotel, bytes] of await store.read(KEY.lines(run.id)))
      hotels.push(hotelOf(run, hotel, readLine(bytes), inFlight.get(hotel)))
  }
  return {
    engine: address.shown,
    workers,
    runs,
    hotels,
    ...(budget === undefined ? {} : { ratePerSecond: (JSON.parse(budget.toString()) as { rate: number }).rate }),
  }
}

const RUNS_SEEN = 10

function hotelOf({ id, kind }: EstateRun, hotel: string, line: Line, at: string | undefined): HotelStatus {
  const [planned = 0, acknowledged = 0, rejected = 0, untried = 0, left = 0] = line.counts.nights
  const host = line.state === 'queued' ? at : line.why?.host
  return {
    run: id,
    kind,
    hotel,
    state: stateOf(line, at, rejected + untried),
    ...(host === undefined ? {} : { host }),
    nights: { planned, acknowledged, rejected: rejected + untried, left },
    ...(line.why === undefined ? {} : { why: line.why.message }),
  }
}

function stateOf({ state }: Line, at: string | undefined, refused: number): HotelState {
  if (state === 'queued') return at === undefined ? 'queued' : 'in flight'
  return state === 'done' && refused > 0 ? 'refused' : state
}

import type { Fault } from '../../errors.js'
import type { KeptRooms } from '../../journal/index.js'
import type { FactsByHotel, RoomsByHotel } from '../../push/index.js'

/** More hotels than this are not asked about in one push: a load of an estate must not double its requests. */
const HOTELS_ASKED_MAX = 500
/** Nor must a push wait for longer than this where a person has set its rate. */
const ASKING_SECONDS = 60

/**
 * How many hotels one push asks about.
 * @param rate requests a second, where a person has set them
 */
export const askedMost = (rate: number | undefined): number =>
  rate === undefined ? HOTELS_ASKED_MAX : Math.min(HOTELS_ASKED_MAX, Math.max(1, Math.floor(rate * ASKING_SECONDS)))

/** What came of asking for the rooms of the hotels of a push. */
export interface AskedRooms {
  wanted: RoomsByHotel
  found: FactsByHotel
  open: readonly string[]
  asked: readonly string[]
  /** Requests a second, where a person has set them. */
  rate: number | undefined
  silent: ReadonlyMap<string, Fault>
  /** Hotels that the service says it does not have. */
  absent: ReadonlyMap<string, string>
  /** False where the service was not asked for want of a token. */
  hasSignedIn: boolean
  /** Compared with a list of an earlier push. */
  old: readonly (readonly [string, KeptRooms])[]
}

/** What was left out of the comparison. */
export interface NotCompared {
  /** Guards that could not be asked: nobody knows whether what is sent fits the property. */
  unchecked: string[]
  /** Compared with what is older, or left out because a push asks about so many hotels and no more. */
  others: string[]
}

/** Why rooms of some hotels were not compared with the service's list; what the service does not say refuses nothing. */
export function notCompared({
  wanted,
  found,
  open,
  asked,
  rate,
  silent,
  absent,
  hasSignedIn,
  old,
}: AskedRooms): NotCompared {
  const hotels = (list: readonly string[]): string => (list.length === 1 ? `hotel ${list[0]}` : `${list.length} hotels`)
  const missing = asked.filter((hotel) => !found.has(hotel) && !absent.has(hotel))
  const uncompared = open.filter((hotel) => !asked.includes(hotel) && !found.has(hotel)).length
  const oldest = Math.max(0, ...old.map(([, { ageMs }]) => ageMs))
  const most = askedMost(rate)
  const atRate = most === HOTELS_ASKED_MAX ? '' : ` at ${rate} requests a second`
  const [fault] = silent.values()
  const unreached = fault === undefined ? undefined : unreachedWords(fault)
  const why = unreached === undefined && fault !== undefined ? `: ${fault.message}` : '.'
  const cause = unreached === undefined ? '' : ` (${unreached})`
  const unchecked =
    missing.length === 0
      ? []
      : [
          `${hasSignedIn ? 'the service did not list its rooms for' : 'there was no sign-in to ask for the rooms of'} ${hotels(missing)}${cause}, so room ids were not checked there${why}`,
        ]
  const others = [
    ...(old.length === 0
      ? []
      : [
          `room ids of ${hotels(old.map(([hotel]) => hotel))} were compared with what the service listed up to ${ageText(oldest)} ago${asked.length < open.length ? `; one push asks about ${most} hotels${atRate}.` : fault === undefined ? '.' : `; asked now, it did not answer${cause}${why}`}`,
        ]),
    ...(uncompared === 0
      ? []
      : [
          `${uncompared} of ${wanted.size} hotels were not compared with the service's rooms; one push compares ${most}${atRate}.`,
        ]),
  ]
  return { unchecked, others }
}

/** Why the service could not be reached. What the push ends with tells the whole of it. */
function unreachedWords({ code, message }: Fault): string | undefined {
  const [, why] =
    code === 'UNREACHABLE' ? (/ could not be reached[^:]{0,40}: (.{1,200})$/.exec(message.slice(0, 500)) ?? []) : []
  return why?.replace(/(?: \([^()]*\))?\.$/, '')
}

function ageText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}

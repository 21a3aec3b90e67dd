import type { EchoKind } from '../../contract/index.js'
import { plainKey } from '../doubts/index.js'

/** How services name the fields of an entry in their answers, beside the names of the request; in plain letters. */

const names = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const ROOM = names('roomid room roomcode unitid unit unitcode sellableunitid roomtypeid roomtypecode')
const PLAN = names('rateplanid rateplan rateplancode planid plan plancode')
const HOTEL = names(
  'hotelcode hotelid hotel propertyid property propertycode accommodationid accommodation accommodationcode',
)
const FROM = names('from start startdate fromdate datefrom firstnight firstdate begin')
const TO = names('to end enddate todate dateto lastnight lastdate until')
const DATE = names('date night day staydate')

/** A value of an entry, by the name that it has in the request. */
export type ValueName =
  | 'price'
  | 'currency'
  | 'min_stay'
  | 'max_stay'
  | 'closed'
  | 'closed_to_arrival'
  | 'closed_to_departure'
  | 'availability'

export const KINDS: Readonly<Record<ValueName, EchoKind>> = {
  price: 'number',
  currency: 'word',
  min_stay: 'number',
  max_stay: 'number',
  closed: 'boolean',
  closed_to_arrival: 'boolean',
  closed_to_departure: 'boolean',
  availability: 'number',
}
export const VALUE_NAMES = Object.keys(KINDS) as readonly ValueName[]

const VALUES: ReadonlyMap<string, ValueName> = new Map(
  Object.entries({
    price: 'price amount rate roomrate roomprice nightlyrate nightlyprice baseprice sellprice',
    currency: 'currency currencycode',
    min_stay: 'minstay minlos minimumstay minlengthofstay minnights',
    max_stay: 'maxstay maxlos maximumstay maxlengthofstay maxnights',
    closed: 'closed isclosed stopsell stopsale',
    closed_to_arrival: 'closedtoarrival cta',
    closed_to_departure: 'closedtodeparture ctd',
    availability: 'availability available allotment inventory stock quantity freeunits freerooms',
  }).flatMap(([name, spellings]) => spellings.split(' ').map((spelling) => [spelling, name as ValueName] as const)),
)

/** What a key of a row says: which part of its place it names, or which value. */
export type Part = 'room' | 'plan' | 'hotel' | 'from' | 'to' | 'date'

export function partOf(name: string): Part | undefined {
  const key = plainKey(name)
  if (ROOM.has(key)) return 'room'
  if (PLAN.has(key)) return 'plan'
  if (HOTEL.has(key)) return 'hotel'
  if (FROM.has(key)) return 'from'
  if (TO.has(key)) return 'to'
  return DATE.has(key) ? 'date' : undefined
}

/** The value that a key names. */
export const valueNameOf = (name: string): ValueName | undefined => VALUES.get(plainKey(name))

/** The value that the name of a list or map speaks of: `prices`, `availability_by_date`. */
export function valueNameIn(name: string): ValueName | undefined {
  const key = plainKey(name)
  const exact = VALUES.get(key) ?? VALUES.get(key.replace(/s$/, ''))
  if (exact !== undefined) return exact
  if (/price|amount/.test(key)) return 'price'
  return /availabilit|inventor|allotment/.test(key) ? 'availability' : undefined
}

/** Lists of rooms or nights alone. */
export function partOfList(name: string): 'room' | 'date' | undefined {
  const key = plainKey(name)
  if (/^(?:rooms?|units?)(?:ids?|codes?)?$/.test(key)) return 'room'
  return /^(?:dates|nights)$/.test(key) ? 'date' : undefined
}

/** What an echo of the entries stands under, so that an empty list there says that nothing was stored. */
export const ECHOES: ReadonlySet<string> = names(`
  roomsettings settings availabilities availability inventory rates prices restrictions entries entry rooms units nights dates calendar records rows items values
  stored saved applied accepted processed updated written inserted created changed result results
`)
/** Empty in many an answer that says nothing with it. */
export const VESSELS: ReadonlySet<string> = names('data payload content body')

/** What stood there before, or might stand there. */
export const isOfBefore = (name: string): boolean =>
  /^(?:old|prev|prior|before|former|replaced|suggest|recommend|example|sample|default)/i.test(name)
/** What holds no entries. */
const NO_ENTRIES =
  /^(?:warnings?.{0,20}|errors?|links?|processingtimes|times|timings|credentials|pagination|paging|ratelimits?|messages?|request(?:id|ids)|user|account|partner|server|trace|debug)$/
export const holdsNoEntries = (name: string): boolean => isOfBefore(name) || NO_ENTRIES.test(plainKey(name))

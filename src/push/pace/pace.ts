import { heldUntil, noteAccepted, noteTrouble, takeSlot } from './adaptive-rate.js'
import { isUsedUp, newRate, noteSent, type RateState, spacingMs, UNLIMITED } from './rate-state.js'

/** The account's side of the pace: its rate, how many requests it bears at once, and what the last answers of its hotels were. Plain data. */
export interface AccountPace {
  version: 1
  rate: RateState
  /** Most requests at once, and whether the service has refused more; 0 = no bound. */
  most: number
  isMostMet: boolean
  /** Requests that were accepted, and refused, with so many under way, itself included; of late. */
  borne: (number | null)[]
  refused: (number | null)[]
  /** Accepted at the limit of `most` since it was set, and how many it takes to try one more. */
  full: number
  untilMore: number
  /** A refusal that looks like too many at once: the limit before, and the hotel whose next answer tells. */
  suspect?: { most: number; hotel: string } | undefined
  /** Requests under way, by process, and when that was last said. */
  underWay: Record<string, { count: number; at: number }>
  /** When each process last asked for a turn, and which got the last. */
  asked: Record<string, number>
  lastTaker: string
  /** The last answer of each hotel, newest last. */
  last: { hotel: string; isTrouble: boolean; at: number }[]
  /** The last refusals of hotels, whoever's limit they spoke of. */
  troubled: { hotel: string; at: number }[]
  /** When the account as a whole was last in trouble. */
  troubleAt: number
  /** The limit that hotels were found to have; 0 = none was met. */
  hotelPeak: number
}

export interface HotelPace {
  version: 1
  rate: RateState
  /** Requests that may go out ahead of the rate while it is only our careful start. */
  burst?: number
  /** Requests that went out ahead of it, at this time: they count less with every request that the rate would have let through. */
  ahead?: { count: number; at: number }
}

/** Requests that are ahead of the rate now. */
export function aheadNow({ rate, ahead }: HotelPace, now: number): number {
  return ahead === undefined || ahead.at > now
    ? 0
    : Math.max(0, ahead.count - (now - ahead.at) / Math.max(1, spacingMs(rate)))
}

/** Requests that a hotel may be sent at once before the start rate spaces them: most pushes are no longer than that. */
const FIRST_BURST = 10

/** How many requests of a hotel may go out ahead of its rate under these limits: some where it begins carefully, none where it was set. */
export function burstOf({ hotel }: PaceLimits): number {
  return hotel.start < hotel.ceiling ? FIRST_BURST - 1 : 0
}

export interface PaceLimits {
  /** Requests a second over all hotels, and of one hotel: where it begins and what is never exceeded. */
  account: { start: number; ceiling: number }
  hotel: { start: number; ceiling: number }
}

/** A request on its way: what its answer is judged by. */
export interface Turn {
  hotel: string
  /** By the steady clock. */
  sentAt: number
  /** Requests under way with it. */
  atOnce: number
}

export type Answered =
  | { kind: 'accepted' }
  | { kind: 'refused' | 'failed'; waitMs?: number | undefined }
  | { kind: 'lost' }
  | { kind: 'unsent' }

const HOTELS_KEPT = 16
const FRESH_MS = 30_000
const COUNTED = 200
const ASKING_MS = 150
const SLOW_ANSWER_MS = 1000
const MOST_AT_ONCE = 256

/** A service that is not known gets one request at first, and with each answer one more at once. */
export function newAccount({ account, hotel }: PaceLimits): AccountPace {
  return {
    version: 1,
    rate: newRate(account.start, account.ceiling),
    most: hotel.start >= UNLIMITED ? 0 : 1,
    isMostMet: false,
    borne: [],
    refused: [],
    full: 0,
    untilMore: 1,
    underWay: {},
    asked: {},
    lastTaker: '',
    last: [],
    troubled: [],
    troubleAt: 0,
    hotelPeak: 0,
  }
}

/** A hotel begins at the start rate, or near the limit that other hotels of the account were found to have. */
export function newHotel(limits: PaceLimits, { hotelPeak }: AccountPace): HotelPace {
  const { hotel } = limits
  if (hotelPeak === 0 || hotel.start >= UNLIMITED)
    return { version: 1, rate: newRate(hotel.start, hotel.ceiling), burst: burstOf(limits) }
  const rate = newRate(0.9 * hotelPeak, hotel.ceiling)
  return {
    version: 1,
    rate: { ...rate, isRising: false, peak: Math.min(hotelPeak, hotel.ceiling), share: 0.9, climb: 40 },
  }
}

/** What a waiting request holds between two questions. */
export interface Ticket {
  hotel: string
  process: string
  /** The account's slot that it has taken. */
  slotAt?: number | undefined
  /** Does not wait for our own careful start; what the service asked for, or a person set, holds all the same. */
  isPressed?: boolean
}

/** Either it may go, or when to ask again, and whether only its own hotel keeps it. */
export type Claim = { turn: Turn } | { at: number; isHotel: boolean; isOwnPace?: boolean }

/** Asks for a turn. Nothing is taken before the hotel itself is free, so that one hotel's wait holds up no other. */
export function claimTurn(account: AccountPace, hotel: HotelPace, ticket: Ticket, now: number): Claim {
  // One request at a time is under way for a hotel: now there is none, though a killed process may have left word of one.
  hotel.rate.probeAt = 0
  const burst = hotel.rate.isRising && hotel.rate.troubleAt === 0 ? (hotel.burst ?? 0) : 0
  const heldByHotel = heldUntil(hotel.rate, now)
  const ahead = aheadNow(hotel, now)
  const slotAt = hotel.rate.nextAt > now + 3_600_000 ? 0 : hotel.rate.nextAt
  const nextAt = burst === 0 ? slotAt : now + Math.max(0, ahead - burst) * spacingMs(hotel.rate)
  const isCarefulStart = hotel.rate.isRising && hotel.rate.troubleAt === 0 && hotel.rate.rate < hotel.rate.ceiling
  const free = ticket.isPressed === true && isCarefulStart ? heldByHotel : Math.max(heldByHotel, nextAt)
  if (free > now) return { at: free, isHotel: true, isOwnPace: nextAt > heldByHotel }
  const held = heldUntil(account.rate, now)
  if (held > now) {
    ticket.slotAt = undefined
    return { at: held, isHotel: false }
  }
  account.asked[ticket.process] = now
  const atOnce = 1 + Object.values(account.underWay).reduce((sum, { count }) => sum + count, 0)
  // A request that is answered slowly is no sign of a limit, and must not hold up the rest.
  if (account.most > 0 && atOnce > account.most && !account.isMostMet && now - account.rate.sentAt >= SLOW_ANSWER_MS)
    account.most = atOnce
  if (account.most > 0 && (atOnce > account.most || isTurnOfOthers(account, ticket.process, now)))
    return { at: now + 50, isHotel: false }
  ticket.slotAt ??= takeSlot(account.rate, now)
  if (ticket.slotAt > now) return { at: ticket.slotAt, isHotel: false }
  if (burst === 0) takeSlot(hotel.rate, now)
  else hotel.rate.nextAt = now + spacingMs(hotel.rate)
  // A repeat after trouble counts as well, so that trouble opens no way around the careful start.
  if (burst > 0 || hotel.ahead !== undefined) hotel.ahead = { count: ahead + 1, at: now }
  noteSent(hotel.rate, now)
  noteSent(account.rate, now)
  account.lastTaker = ticket.process
  account.underWay[ticket.process] = { count: (account.underWay[ticket.process]?.count ?? 0) + 1, at: now }
  return { turn: { hotel: ticket.hotel, sentAt: now, atOnce } }
}

/** Where few may be under way at once, each process has its part of them, and of what is left over every other one. */
function isTurnOfOthers({ most, asked, underWay, lastTaker }: AccountPace, process: string, now: number): boolean {
  for (const [name, at] of Object.entries(asked))
    if (now - at > ASKING_MS && underWay[name] === undefined) delete asked[name]
  const others = Object.entries(asked).filter(([name, at]) => name !== process && now - at <= ASKING_MS)
  if (others.length === 0) return false
  return (underWay[process]?.count ?? 0) >= Math.floor(most / (others.length + 1)) && lastTaker === process
}

/** Takes an answer into account. `lost`: nothing is known, such as a request that the person broke off. `unsent`: the service has not seen it, so it has cost nothing. */
export function settleTurn(
  account: AccountPace,
  hotel: HotelPace,
  turn: Turn,
  answered: Answered,
  { now, process }: { now: number; process: string },
): void {
  const left = (account.underWay[process]?.count ?? 0) - 1
  if (left > 0) account.underWay[process] = { count: left, at: now }
  else delete account.underWay[process]
  // Whatever it says, this request tries out nothing any more.
  hotel.rate.probeAt = 0
  if (account.rate.probeAt === turn.sentAt) account.rate.probeAt = 0
  if (answered.kind === 'unsent') {
    hotel.rate.nextAt = Math.min(hotel.rate.nextAt, turn.sentAt)
    if (hotel.ahead !== undefined) hotel.ahead.count -= 1
  }
  if (answered.kind === 'failed') repayTurn(hotel, turn)
  if (answered.kind === 'lost' || answered.kind === 'unsent') return
  const times = { now, sentAt: turn.sentAt }
  if (answered.kind === 'accepted') accept(account, hotel, turn, times)
  else trouble(account, hotel, turn, answered, times)
  account.last = [
    ...account.last.filter((one) => one.hotel !== turn.hotel),
    { hotel: turn.hotel, isTrouble: answered.kind !== 'accepted', at: now },
  ].slice(-HOTELS_KEPT)
}

/** What failed counts for nothing in a careful start: the wait that a failure costs spaces its repeat, and not the start rate on top of that. */
function repayTurn(hotel: HotelPace, { sentAt }: Turn): void {
  if (!hotel.rate.isRising || hotel.rate.rate >= hotel.rate.ceiling) return
  hotel.rate.nextAt = Math.min(hotel.rate.nextAt, sentAt)
  if (hotel.ahead !== undefined) hotel.ahead.count = Math.max(0, hotel.ahead.count - 1)
}

function accept(
  account: AccountPace,
  hotel: HotelPace,
  { hotel: name, atOnce }: Turn,
  times: { now: number; sentAt: number },
): void {
  if (account.suspect?.hotel === name) account.suspect = undefined
  countAt(account, 'borne', atOnce)
  if (account.most > 0 && atOnce >= account.most && ++account.full >= account.untilMore) {
    account.most = Math.min(MOST_AT_ONCE, account.most + 1)
    account.full = 0
  }
  const { troubleAt } = hotel.rate
  const wasAccount = troubleAt !== 0 && account.troubleAt >= troubleAt - 3000
  noteAccepted(hotel.rate, { ...times, isOurs: !wasAccount })
  if (
    troubleAt !== 0 &&
    hotel.rate.troubleAt === 0 &&
    !wasAccount &&
    hotel.rate.peak > 0 &&
    hotel.rate.troubleKind === 'refused'
  )
    account.hotelPeak = hotel.rate.peak
  noteAccepted(account.rate, times)
}

function trouble(
  account: AccountPace,
  hotel: HotelPace,
  turn: Turn,
  { kind, waitMs }: { kind: 'refused' | 'failed'; waitMs?: number | undefined },
  times: { now: number; sentAt: number },
): void {
  const { suspect } = account
  if (kind === 'refused') countAt(account, 'refused', turn.atOnce)
  if (suspect?.hotel === turn.hotel) {
    // Fewer at once did not help: it was another limit.
    account.most = suspect.most
    account.suspect = undefined
  } else if (kind === 'refused' && looksTooManyAtOnce(account, turn)) {
    account.suspect ??= { most: account.most, hotel: turn.hotel }
    account.most = turn.atOnce - 1
    account.full = 0
    account.untilMore = account.isMostMet ? Math.min(1600, account.untilMore * 2) : 50
    account.isMostMet = true
    holdAsAsked(hotel.rate, waitMs, times.now)
    return
  }
  const isAccount = isTheAccount(account, hotel, turn, times.now)
  account.troubled = [
    ...account.troubled.filter((one) => one.hotel !== turn.hotel),
    { hotel: turn.hotel, at: times.now },
  ].slice(-4)
  noteTrouble(isAccount ? account.rate : hotel.rate, kind, { ...times, waitMs })
  if (!isAccount) return
  account.troubleAt = times.now
  holdAsAsked(hotel.rate, waitMs, times.now)
}

/** Whosever limit it is, the hotel was asked to wait. */
function holdAsAsked(rate: RateState, waitMs: number | undefined, now: number): void {
  if (waitMs === undefined) return
  rate.heldUntil = Math.max(rate.heldUntil, now + waitMs)
  rate.askedUntil = Math.max(rate.askedUntil ?? 0, now + waitMs)
}

function countAt(account: AccountPace, kind: 'borne' | 'refused', atOnce: number): void {
  const place = Math.min(atOnce, MOST_AT_ONCE)
  account[kind][place] = (account[kind][place] ?? 0) + 1
  if (account[kind][place] < COUNTED) return
  account.borne = account.borne.map((count) => (count ?? 0) / 2)
  account.refused = account.refused.map((count) => (count ?? 0) / 2)
}

/** With so many at once requests are refused, with fewer hardly any. */
function looksTooManyAtOnce({ borne, refused }: AccountPace, { atOnce }: Turn): boolean {
  const sum = (counts: readonly (number | null)[]): number =>
    counts.reduce<number>((total, count) => total + (count ?? 0), 0)
  const fewer = { ok: sum(borne.slice(0, atOnce)), no: sum(refused.slice(0, atOnce)) }
  const asMany = { ok: sum(borne.slice(atOnce)), no: sum(refused.slice(atOnce)) }
  return atOnce > 1 && fewer.ok > 0 && fewer.no <= 0.02 * fewer.ok && asMany.no >= 0.1 * (asMany.ok + asMany.no)
}

/** Whose limit a refusal speaks of: the one that bounds requests just now, else what the other hotels were answered of late. */
function isTheAccount(
  { rate, last, troubleAt, troubled }: AccountPace,
  hotel: HotelPace,
  turn: Turn,
  now: number,
): boolean {
  const others = last.filter((one) => one.hotel !== turn.hotel && now - one.at < FRESH_MS)
  if (others.length === 0) return rate.troubleAt !== 0
  const share = others.filter(({ isTrouble }) => isTrouble).length / others.length
  const isKnown = !rate.isRising && rate.rate >= 0.85 * rate.peak
  if (rate.troubleAt !== 0 || (isKnown && now - troubleAt < 5000)) return true
  if (!hotel.rate.isRising) return !isUsedUp(hotel.rate) || share >= (isKnown && isUsedUp(rate) ? 0.4 : 0.6)
  if (isKnown && isUsedUp(rate)) return share > 0 || rate.rate >= 0.93 * rate.peak
  const hotels = new Set([turn.hotel, ...troubled.filter(({ at }) => now - at < 10_000).map((one) => one.hotel)])
  return share >= 0.4 || hotels.size >= 3
}

import { plainKey } from '../doubts/index.js'
import { bitOf, common, type Nights } from './nights.js'
import type { SentEntry } from './sent-entries.js'

/** Which of the entries that were sent an answer lists, night by night: a service that names what it did names all of it. */

/** What a service says with a name that it did. */
const DEED =
  '(?:applied|updated|stored|saved|accepted|processed|written|inserted|created|changed|modified|persisted|committed|published|imported|succeeded|successful|confirmed|done)'
const THING =
  '(?:rooms?|units?|entry|entries|rows?|rates?|records?|items?|settings?|roomsettings|dates?|nights?|days?|availabilit(?:y|ies)|prices?|values?|changes?|updates?|ids?|codes?|list)'
const OF_DEED = new RegExp(`^(?:is|was|were)?(?:${DEED}${THING}{0,3}|${THING}{1,2}${DEED})$`)
/** Nights that are looked at one by one for one answer: a hostile one shall not take long. */
const MOST = 2_000_000

/** Whether a name says that what stands under it was done. */
export const isOfDeed = (name: string): boolean => OF_DEED.test(plainKey(name))
/** Whether one of the names on the way to a row does. */
export const isDeedAt = (place: string): boolean => place.split(/[.[\]]/).some((name) => name !== '' && isOfDeed(name))

/** Entries of which an answer does not list everything. */
export interface LeftOut {
  /** The member of the answer that lists the others. */
  field: string
  /** That name says what was done, so that what it does not list was not. */
  isDeed: boolean
  /** Entries that are listed as a whole. */
  listed: number
  /** The first one that is not, in words. */
  without: string
}

export class Coverage {
  readonly #nights = new Map<SentEntry, Set<number> | 'all'>()
  #field: string | undefined
  #isDeed = false
  #left = MOST

  /** A row names an entry, for these of its nights or for all of them. */
  add(entry: SentEntry, nights: Nights | undefined, place: string): void {
    if (this.#field === undefined || (!this.#isDeed && isDeedAt(place))) this.#field = place
    this.#isDeed ||= isDeedAt(place)
    const before = this.#nights.get(entry)
    if (before === 'all') return
    const own = entry.nights
    const both = own === undefined || nights === undefined ? undefined : common(own, nights)
    const isWhole =
      own === undefined ||
      nights === undefined ||
      (both?.from === own.from && both.to === own.to && both.mask === own.mask)
    if (isWhole || this.#left <= 0) {
      this.#nights.set(entry, 'all')
      return
    }
    const listed = before ?? new Set<number>()
    for (let night = both?.from ?? 1; both !== undefined && night <= both.to; night += 1) {
      this.#left -= 1
      if ((bitOf(night) & both.mask) !== 0) listed.add(night)
    }
    this.#nights.set(entry, listed)
  }

  /** What is left of all that was sent; undefined where the answer lists no entries, or all of them. */
  leftOf(all: readonly SentEntry[]): LeftOut | undefined {
    if (this.#field === undefined) return undefined
    let listed = 0
    let first: string | undefined
    for (const entry of all) {
      const without = this.#missing(entry)
      if (without === undefined) listed += 1
      else first ??= without
    }
    return first === undefined
      ? undefined
      : { field: this.#field.split(/[.[]/)[0] as string, isDeed: this.#isDeed, listed, without: first }
  }

  /** The nights of an entry that are not listed, in words. */
  #missing(entry: SentEntry): string | undefined {
    const listed = this.#nights.get(entry)
    if (listed === 'all') return undefined
    const { room, plan, nights } = entry
    const missing: number[] = []
    for (let night = nights?.from ?? 1; nights !== undefined && night <= nights.to && this.#left > 0; night += 1) {
      this.#left -= 1
      if ((bitOf(night) & nights.mask) !== 0 && listed?.has(night) !== true) missing.push(night)
    }
    const [from, to] = [missing[0], missing.at(-1)]
    if (from === undefined || to === undefined) return listed === undefined ? wordsOf(room, plan, '') : undefined
    const isRun = to - from + 1 === missing.length
    const rest = isRun ? ` to ${dayWords(to)}` : ` and ${missing.length - 1} more nights`
    return wordsOf(room, plan, from === to ? dayWords(from) : `${dayWords(from)}${rest}`)
  }
}

const dayWords = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const wordsOf = (room: string | undefined, plan: string | undefined, nights: string): string =>
  [room === undefined ? 'all rooms' : `room ${room}`, plan === undefined ? '' : `plan ${plan}`, nights]
    .filter((part) => part !== '')
    .join(', ')

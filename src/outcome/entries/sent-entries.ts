import { isObject, isPlain } from '../echo/index.js'
import { common, dayOf, maskOf, type Nights } from './nights.js'

/** The entries of a batch, found by room, plan and nights. */

type Loose = Readonly<Record<string, unknown>>

/** One entry that was sent. */
export interface SentEntry {
  entry: Loose
  room: string | undefined
  plan: string | undefined
  nights: Nights | undefined
  /** Whether the answer shows it with what was sent. */
  isShown: boolean
}

/** What a row of an answer says of its place; what it leaves out may be any. */
export interface Place {
  room?: string | undefined
  plan?: string | undefined
  nights?: Nights | undefined
}

interface Shelf {
  entries: SentEntry[]
  /** The last night of all up to each. */
  until: number[]
}

/** Comparisons of one answer: a hostile one shall not take long. */
const MOST = 400_000

const idOf = (value: unknown): string | undefined =>
  isPlain(value) && String(value).trim() !== '' ? String(value).trim() : undefined

export class SentEntries {
  readonly all: readonly SentEntry[]
  readonly rooms: ReadonlySet<string>
  readonly plans: ReadonlySet<string>
  /** Whether some are for every room, or for every plan. */
  readonly isForAll: { readonly rooms: boolean; readonly plans: boolean }
  readonly #shelves = new Map<string, Shelf>()
  /** By room; '' holds those without one. */
  readonly #byRoom = new Map<string, Shelf[]>()
  #left = MOST

  constructor(
    readonly hotel: string | undefined,
    entries: readonly unknown[],
  ) {
    this.all = entries.filter(isObject).map((entry): SentEntry => {
      const [from, to, mask] = [dayOf(entry['from']), dayOf(entry['to']), maskOf(entry['days'])]
      return {
        entry,
        room: idOf(entry['room_id']),
        plan: idOf(entry['rate_plan_id']),
        nights: from === undefined || to === undefined || mask === undefined ? undefined : { from, to, mask },
        isShown: false,
      }
    })
    this.rooms = new Set(this.all.flatMap(({ room }) => room ?? []))
    this.plans = new Set(this.all.flatMap(({ plan }) => plan ?? []))
    this.isForAll = {
      rooms: this.all.some(({ room }) => room === undefined),
      plans: this.all.some(({ plan }) => plan === undefined),
    }
    for (const one of this.all) {
      const key = keyOf(one.room, one.plan)
      const shelf = this.#shelves.get(key)
      if (shelf !== undefined) shelf.entries.push(one)
      else {
        const added: Shelf = { entries: [one], until: [] }
        this.#shelves.set(key, added)
        const room = one.room ?? ''
        const shelves = this.#byRoom.get(room)
        if (shelves === undefined) this.#byRoom.set(room, [added])
        else shelves.push(added)
      }
    }
    for (const shelf of this.#shelves.values()) {
      shelf.entries.sort((a, b) => (a.nights?.from ?? -Infinity) - (b.nights?.from ?? -Infinity))
      let last = -Infinity
      shelf.until = shelf.entries.map(({ nights }) => (last = Math.max(last, nights?.to ?? Infinity)))
    }
  }

  /** Counts comparisons that were made elsewhere. */
  spend(comparisons: number): void {
    this.#left -= comparisons
  }

  /** Whether there is nothing left of what may be compared for one answer. */
  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** The entries that a row may be about. An entry without a room or plan is about all of them. */
  at({ room, plan, nights }: Place): SentEntry[] {
    const shelves =
      room !== undefined && plan !== undefined
        ? [keyOf(room, plan), keyOf(room, undefined), keyOf(undefined, plan), keyOf(undefined, undefined)].flatMap(
            (key) => this.#shelves.get(key) ?? [],
          )
        : room === undefined
          ? [...this.#shelves.values()]
          : [room, ''].flatMap((one) => this.#byRoom.get(one) ?? [])
    return shelves.flatMap((shelf) => {
      this.#left -= 1
      const [first] = shelf.entries
      if (room !== undefined && first?.room !== undefined && first.room !== room) return []
      if (plan !== undefined && first?.plan !== undefined && first.plan !== plan) return []
      return nights === undefined ? this.#allOf(shelf) : this.#within(shelf, nights)
    })
  }

  #allOf({ entries }: Shelf): readonly SentEntry[] {
    this.#left -= entries.length
    return this.isSpent ? [] : entries
  }

  #within({ entries, until }: Shelf, nights: Nights): SentEntry[] {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle]?.nights?.from ?? -Infinity) <= nights.to) low = middle + 1
      else high = middle
    }
    const found: SentEntry[] = []
    for (let at = low - 1; at >= 0 && (until[at] as number) >= nights.from && !this.isSpent; at -= 1) {
      this.#left -= 1
      const one = entries[at] as SentEntry
      if (one.nights === undefined || common(one.nights, nights) !== undefined) found.push(one)
    }
    return found.reverse()
  }
}

const keyOf = (room: string | undefined, plan: string | undefined): string =>
  JSON.stringify([room ?? null, plan ?? null])

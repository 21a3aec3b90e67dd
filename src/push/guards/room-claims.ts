import { type CodedSets, formatNight, type NightFields } from '../../calendar/index.js'
import type { RoomFact } from '../../journal/index.js'
import { type MergedRange, type RowPlace, rowOfValue } from '../merge/index.js'

/** Room and plan of a hotel. */
interface PlanOwner {
  hotel: string
  room: string
  plan: string
}

/** Where on the calendar nights of a plan stand. */
export interface PlanPlace {
  from: number
  nights: number
  owner: PlanOwner
}

const CLAIMED = ['availability', 'currency'] as const

/** The values of a field set that only the service can judge. */
type Claimed = Partial<Record<(typeof CLAIMED)[number], NightFields[string]>>

/** A value of a room that only the service can judge. */
interface Claim {
  field: (typeof CLAIMED)[number]
  value: NightFields[string]
  at: PlanPlace
  /** The row that says so for the first of the nights. */
  row: RowPlace | undefined
}

/** A claim that contradicts what the service says of its rooms. */
export interface WrongClaim {
  guard: 'unit-count' | 'currency'
  field: string
  value: string
  /** How far out. */
  weight: number
  reason: string
  remedy: string
  at: PlanPlace
  row: RowPlace | undefined
}

/** Keeps each count and currency that a room is to have, with the first night of it and how many there are. */
export class RoomClaims {
  readonly #claims = new Map<string, Claim>()
  readonly #claimed = new Map<string, Claimed>()
  /** Of the set that was asked for last: its collection, where the claimed fields stand there, their codes and what they claim. */
  #asked: CodedSets | undefined
  #places: readonly number[] = []
  readonly #codes = new Int32Array(CLAIMED.length)
  #last: Claimed | undefined
  /** The claims that nights were taken for last: the next ones mostly claim the same. */
  #open: Claim[] = []
  #owner: PlanOwner | undefined
  #taken: Claimed | undefined

  get isEmpty(): boolean {
    return this.#claims.size === 0
  }

  /** The claims of a field set; the same object for sets that claim the same. */
  claimedBy(sets: CodedSets, id: number): Claimed {
    if (sets !== this.#asked) this.#ask(sets)
    let isSame = this.#last !== undefined
    for (let at = 0; at < this.#places.length; at += 1) {
      const code = sets.codeOf(id, this.#places[at] as number)
      if (code === this.#codes[at]) continue
      this.#codes[at] = code
      isSame = false
    }
    if (!isSame || this.#last === undefined) this.#last = this.#claimedIn(sets.fieldsOf(id))
    return this.#last
  }

  #ask(sets: CodedSets): void {
    this.#asked = sets
    this.#places = CLAIMED.map((name) => sets.names.indexOf(name))
    this.#last = undefined
  }

  #claimedIn({ availability, currency }: NightFields): Claimed {
    const key = `${availability} ${currency}`
    let claimed = this.#claimed.get(key)
    if (claimed === undefined)
      this.#claimed.set(
        key,
        (claimed = {
          ...(availability === undefined ? {} : { availability }),
          ...(currency === undefined ? {} : { currency }),
        }),
      )
    return claimed
  }

  /**
   * @param claimed by the set that was asked for last
   * @param nights of the range, from its night `from` on
   */
  take(owner: PlanOwner, claimed: Claimed, range: MergedRange, from: number, nights: number): void {
    if (owner !== this.#owner || claimed !== this.#taken) this.#begin({ owner, from, nights: 0 }, claimed, range)
    const open = this.#open
    for (let i = 0; i < open.length; i += 1) (open[i] as Claim).at.nights += nights
  }

  #begin(at: PlanPlace, claimed: Claimed, range: MergedRange): void {
    this.#owner = at.owner
    this.#taken = claimed
    this.#open = CLAIMED.flatMap((field) => {
      const value = claimed[field]
      return value === undefined ? [] : [this.#claim({ ...at }, field, value, range)]
    })
  }

  #claim(at: PlanPlace, field: Claim['field'], value: NightFields[string], range: MergedRange): Claim {
    const key = `${at.owner.hotel} ${at.owner.room} ${field} ${value}`
    let claim = this.#claims.get(key)
    if (claim === undefined) {
      const row = rowOfValue(this.#asked as CodedSets, range, field, at.from)
      this.#claims.set(key, (claim = { field, value, at, row }))
    }
    return claim
  }

  /** The claims that cannot be, by what the service says. */
  *wrong(roomsOf: ReadonlyMap<string, readonly RoomFact[]>): Iterable<WrongClaim> {
    for (const { field, value, at, row } of this.#claims.values()) {
      const { hotel, room } = at.owner
      const facts = (roomsOf.get(hotel) ?? []).filter((fact) => room === '' || fact.room === room)
      const found = { field, value: String(value), at, row }
      const fewest = Math.min(...facts.map(({ quantity }) => quantity ?? Infinity))
      if (field === 'availability' && Number(value) > fewest) {
        const reason = `is more than the ${fewest} units that the service lists for the room, on ${whereText(at)}`
        yield {
          guard: 'unit-count',
          ...found,
          weight: Number(value) - fewest,
          reason,
          remedy: 'Correct the count. To send it all the same, add --allow-above-units.',
        }
      }
      const other = facts.find(({ currency = '' }) => currency !== '' && currency.toUpperCase() !== value)
      if (field === 'currency' && other !== undefined) {
        const reason = `is not ${other.currency}, in which the service sells room ${other.room}, on ${whereText(at)}`
        yield {
          guard: 'currency',
          ...found,
          weight: 0,
          reason,
          remedy: 'Correct the currency. To send it all the same, add --allow-other-currency.',
        }
      }
    }
  }
}

/** Night, hotel, room and plan in words. */
export function whereText({ from, owner }: PlanPlace): string {
  return `${formatNight(from)}, ${ownerText(owner)}`
}

/** Hotel, room and plan in words. */
export function ownerText({ hotel, room, plan }: PlanOwner): string {
  return `hotel ${hotel}${room === '' ? '' : `, room ${room}`}${plan === '' ? '' : `, plan ${plan}`}`
}

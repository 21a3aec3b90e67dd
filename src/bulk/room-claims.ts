import { formatNight, type NightFields } from '../calendar/index.js'
import type { RoomFact } from '../journal/index.js'
import type { MergedRange } from './merge.js'

/** Room and plan of a hotel. */
export interface PlanOwner {
  hotel: string
  room: string
  plan: string
}

/** Where on the calendar nights of a plan stand. */
export interface PlanPlace {
  from: number
  nights: number
  range: MergedRange
  owner: PlanOwner
}

const CLAIMED = ['availability', 'currency'] as const

/** A value of a room that only the service can judge. */
interface Claim {
  field: (typeof CLAIMED)[number]
  value: NightFields[string]
  at: PlanPlace
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
}

/** Keeps each count and currency that a room is to have, with the first night of it and how many there are. */
export class RoomClaims {
  readonly #claims = new Map<string, Claim>()
  /** Nights mostly repeat the value before. */
  readonly #last: Partial<Record<Claim['field'], { owner: PlanOwner; claim: Claim }>> = {}

  get isEmpty(): boolean {
    return this.#claims.size === 0
  }

  take(at: PlanPlace, wanted: NightFields): void {
    for (const field of CLAIMED) {
      const value = wanted[field]
      if (value === undefined) continue
      let last = this.#last[field]
      if (last === undefined || last.owner !== at.owner || last.claim.value !== value) this.#last[field] = last = { owner: at.owner, claim: this.#claim(at, field, value) }
      last.claim.at.nights += at.nights
    }
  }

  #claim(at: PlanPlace, field: Claim['field'], value: NightFields[string]): Claim {
    const key = `${at.owner.hotel} ${at.owner.room} ${field} ${value}`
    let claim = this.#claims.get(key)
    if (claim === undefined) this.#claims.set(key, (claim = { field, value, at: { ...at, nights: 0 } }))
    return claim
  }

  /** The claims that cannot be, by what the service says. */
  *wrong(roomsOf: ReadonlyMap<string, readonly RoomFact[]>): Iterable<WrongClaim> {
    for (const { field, value, at } of this.#claims.values()) {
      const { hotel, room } = at.owner
      const facts = (roomsOf.get(hotel) ?? []).filter((fact) => room === '' || fact.room === room)
      const found = { field, value: String(value), at }
      const fewest = Math.min(...facts.map(({ quantity }) => quantity ?? Infinity))
      if (field === 'availability' && Number(value) > fewest) {
        const reason = `is more than the ${fewest} units that there are, on ${whereText(at)}`
        yield { guard: 'unit-count', ...found, weight: Number(value) - fewest, reason, remedy: 'Correct the count. To send it all the same, add --allow-above-units.' }
      }
      const other = facts.find(({ currency }) => currency !== undefined && currency !== value)
      if (field === 'currency' && other !== undefined) {
        const reason = `is not ${other.currency}, in which the service sells room ${other.room}, on ${whereText(at)}`
        yield { guard: 'currency', ...found, weight: 0, reason, remedy: 'Correct the currency. To send it all the same, add --allow-other-currency.' }
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

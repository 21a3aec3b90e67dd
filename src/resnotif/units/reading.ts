import type { GuestProduct, MessageGuest, MessageProduct } from '../read/index.js'
import type { OpenReason } from './group.js'
import type { CodedGuest } from './splits.js'

/** A guest with what its codes are and should be. */
export interface GuestReading extends CodedGuest, GuestProduct {
  guest: MessageGuest
  /** GroupEventCode as it stands. */
  code?: string
  /** Undefined where it depends on who shares a unit, and nothing tells. */
  expectedCode?: number
}

export interface ProductReading {
  product: MessageProduct
  guests: GuestReading[]
  units: GuestReading[][]
  /** Several groupings fit: those that do, and how many. `units` is one of them. */
  open?: {
    options: GuestReading[][][]
    total: number
    reason: OpenReason
    strays?: GuestReading[]
    lacking?: MessageProduct[]
  }
  /** Number of each unit, where codes tell it. */
  numbers?: number[]
}

/**
 * The number of each unit: the GroupEventCode that its guests have or should have, as that is what tells units apart, in whatever order they stand. Units without
 * one get the numbers that are free, as they stand.
 */
export function unitNumbersOf({ units, numbers }: Pick<ProductReading, 'units' | 'numbers'>): number[] {
  if (numbers !== undefined) return [...numbers]
  const told = units.map((unit) => {
    const codes = new Set(unit.map(({ expectedCode }) => expectedCode))
    return codes.size === 1 ? [...codes][0] : undefined
  })
  const taken = new Set<number>()
  const kept = told.map((code) => {
    if (code === undefined || taken.has(code)) return undefined
    taken.add(code)
    return code
  })
  let free = 0
  return kept.map((code) => {
    if (code !== undefined) return code
    do free++
    while (taken.has(free))
    return free
  })
}

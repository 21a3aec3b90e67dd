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

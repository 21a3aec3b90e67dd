import type { XmlNode } from '../xml/index.js'

/** A product that a RoomStay books: its codes, and how many units where the message says so. */
export interface StayProduct {
  node: XmlNode
  roomTypeCode: string
  ratePlanCode: string
  units?: number
}

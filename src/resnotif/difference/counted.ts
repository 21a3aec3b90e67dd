import type { MessageFacts } from '../facts/index.js'
import type { Message } from '../read/index.js'
import { valueOf } from '../xml/index.js'
import { type Branch, changed } from './branch.js'

/** How many units a RoomStay is for, by where it begins; none of one that does not tell. */
export type UnitsOfStays = ReadonlyMap<number, number>

/** The units of all RoomStays of a message. Rooms that follow each other in a stay are one. */
export function unitsOfStays({ reservations }: Message, facts: MessageFacts): UnitsOfStays {
  const found = new Map<number, number>()
  reservations.forEach(({ stays }, at) => {
    stays.forEach(({ node }, which) => {
      const { rooms = [], openUnits } = facts.reservations[at]?.stays[which] ?? {}
      const own = rooms.filter(({ from }) => from === undefined)
      const units = own.reduce((sum, room) => sum + (room.units ?? Number.NaN), 0)
      if (own.length > 0 && openUnits === undefined && Number.isSafeInteger(units)) found.set(node.place.offset, units)
    })
  })
  return found
}

const PER_ROOM = 'IsPerRoom'

/** GuestCounts of both messages that count for each room in one of them and all guests in the other, as they can be compared. */
export interface CountedInAll {
  both: [Branch, Branch]
  /** They are as many, and what they count is told otherwise: for each room now, or all together. */
  now?: 'for each room' | 'in all'
}

/** Undefined where both count alike, or one does not tell what it counts. */
export function countedInAll(
  before: Branch,
  after: Branch,
  units: { before: UnitsOfStays; after: UnitsOfStays },
): CountedInAll | undefined {
  const unitsOf = (branch: Branch, side: 'before' | 'after'): number | undefined =>
    units[side].get(branch.node.parent?.place.offset ?? -1)
  const [many, manyNow] = [unitsOf(before, 'before'), unitsOf(after, 'after')]
  const [was, is] = [perRoom(before), perRoom(after)]
  if (was === is || many === undefined || manyNow === undefined) return undefined
  // For the guests of one room it is the same.
  if (many === 1 && manyNow === 1) return { both: [withoutFlag(before), withoutFlag(after)] }
  if (was === undefined || is === undefined) return undefined
  const [old, now] = [times(before, was ? many : 1), times(after, is ? manyNow : 1)]
  if (old === undefined || now === undefined) return undefined
  const both: [Branch, Branch] = [withoutFlag(old), withoutFlag(now)]
  if (peopleIn(old) === peopleIn(now)) return { both, now: is ? 'for each room' : 'in all' }
  // Where the flag alone makes more guests or fewer, it is told.
  return { both: peopleIn(before) === peopleIn(after) ? [old, now] : both }
}

function perRoom({ node }: Branch): boolean | undefined {
  const told = valueOf(node, PER_ROOM)?.trim()
  return told === 'true' || told === '1' ? true : told === 'false' || told === '0' ? false : undefined
}

const withoutFlag = (branch: Branch): Branch => ({
  ...branch,
  attributes: new Map([...branch.attributes].filter(([key]) => key !== PER_ROOM)),
})

function times(counts: Branch, many: number): Branch | undefined {
  if (many === 1) return counts
  const counted = counts.children.map(({ attributes }) => attributes.get('Count')?.same ?? '')
  if (!counted.every((count) => /^\d{1,6}$/.test(count))) return undefined
  return {
    ...counts,
    children: counts.children.map((child, at) => changed(child, { Count: String(Number(counted[at]) * many) })),
  }
}

/** How many there are of each age, in however many lines. */
function peopleIn({ children }: Branch): string {
  const sums = new Map<string, number>()
  for (const { attributes } of children) {
    const others = [...attributes].flatMap(([key, { same }]) => (key === 'Count' ? [] : [`${key}=${same}`]))
    const key = JSON.stringify(others.toSorted())
    sums.set(key, (sums.get(key) ?? 0) + Number(attributes.get('Count')?.same))
  }
  return JSON.stringify([...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

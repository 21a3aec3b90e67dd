import { walkNodes, type XmlNode } from '../xml/index.js'
import { told } from './told.js'

/** What the RoomTypes and RatePlans of an answer say otherwise than was sent, in words. What a stay leaves out of them, an attribute as well as an element, is nothing said. */
export function wrongProducts(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  return [wrongRooms(staysIn(sent), staysIn(all)), wrongPlans(staysIn(sent), staysIn(all))].flatMap((one) => one ?? [])
}

const staysIn = (nodes: readonly XmlNode[]): XmlNode[] => nodes.filter(({ name }) => name === 'RoomStay')
const within = (stay: XmlNode, name: string): XmlNode[] => [...walkNodes(stay)].filter((node) => node.name === name)

/** Units of a type of room; undefined where one of its elements does not say how many. */
interface Units {
  code: string
  count: number | undefined
  /** As it stands, of a number that is none. */
  text: string | undefined
}

function wrongRooms(sent: readonly XmlNode[], stays: readonly XmlNode[]): string | undefined {
  const [own, units] = [unitsIn(sent), unitsIn(stays)]
  if (own.length === 0 || units.length === 0) return undefined
  // Where a stay or an element names no room, the others may be fewer than were sent.
  const isWhole = stays.every((stay) => areNamed(within(stay, 'RoomType'), 'RoomTypeCode'))
  const isRight = units.every(({ code, count, text }) => {
    const was = own.find((one) => one.code === code)?.count
    if (was === undefined || text !== undefined) return false
    return count === undefined || count === was || (!isWhole && count < was)
  })
  const isAll = !isWhole || own.every(({ code }) => units.some((one) => one.code === code))
  return isRight && isAll ? undefined : `the rooms as ${roomsText(units)}, sent were ${roomsText(own)}`
}

function wrongPlans(sent: readonly XmlNode[], stays: readonly XmlNode[]): string | undefined {
  const [own, plans] = [sent, stays].map((some) =>
    [
      ...new Set(some.flatMap((stay) => within(stay, 'RatePlan')).flatMap((plan) => told(plan, 'RatePlanCode') ?? [])),
    ].sort(),
  )
  if (own === undefined || plans === undefined || own.length === 0 || plans.length === 0) return undefined
  const isWhole = stays.every((stay) => areNamed(within(stay, 'RatePlan'), 'RatePlanCode'))
  const isRight = plans.every((code) => own.includes(code)) && (!isWhole || plans.length === own.length)
  return isRight ? undefined : `the rate plans as ${plans.join(', ')}, sent were ${own.join(', ')}`
}

const areNamed = (nodes: readonly XmlNode[], code: string): boolean =>
  nodes.length > 0 && nodes.every((node) => told(node, code) !== undefined)

function unitsIn(stays: readonly XmlNode[]): Units[] {
  const units = new Map<string, Units>()
  for (const type of stays.flatMap((stay) => within(stay, 'RoomType'))) {
    const code = told(type, 'RoomTypeCode')
    if (code === undefined) continue
    const text = told(type, 'NumberOfUnits')
    const count = text === undefined ? undefined : Number(text)
    const before = units.get(code) ?? { code, count: 0, text: undefined }
    units.set(code, {
      code,
      count: count === undefined || before.count === undefined ? undefined : before.count + count,
      text: Number.isNaN(count) ? text : before.text,
    })
  }
  return [...units.values()]
}

const ROOMS_MAX = 60
const roomsText = (units: readonly Units[]): string =>
  units
    .map(({ code, count, text }) => (count === undefined ? code : `${text ?? count} × ${code}`).slice(0, ROOMS_MAX))
    .sort()
    .join(', ')

/** Units of one stay; undefined where it does not tell them all. */
export function unitsOf(stay: XmlNode): number | undefined {
  const counts = within(stay, 'RoomType').map((type) => told(type, 'NumberOfUnits'))
  return counts.length === 0 || counts.includes(undefined)
    ? undefined
    : counts.reduce((sum, count) => sum + Number(count), 0)
}

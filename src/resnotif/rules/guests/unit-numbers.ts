import { findingAt, type LintFinding } from '../../finding/index.js'
import { dayText, groupBy, type MessageReservation, type StayNode, unitsIn, wholeNumber } from '../../read/index.js'
import { attributeOf, childOf, childrenOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import { readNights, type StayNights } from '../../nights/index.js'

const COUNTED: ReadonlySet<string> = new Set(['RoomStay', 'RoomType', 'RoomRate', 'Rate'])

/** NumberOfUnits: a number, and the same one wherever a RoomStay tells it. */
export function checkUnitNumbers({ node, stays }: MessageReservation, isOurs: boolean): LintFinding[] {
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  return [
    ...walkStandard(node).flatMap((one) => checkNumber(one, isOurs)),
    ...stays.flatMap((stay) => checkStay(stay, readNights(stay, global, isOurs).lines, isOurs)),
  ]
}

function checkNumber(node: XmlNode, isOurs: boolean): LintFinding[] {
  const value = COUNTED.has(node.name) ? valueOf(node, 'NumberOfUnits') : undefined
  if (value === undefined || (wholeNumber(value) ?? 0) >= 1) return []
  const severity = isOurs || wholeNumber(value) === undefined ? 'error' : 'warning'
  return [
    findingAt('units-invalid', node, 'NumberOfUnits', {
      found: value === '' ? 'nothing' : value.slice(0, 60),
      expected: 'a whole number of at least 1',
      severity,
    }),
  ]
}

function checkStay({ node, products }: StayNode, lines: StayNights['lines'], isOurs: boolean): LintFinding[] {
  const unitsOfRate = unitsIn(node)
  const roomTypes = childrenOf(childOf(node, 'RoomTypes'), 'RoomType').filter(
    (one) => attributeOf(one, 'RoomTypeCode') !== undefined,
  )
  const byRoom = groupBy(products, ({ roomTypeCode }) => roomTypeCode)
  const findings = [...groupBy(roomTypes, (one) => valueOf(one, 'RoomTypeCode') as string)].flatMap(([code, nodes]) => {
    const ofRoom = lines.filter(({ node: rate }) => valueOf(rate, 'RoomTypeCode') === code)
    const [told, booked] = [
      sumOf(nodes.map(unitsOf)),
      atOnce(ofRoom, unitsOfRate) ?? sumOf((byRoom.get(code) ?? []).map(({ units }) => units)),
    ]
    // RoomRates that tell no units are for one each, at least.
    const least = booked ?? (isOurs && isSilent(ofRoom) ? atOnce(ofRoom, () => 1) : undefined)
    const doubled = told !== undefined && least !== undefined && told < least ? checkDoubled(ofRoom, told, code) : []
    return told === undefined || booked === undefined || told === booked || doubled.length > 0
      ? doubled
      : [
          findingAt('units-mismatch', nodes[0] as XmlNode, 'NumberOfUnits', {
            found: String(told),
            expected: `${booked}, as its RoomRates say`,
          }),
        ]
  })
  const [whole, parts] = [unitsOf(node), atOnce(lines, unitsOfRate) ?? sumOf(products.map(({ units }) => units))]
  return whole === undefined || parts === undefined || whole === parts
    ? findings
    : [
        ...findings,
        findingAt('units-mismatch', node, 'NumberOfUnits', {
          found: String(whole),
          expected: `${parts}, as its rooms say`,
        }),
      ]
}

const SHOWN_MAX = 5

/** Several RoomRates of one plan for one night of the same rooms: each has all the units that their RoomType tells, or one where it tells none. */
function checkDoubled(lines: StayNights['lines'], told: number, room: string): LintFinding[] {
  const isAlike = new Set(lines.map(({ node }) => valueOf(node, 'RatePlanCode'))).size === 1
  if (!isAlike || lines.some(({ node }) => (unitsOf(node) ?? told) !== told)) return []
  const first = new Map<number, XmlNode>()
  const priced = new Map<number, number>()
  return lines.flatMap(({ node, nights }) => {
    const most = unitsOf(node) === undefined ? told : 1
    const twice = (nights ?? []).filter((night) => (priced.get(night) ?? 0) >= most)
    for (const night of nights ?? []) {
      if (!first.has(night)) first.set(night, node)
      priced.set(night, (priced.get(night) ?? 0) + 1)
    }
    const [night] = twice
    const other = night === undefined ? undefined : first.get(night)
    if (other === undefined) return []
    const days = twice.slice(0, SHOWN_MAX).map(dayText).join(', ')
    const more = twice.length > SHOWN_MAX ? ` and ${twice.length - SHOWN_MAX} more` : ''
    return [
      findingAt('night-twice', node, 'EffectiveDate', {
        found: `${days}${more}: another RoomRate of room ${room.slice(0, 40)}, beside the one of line ${other.place.line}`,
        expected: `one RoomRate a night for ${told === 1 ? 'the 1 unit' : `the ${told} units`} of its RoomType`,
        why: 'Two rates are for the same night of the same room: a PMS bills both, or books a room more than the RoomType counts.',
        remedy: 'Leave one of the two out; where more rooms are meant, count them in NumberOfUnits of the RoomType.',
      }),
    ]
  })
}

const isSilent = (lines: StayNights['lines']): boolean =>
  lines.length > 1 && lines.every(({ node }) => unitsOf(node) === undefined)

/** The most units of one night: where one plan or room follows another, they are the same unit, also where RoomType alone counts it. Undefined where one does not tell its nights or units. */
function atOnce(lines: StayNights['lines'], unitsOfRate: (node: XmlNode) => number | undefined): number | undefined {
  const byNight = new Map<number, number>()
  for (const { node, nights } of lines) {
    const units = unitsOfRate(node)
    if (nights === undefined || units === undefined) return undefined
    for (const night of nights) byNight.set(night, (byNight.get(night) ?? 0) + units)
  }
  return byNight.size === 0 ? undefined : Math.max(...byNight.values())
}

const unitsOf = (node: XmlNode): number | undefined => wholeNumber(valueOf(node, 'NumberOfUnits'))

/** Undefined where one is not told, or there is none. */
function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.length > 0 && numbers.every((one) => one !== undefined)
    ? numbers.reduce((sum, one) => sum + one, 0)
    : undefined
}

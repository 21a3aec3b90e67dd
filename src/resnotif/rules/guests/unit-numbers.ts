import { findingAt, type LintFinding } from '../../finding/index.js'
import { groupBy, type MessageReservation, type StayNode, wholeNumber } from '../../read/index.js'
import { attributeOf, childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'

const COUNTED: ReadonlySet<string> = new Set(['RoomStay', 'RoomType', 'RoomRate', 'Rate'])

/** NumberOfUnits: a number, and the same one wherever a RoomStay tells it. */
export function checkUnitNumbers({ node, stays }: MessageReservation, isOurs: boolean): LintFinding[] {
  return [...[...walkNodes(node)].flatMap((one) => checkNumber(one, isOurs)), ...stays.flatMap(checkStay)]
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

function checkStay({ node, products }: StayNode): LintFinding[] {
  const roomTypes = childrenOf(childOf(node, 'RoomTypes'), 'RoomType').filter(
    (one) => attributeOf(one, 'RoomTypeCode') !== undefined,
  )
  const byRoom = groupBy(products, ({ roomTypeCode }) => roomTypeCode)
  const findings = [...groupBy(roomTypes, (one) => valueOf(one, 'RoomTypeCode') as string)].flatMap(([code, nodes]) => {
    const [told, booked] = [sumOf(nodes.map(unitsOf)), sumOf((byRoom.get(code) ?? []).map(({ units }) => units))]
    return told === undefined || booked === undefined || told === booked
      ? []
      : [
          findingAt('units-mismatch', nodes[0] as XmlNode, 'NumberOfUnits', {
            found: String(told),
            expected: `${booked}, as its RoomRates say`,
          }),
        ]
  })
  const [whole, parts] = [unitsOf(node), sumOf(products.map(({ units }) => units))]
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

const unitsOf = (node: XmlNode): number | undefined => wholeNumber(valueOf(node, 'NumberOfUnits'))

/** Undefined where one is not told, or there is none. */
function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.length > 0 && numbers.every((one) => one !== undefined)
    ? numbers.reduce((sum, one) => sum + one, 0)
    : undefined
}

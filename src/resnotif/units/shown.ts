import type { MessageProduct, StayNode } from '../read/index.js'
import type { ReservationReading } from './analysis.js'
import { isInTurn, linesAtOnce } from './least-units.js'
import type { ProductReading } from './reading.js'

type Line = MessageProduct['lines'][number]

/**
 * A reservation with the units of each RoomStay, as far as anything tells them: NumberOfUnits and RoomTypes, or else the codes of the guests, as every unit has some and a
 * code of its own. Where there are more or fewer codes than RoomRates, these may be right as well. The nearest comes first.
 */
export function unitsShown(reading: ReservationReading): ReservationReading[] {
  // Codes that are wrong, or of a guest who may be anybody's, tell no units.
  const isSure = reading.faults.length === 0 && reading.guests.every(({ product }) => product !== undefined)
  const byCodes = new Map(reading.products.map((one) => [one, isSure ? linesByCodes(one) : one.product.lines]))
  const isOther = reading.products.some((one) => {
    const units = unitsOf(byCodes.get(one) ?? [])
    return units !== undefined && units !== unitsOf(one.product.lines.map(asOne))
  })
  const shown = withLines(reading, (one) => byCodes.get(one) ?? [])
  return [
    shown,
    ...(isOther ? [withLines(reading, ({ product }) => product.lines.map(asOne))] : []),
    ...(reading.products.some(({ product }) => isInTurn(product)) ? [atOnce(reading)] : []),
  ]
}

/** Without the RoomStays that may be later parts of the stay in others. */
function atOnce(reading: ReservationReading): ReservationReading {
  const found = withLines(reading, ({ product }) => linesAtOnce(product))
  const isKept = (stay: StayNode, at: number): boolean =>
    stay.products.length > 0 || reading.reservation.stays[at]?.products.length === 0
  return { ...found, reservation: { ...found.reservation, stays: found.reservation.stays.filter(isKept) } }
}

const asOne = (line: Line): Line => ({ ...line, product: { ...line.product, units: line.product.units ?? 1 } })

/** The lines of a product, with the units that its codes tell: those of one RoomStay together, those of several where each line has one. */
function linesByCodes({ product: { lines }, guests, units, open }: ProductReading): Line[] {
  const silent = lines.filter((line) => line.product.units === undefined)
  const [first] = silent
  if (first === undefined || open !== undefined || guests.some(({ key }) => key === undefined)) return lines
  const left = lines.reduce((sum, { product }) => sum - (product.units ?? 0), units.length)
  if (left === silent.length) return lines.map(asOne)
  const isOneStay = silent.every(({ stay }) => stay === first.stay)
  if (left < 1 || !isOneStay) return lines
  const all = { ...first, product: { ...first.product, units: left } }
  return [...lines.filter((line) => line.product.units !== undefined), all]
}

/** The reading with other lines, those of one product in one RoomStay as one. */
function withLines(reading: ReservationReading, linesOf: (one: ProductReading) => readonly Line[]): ReservationReading {
  const stays = new Map(
    reading.reservation.stays.map((stay): [StayNode, StayNode] => [stay, { ...stay, products: [] }]),
  )
  const products = reading.products.map((one): ProductReading => {
    const lines = joinLines(linesOf(one)).map(({ stay, product }) => ({ stay: stays.get(stay) ?? stay, product }))
    for (const { stay, product } of lines) stay.products.push(product)
    const { booked: _, ...product } = one.product
    const booked = lines.length === 0 ? undefined : unitsOf(lines)
    return { ...one, product: { ...product, lines, ...(booked === undefined ? {} : { booked }) } }
  })
  return { ...reading, reservation: { ...reading.reservation, stays: [...stays.values()] }, products }
}

function joinLines(lines: readonly Line[]): Line[] {
  const byStay = new Map<StayNode, Line[]>()
  for (const line of lines) {
    const own = byStay.get(line.stay)
    if (own === undefined) byStay.set(line.stay, [line])
    else own.push(line)
  }
  return [...byStay].flatMap(([stay, own]) => {
    const [first] = own
    if (first === undefined) return []
    const { units: _, ...product } = first.product
    const units = unitsOf(own)
    return [{ stay, product: { ...product, ...(units === undefined ? {} : { units }) } }]
  })
}

/** Units of all lines; undefined where one does not tell. */
const unitsOf = (lines: readonly Line[]): number | undefined =>
  lines.reduce<number | undefined>(
    (sum, { product: { units } }) => (sum === undefined || units === undefined ? undefined : sum + units),
    0,
  )

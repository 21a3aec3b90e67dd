import type { GuestReading, ProductReading } from './reading.js'

/** What can be wrong with a sequence of GroupEventCodes. Interface: "Events", rules 1 to 5. */
const COUNTER_RULES = [
  'counter-zero-based',
  'counter-across-products',
  'counter-by-room-type',
  'counter-by-rate-plan',
  'counter-restarted-per-line',
  'counter-per-guest',
  'counter-duplicate',
  'counter-surplus',
  'counter-gap',
] as const
export type CounterRule = (typeof COUNTER_RULES)[number]

interface Unit {
  one: ProductReading
  guests: GuestReading[]
  /** From 0, in its product. */
  rank: number
}

/** What one way of counting wrongly would have written for each guest. */
type Prediction = Map<GuestReading, number>

/**
 * The fault that explains the whole sequence; where none does, what is wrong in each product. Guests are those whose code differs from
 * the expected one. Guests without a number as code are another rule's matter and are left out.
 */
export function diagnoseCounters(
  products: readonly ProductReading[],
  all: readonly GuestReading[],
): { rule: CounterRule; guests: GuestReading[] }[] {
  const counted = all.filter(
    (guest) => guest.product !== undefined && guest.expectedCode !== undefined && guest.key !== undefined,
  )
  const wrong = counted.filter((guest) => Number(guest.key) !== guest.expectedCode)
  if (wrong.length === 0) return []
  const units = products
    .flatMap((one) =>
      one.units.map((guests, at): Unit => ({ one, guests, rank: (guests[0]?.expectedCode ?? at + 1) - 1 })),
    )
    .sort((a, b) => (a.guests[0]?.at ?? 0) - (b.guests[0]?.at ?? 0))
  for (const [rule, predict] of HYPOTHESES) {
    const prediction = predict(units, products, counted)
    if (prediction !== undefined && counted.every((guest) => prediction.get(guest) === Number(guest.key)))
      return [{ rule, guests: wrong }]
  }
  return remaining(products, wrong)
}

const HYPOTHESES: readonly (readonly [
  CounterRule,
  (units: Unit[], products: readonly ProductReading[], guests: GuestReading[]) => Prediction | undefined,
])[] = [
  ['counter-zero-based', (units) => perUnit(units, ({ rank }) => rank)],
  [
    'counter-across-products',
    (units, products) => (hasSeveral(products) ? perUnit(units, (unit) => units.indexOf(unit) + 1) : undefined),
  ],
  [
    'counter-across-products',
    (units, products) => (hasSeveral(products) ? perUnit(units, (unit) => units.indexOf(unit)) : undefined),
  ],
  [
    'counter-by-room-type',
    (units) =>
      perUnit(
        units,
        countedBy(units, ({ one }) => one.product.roomTypeCode),
      ),
  ],
  [
    'counter-by-rate-plan',
    (units) =>
      perUnit(
        units,
        countedBy(units, ({ one }) => one.product.ratePlanCode),
      ),
  ],
  ['counter-restarted-per-line', (units) => perUnit(units, (unit) => rankInLine(unit) + 1)],
  [
    'counter-restarted-per-line',
    (units, products) =>
      hasRoomStays(products) ? perUnit(units, (unit) => rankInStretch(unit, units) + 1) : undefined,
  ],
  [
    'counter-per-guest',
    (_, products) => (hasSharers(products) ? perGuest(products.map(({ guests }) => guests)) : undefined),
  ],
  ['counter-per-guest', (_, products, guests) => (hasSharers(products) ? perGuest([guests]) : undefined)],
]

const hasSeveral = (products: readonly ProductReading[]): boolean =>
  products.filter(({ guests }) => guests.length > 0).length > 1
const hasSharers = (products: readonly ProductReading[]): boolean =>
  products.some(({ product, guests }) => product.booked !== undefined && guests.length > product.booked)

function perUnit(units: Unit[], codeOf: (unit: Unit) => number): Prediction {
  return new Map(
    units.flatMap((unit) => {
      const code = codeOf(unit)
      return unit.guests.map((guest): [GuestReading, number] => [guest, code])
    }),
  )
}

const perGuest = (groups: GuestReading[][]): Prediction =>
  new Map(groups.flatMap((guests) => guests.map((guest, i): [GuestReading, number] => [guest, i + 1])))

function countedBy(units: Unit[], keyOf: (unit: Unit) => string): (unit: Unit) => number {
  const ranks = new Map<Unit, number>()
  const counts = new Map<string, number>()
  for (const unit of units) {
    const count = (counts.get(keyOf(unit)) ?? 0) + 1
    counts.set(keyOf(unit), count)
    ranks.set(unit, count)
  }
  return (unit) => ranks.get(unit) ?? 0
}

/** Lines by the units that RoomRates tell. */
function rankInLine({ one, rank }: Unit): number {
  let left = rank
  for (const { product } of one.product.lines) {
    if (left < (product.units ?? 0)) return left
    left -= product.units ?? 0
  }
  return left
}

/** One RoomStay per room hides the lines; a unit of another product in between begins a new one. */
const hasRoomStays = (products: readonly ProductReading[]): boolean =>
  products.some(
    ({ product: { lines } }) => lines.length > 1 && new Set(lines.map(({ stay }) => stay)).size === lines.length,
  )

function rankInStretch(unit: Unit, units: Unit[]): number {
  let rank = 0
  for (let i = units.indexOf(unit) - 1; i >= 0 && units[i]?.one === unit.one; i--) rank++
  return rank
}

/** Product by product: more codes than units, a code given twice, or a number left out. */
function remaining(
  products: readonly ProductReading[],
  wrong: readonly GuestReading[],
): { rule: CounterRule; guests: GuestReading[] }[] {
  const byRule = new Map<CounterRule, GuestReading[]>()
  for (const {
    units,
    guests,
    open,
    product: { booked },
  } of products) {
    const odd = wrong.filter((guest) => guests.includes(guest))
    if (odd.length === 0) continue
    // Which of those who carry one code has the wrong one is not known.
    const here =
      open?.reason === 'repeated'
        ? guests.filter(({ key }) => guests.filter((other) => other.key === key).length > 1)
        : odd
    const codes = units.map(([first]) => Number(first?.key))
    const isMixed = units.some((unit) => new Set(unit.map(({ key }) => key)).size > 1)
    const isRepeated = new Set(codes).size < codes.length
    // Where there are more codes than units, no two units need carry one.
    const isSurplus = booked !== undefined && new Set(guests.map(({ key }) => key)).size > booked
    const rule = isSurplus ? 'counter-surplus' : isRepeated || isMixed ? 'counter-duplicate' : 'counter-gap'
    byRule.set(rule, [...(byRule.get(rule) ?? []), ...here])
  }
  return [...byRule].map(([rule, guests]) => ({ rule, guests }))
}

import { bgHex, bold, dim, hex } from 'ansis'
import { formatNight, parseNight, weekday } from '../../calendar/index.js'
import { printable } from '../../printable.js'
import { type Terminal, widthOf, wrap } from '../terminal/index.js'
import { CLOSED, LEVELS, priceLevels, productOf, stayMarks, UNACKNOWLEDGED } from './marks.js'
import type { KnownNight } from './view.js'

const WEEKDAY_LETTERS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
/** A price of four digits, its level, and a blank. */
const CELL = 6
/** From the lowest to the highest fifth; dark text is readable on all of them. */
const SHADES = ['#d7ecd9', '#b9dfe6', '#f6e7a6', '#f5c58a', '#ee9c8d'] as const
/** Names are shown where so many columns are left for them. */
const NAME_COLUMNS_MIN = 6
const RULES_LABEL = '  stay rules'
const FREE_LABEL = '  free'

interface Product {
  label: string
  nights: Map<string, KnownNight>
  level: (price: unknown) => number | undefined
}

/**
 * Nights × rooms: the price with its level among those of the room and plan, and below it what a stay has to keep to and how many units are free. As many
 * nights side by side as fit.
 * @param names of rooms by their id
 */
export function calendarPicture(
  known: readonly KnownNight[],
  terminal: Terminal,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const products = productsOf(known, names, terminal.width)
  const labelWidth = Math.max(...products.map(({ label }) => widthOf(label)), RULES_LABEL.length) + 1
  const cell = Math.max(CELL, ...known.map((night) => stayMarks(night).join(' ').length + 1))
  const perBand = Math.max(2, Math.floor((terminal.width - labelWidth) / cell))
  const nights = nightRange(known)
  const lines: string[] = []
  for (let at = 0; at < nights.length; at += perBand) {
    const band = nights.slice(at, at + perBand)
    if (at > 0) lines.push('')
    lines.push(...headOf(band, labelWidth, cell))
    for (const product of products) lines.push(...productLines(product, band, labelWidth, cell))
  }
  return [...lines, '', ...keyLines(known, terminal.width).map((line) => dim(line))].join('\n')
}

function productsOf(known: readonly KnownNight[], names: ReadonlyMap<string, string>, width: number): Product[] {
  const groups = new Map<string, KnownNight[]>()
  for (const night of known) groups.set(productOf(night), [...(groups.get(productOf(night)) ?? []), night])
  return [...groups.values()]
    .map((nights): Product => {
      const [room, plan] = [printable(nights[0]?.room ?? ''), printable(nights[0]?.plan ?? '')]
      return {
        label: labelOf(room, plan, names.get(nights[0]?.room ?? ''), Math.floor(width / 3)),
        nights: new Map(nights.map((night) => [night.night, night])),
        level: priceLevels(nights),
      }
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
}

/** Ids stay whole, so that they can be typed; a name gives way. */
function labelOf(room: string, plan: string, name: string | undefined, width: number): string {
  const ids = (shown: string): string =>
    `${room === 'all' ? 'all rooms' : room}${shown === '' ? '' : ` ${shown}`}${plan === '' ? '' : ` · ${plan}`}`
  const room4name = width - widthOf(ids('')) - 1
  return name === undefined || room4name < NAME_COLUMNS_MIN ? ids('') : ids(fitted(printable(name), room4name))
}

function fitted(text: string, columns: number): string {
  return widthOf(text) <= columns ? text : `${(wrap(text, columns - 1)[0] ?? '').trimEnd()}…`
}

/** Every night from the first to the last, gaps included. */
function nightRange(known: readonly KnownNight[]): string[] {
  const numbers = known.map(({ night }) => parseNight(night) as number)
  const first = numbers.reduce((a, b) => Math.min(a, b))
  const last = numbers.reduce((a, b) => Math.max(a, b))
  return Array.from({ length: last - first + 1 }, (_, at) => formatNight(first + at))
}

function headOf(band: readonly string[], labelWidth: number, cell: number): string[] {
  let months = ''.padEnd(labelWidth)
  for (const [at, night] of band.entries()) {
    const start = labelWidth + at * cell
    if ((at === 0 || night.endsWith('-01')) && months.length <= start) months = months.padEnd(start) + night.slice(0, 7)
  }
  const days = band.map((night) => {
    const day = weekday(parseNight(night) as number)
    const text = `${WEEKDAY_LETTERS[day]}${night.slice(8)}`.padEnd(cell)
    return day >= 5 ? bold(text) : dim(text)
  })
  return [bold(months), ''.padEnd(labelWidth) + days.join('')]
}

/** A line of prices, and one of rules and of free units where the band has any. Units without prices have the line to themselves. */
function productLines(
  { label, nights, level }: Product,
  band: readonly string[],
  labelWidth: number,
  cell: number,
): string[] {
  const shown = band.map((night) => nights.get(night))
  const hasRates = [...nights.values()].some((night) => Object.keys(night).some((field) => RATE_FIELDS.has(field)))
  const free = shown.map((night) => freeCell(night, cell, !hasRates)).join('')
  const name = `${label}${' '.repeat(labelWidth - widthOf(label))}`
  if (!hasRates) return [name + free]
  const rules = shown.map((night) => (night === undefined ? '' : stayMarks(night).join(' ')))
  return [
    name + shown.map((night) => priceCell(night, level, cell)).join(''),
    ...(rules.every((rule) => rule === '')
      ? []
      : [dim(RULES_LABEL.padEnd(labelWidth)) + rules.map((rule) => rule.padEnd(cell)).join('')]),
    ...(shown.every((night) => night?.['availability'] === undefined)
      ? []
      : [dim(FREE_LABEL.padEnd(labelWidth)) + free]),
  ]
}

const RATE_FIELDS: ReadonlySet<string> = new Set([
  'price',
  'closed',
  'closed_to_arrival',
  'closed_to_departure',
  'min_stay',
  'max_stay',
])

function priceCell(night: KnownNight | undefined, level: (price: unknown) => number | undefined, cell: number): string {
  if (night === undefined) return dim('·'.padStart(CELL - 2).padEnd(cell))
  const { price, closed } = night
  const sent = night.unacknowledged === undefined ? '' : UNACKNOWLEDGED
  if (closed === true) return dim(`${CLOSED}${sent}`.padStart(CELL - 2).padEnd(cell))
  if (price === undefined) return dim(`–${sent}`.padStart(CELL - 2).padEnd(cell))
  const at = level(price)
  const text = shortPrice(Number(price)).padStart(CELL - 2)
  const mark = sent === '' ? (at === undefined ? ' ' : (LEVELS[at] as string)) : sent
  const shade = SHADES[at ?? 0] as string
  return `${bgHex(shade).black(text + mark)}${' '.repeat(cell - text.length - 1)}`
}

/** @param isAlone nothing else shows what was sent and not acknowledged */
function freeCell(night: KnownNight | undefined, cell: number, isAlone: boolean): string {
  const availability = night?.['availability']
  const sent = isAlone && night?.unacknowledged !== undefined ? UNACKNOWLEDGED : ''
  const text = `${availability === undefined ? (isAlone && sent === '' ? '·' : '') : String(availability)}${sent}`
  const padded = text.padStart(CELL - 2).padEnd(cell)
  return availability !== undefined && Number(availability) === 0 ? hex('#c0392b')(padded) : padded
}

/** At most four characters where that is possible: 95, 1250, 12k. */
function shortPrice(price: number): string {
  return price < 9999.5 ? String(Math.round(price)) : `${Math.round(price / 1000)}k`
}

/** What the signs mean: those that stand there, and no others. */
function keyLines(known: readonly KnownNight[], width: number): string[] {
  const has = (test: (night: KnownNight) => boolean): boolean => known.some(test)
  const marks = new Set(known.flatMap(stayMarks).flatMap((mark) => [...mark]))
  const parts = [
    ...(has(({ price }) => price !== undefined)
      ? [`${LEVELS[0]} lowest to ${LEVELS[4]} highest price of that room and plan`]
      : []),
    ...(has(({ price }) => price !== undefined && (!Number.isInteger(Number(price)) || Number(price) >= 9999.5))
      ? ['prices rounded']
      : []),
    ...(has(({ closed }) => closed === true) ? [`${CLOSED} closed`] : []),
    ...(marks.has('‹') ? ['‹ no arrival'] : []),
    ...(marks.has('›') ? ['› no departure'] : []),
    ...(marks.has('+') ? ['3+ minimum stay'] : []),
    ...(marks.has('≤') ? ['≤7 maximum stay'] : []),
    ...(has(({ unacknowledged }) => unacknowledged !== undefined) ? [`${UNACKNOWLEDGED} sent, not acknowledged`] : []),
    '· not on record',
  ]
  return parts.reduce<string[]>((lines, part) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + 3 + part.length > width) return [...lines, part]
    return [...lines.slice(0, -1), `${last}   ${part}`]
  }, [])
}

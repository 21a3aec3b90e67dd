import { bgHex, bold, dim, hex } from 'ansis'
import { printable } from '../../printable.js'
import { formatNight, parseNight, weekday } from '../../calendar/index.js'
import type { Terminal } from '../terminal/index.js'
import type { KnownNight } from './view.js'

const CELL = 5
const WEEKDAY_LETTERS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
/** From the cheapest to the dearest fifth; dark text is readable on all of them. */
const SHADES = ['#d7ecd9', '#b9dfe6', '#f6e7a6', '#f5c58a', '#ee9c8d']

interface Product {
  label: string
  nights: Map<string, KnownNight>
}

/** Nights × rooms as a heat map: the price on its shade, a mark for what forbids a stay. As many nights side by side as fit. */
export function calendarPicture(known: readonly KnownNight[], terminal: Terminal): string {
  const products = productsOf(known)
  const labelWidth = Math.max(...products.map(({ label }) => label.length), 5) + 1
  const perBand = Math.max(3, Math.floor((terminal.width - labelWidth) / CELL))
  const nights = nightRange(known)
  const shade = shadesOf(known)
  const lines: string[] = []
  for (let at = 0; at < nights.length; at += perBand) {
    const band = nights.slice(at, at + perBand)
    if (at > 0) lines.push('')
    lines.push(...headOf(band, labelWidth))
    for (const { label, nights: own } of products)
      lines.push(label.padEnd(labelWidth) + band.map((night) => cellOf(own.get(night), shade)).join(''))
  }
  lines.push(
    '',
    dim(
      'price: darker is dearer   × closed   0 none free   ‹ no arrival   › no departure   + minimum stay   ? sent, not acknowledged   · not on record',
    ),
  )
  return lines.join('\n')
}

function productsOf(known: readonly KnownNight[]): Product[] {
  const products = new Map<string, Product>()
  for (const night of known) {
    const label = printable(
      `${night.room === 'all' ? 'all rooms' : night.room}${night.plan === '' ? '' : ` · ${night.plan}`}`,
    )
    const product = products.get(label) ?? { label, nights: new Map<string, KnownNight>() }
    product.nights.set(night.night, night)
    products.set(label, product)
  }
  return [...products.values()].sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
}

/** Every night from the first to the last, gaps included. */
function nightRange(known: readonly KnownNight[]): string[] {
  const numbers = known.map(({ night }) => parseNight(night) as number)
  const first = numbers.reduce((a, b) => Math.min(a, b))
  const last = numbers.reduce((a, b) => Math.max(a, b))
  return Array.from({ length: last - first + 1 }, (_, at) => formatNight(first + at))
}

function headOf(band: readonly string[], labelWidth: number): string[] {
  let months = ''.padEnd(labelWidth)
  for (const [at, night] of band.entries()) {
    const start = labelWidth + at * CELL
    if ((at === 0 || night.endsWith('-01')) && months.length <= start) months = months.padEnd(start) + night.slice(0, 7)
  }
  const days = band.map((night) => {
    const day = weekday(parseNight(night) as number)
    const text = `${WEEKDAY_LETTERS[day]}${night.slice(8)}`.padEnd(CELL)
    return day >= 5 ? bold(text) : dim(text)
  })
  return [bold(months), ''.padEnd(labelWidth) + days.join('')]
}

/** A shade for each price by its fifth of the prices shown. */
function shadesOf(known: readonly KnownNight[]): (price: number) => string {
  const prices = [...new Set(known.map(({ price }) => Number(price)).filter(Number.isFinite))].sort((a, b) => a - b)
  return (price) => {
    const at = prices.findIndex((one) => one >= price)
    return SHADES[
      Math.min(SHADES.length - 1, Math.floor((at / Math.max(1, prices.length - 1)) * SHADES.length))
    ] as string
  }
}

function cellOf(night: KnownNight | undefined, shade: (price: number) => string): string {
  if (night === undefined) return dim('·'.padEnd(CELL))
  const {
    price,
    closed,
    availability,
    closed_to_arrival: noArrival,
    closed_to_departure: noDeparture,
    min_stay: minStay,
  } = night
  const isSent = night.unacknowledged !== undefined
  if (closed === true) return dim(`×${isSent ? '?' : ''}`.padStart(CELL - (isSent ? 1 : 2)).padEnd(CELL))
  if (availability !== undefined && Number(availability) === 0)
    return hex('#c0392b')(`0${isSent ? '?' : ''}`.padStart(CELL - (isSent ? 1 : 2)).padEnd(CELL))
  const mark = isSent
    ? '?'
    : noArrival === true
      ? '‹'
      : noDeparture === true
        ? '›'
        : Number(minStay ?? 1) > 1
          ? '+'
          : ' '
  if (price === undefined)
    return `${availability === undefined ? (isSent ? '' : '·') : String(availability)}${mark}`
      .padStart(CELL - 1)
      .padEnd(CELL)
  const text = shortPrice(Number(price)).padStart(CELL - 2) + mark
  return `${bgHex(shade(Number(price))).black(text)} `
}

/** At most three characters where that is possible: 95, 140, 1k2. */
function shortPrice(price: number): string {
  if (price < 999.5) return String(Math.round(price))
  const thousands = price / 1000
  return thousands < 9.95 ? `${Math.floor(thousands)}k${Math.floor((thousands % 1) * 10)}` : `${Math.round(thousands)}k`
}

import { bgHex, dim, hex } from 'ansis'
import { formatNight } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import { printable } from '../../printable.js'
import type { HotelChanges, NightMark } from '../../push/index.js'
import type { PlannedFiles } from '../report/index.js'
import type { Terminal } from '../terminal/index.js'
import { finestScale, headLines } from './change-scale.js'

const LINES = 20
/** Under the plan's own labels. */
const INDENT = 11

/** Gravest first: a mark for several nights shows the first of these that occurs. */
const MARKS: [NightMark, sign: string, words: string][] = [
  ['closed', '×', 'closes'],
  ['opened', '○', 'opens'],
  ['up', '▲', 'dearer'],
  ['down', '▼', 'cheaper'],
  ['other', '~', 'other values'],
  ['new', '+', 'not known before'],
  ['same', '=', 'unchanged'],
]
const NOTHING = '·'
/** By how far a price moves: up to 5 per cent, up to 20, more. */
const STEPS = [1.05, 1.2]
const WARM = ['#f6e7a6', '#f5c58a', '#ee9c8d']
const COLD = ['#d7ecd9', '#b9dfe6', '#9cc4e8']

interface Cell {
  rank: number
  factor: number
}

interface Product {
  label: string
  /** By place in the line. */
  cells: Map<number, Cell>
  isChanged: boolean
}

/**
 * The calendar of a dry run: on a terminal, or where a hotel is named.
 * @throws Fault USAGE where the files hold nothing of that hotel
 */
export function shownCalendar(
  { plan, preview }: PlannedFiles,
  wanted: string | undefined,
  terminal: Terminal,
): string | undefined {
  if (preview === undefined && wanted !== undefined)
    throw new Fault('USAGE', `The files have no rows for hotel ${wanted}, so there is no calendar to show.`, {
      next: 'Choose a hotel that is in the files. Nothing was sent.',
    })
  if (preview === undefined || plan.requests === 0 || (wanted === undefined && !terminal.stdout)) return undefined
  return changePicture(preview, { width: terminal.width, hotels: plan.hotels })
}

/** What would change in a hotel, nights × rooms, in at most 20 lines: a mark for each night, or for as many as it takes to fit. */
export function changePicture(
  { hotel, series }: HotelChanges,
  { width, hotels }: { width: number; hotels: number },
): string {
  const first = Math.min(...series.map(({ nights }) => nights[0]?.from ?? Infinity))
  const until = Math.max(...series.map(({ nights }) => nights.at(-1)?.until ?? 0))
  const labels = series.map(({ room, plan }) =>
    printable(`${room === '' ? 'all rooms' : room}${plan === '' ? '' : ` · ${plan}`}`),
  )
  const labelWidth = Math.max(INDENT, ...labels.map((label) => label.length + 1))
  const perBand = Math.max(7, width - labelWidth)
  // Title, legend, and what is left out.
  const room = LINES - 1 - 2 - (hotels > 1 ? 1 : 0)
  const { step, start, places } = finestScale(first, until, { perBand, rows: series.length, room })
  const bands = Math.min(Math.ceil(places / perBand), Math.floor(room / 4))
  const rows = Math.floor(room / bands) - 2
  const products = productsOf(series, labels, { start, step })
  const isCut = products.length > rows
  const shown = isCut
    ? [...products.filter(({ isChanged }) => isChanged), ...products.filter(({ isChanged }) => !isChanged)].slice(
        0,
        rows - 1,
      )
    : products
  const lines = [
    `${'Calendar'.padEnd(INDENT)}hotel ${printable(hotel)}, a mark ${step === 1 ? 'a night' : step === 7 ? 'a week: the gravest of its nights' : 'four weeks: the gravest of their nights'}`,
  ]
  for (let at = 0; at < bands * perBand && at < places; at += perBand) {
    const length = Math.min(perBand, places - at)
    lines.push(...headLines({ start: start + at * step, step, length, indent: labelWidth, perBand }))
    for (const { label, cells } of shown)
      lines.push(label.padEnd(labelWidth) + Array.from({ length }, (_, i) => signOf(cells.get(at + i))).join(''))
  }
  if (isCut) lines.push(`${''.padEnd(INDENT)}… and ${products.length - shown.length} more rooms`)
  if (bands * perBand < places) lines.push(`${''.padEnd(INDENT)}… and on to ${formatNight(until - 1)}`)
  lines.push(...legend(shown, { width, places: Math.min(places, bands * perBand) }))
  if (hotels > 1)
    lines.push(`${''.padEnd(INDENT)}--calendar HOTEL shows another of the ${hotels.toLocaleString('en')} hotels`)
  return lines.join('\n')
}

function productsOf(
  series: HotelChanges['series'],
  labels: readonly string[],
  { start, step }: { start: number; step: number },
): Product[] {
  const products = series.map(({ nights }, i): Product => {
    const cells = new Map<number, Cell>()
    for (const { from, until, mark, factor } of nights) {
      const rank = MARKS.findIndex(([name]) => name === mark)
      for (let place = Math.floor((from - start) / step); place <= Math.floor((until - 1 - start) / step); place += 1) {
        const cell = cells.get(place)
        if (cell === undefined || rank < cell.rank) cells.set(place, { rank, factor })
        else if (rank === cell.rank) cell.factor = Math.max(cell.factor, factor)
      }
    }
    return { label: labels[i] as string, cells, isChanged: nights.some(({ mark }) => mark !== 'same') }
  })
  return products.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
}

function signOf(cell: Cell | undefined): string {
  const [mark, sign] = cell === undefined ? [undefined, NOTHING] : (MARKS[cell.rank] as (typeof MARKS)[number])
  const shade = STEPS.filter((most) => (cell?.factor ?? 1) > most).length
  if (mark === 'up') return bgHex(WARM[shade] as string).black(sign)
  if (mark === 'down') return bgHex(COLD[shade] as string).black(sign)
  if (mark === 'closed') return hex('#c0392b')(sign)
  if (mark === 'opened') return hex('#1e8449')(sign)
  return mark === 'other' || mark === 'new' ? sign : dim(sign)
}

/** Only the marks that occur. */
function legend(products: readonly Product[], { width, places }: { width: number; places: number }): string[] {
  const ranks = new Set(products.flatMap(({ cells }) => [...cells.values()].map(({ rank }) => rank)))
  const parts = [
    ...MARKS.filter((_, rank) => ranks.has(rank)).map(([, sign, words]) => `${sign} ${words}`),
    ...(products.some(({ cells }) => cells.size < places) ? [`${NOTHING} not in the files`] : []),
  ]
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 3 + part.length <= width) lines[lines.length - 1] = `${last}   ${part}`
    else lines.push(`${''.padEnd(INDENT)}${part}`)
  }
  return lines.map((line) => dim(line))
}

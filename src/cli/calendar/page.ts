import { formatNight, parseNight } from '../../calendar/index.js'
import { PAGE_SCRIPT, PAGE_STYLE } from './page-parts.js'
import { type KnownNight, type SentNight, sentText } from './view.js'

/** What a run changed on one night of a product: the fields and what was known of them before. */
export interface NightChange {
  night: string
  room: string
  plan: string
  before: Readonly<Record<string, string | number | boolean>>
}

export interface CalendarPageInput {
  hotel: string
  service: string
  nights: readonly KnownNight[]
  /** The run whose changes are marked, and what it changed. */
  run: { id: number; changes: readonly NightChange[] } | undefined
  /** Names of rooms by their id, as far as they are known. */
  names?: ReadonlyMap<string, string>
  /** When it was made, ISO. */
  madeAt: string
}

/** One page with everything in it: no script or style from elsewhere, readable by keyboard, light and dark. */
export function calendarPage({ hotel, service, nights, run, names = new Map(), madeAt }: CalendarPageInput): string {
  const changes = new Map((run?.changes ?? []).map((change) => [keyOf(change), change.before]))
  const months = groupBy(nights, ({ night }) => night.slice(0, 7))
  const scales = new Map([...groupBy(nights, productOf)].map(([product, own]) => [product, priceScale(own)]))
  const first = nights[0]?.night
  const last = nights.at(-1)?.night
  const title = `Hotel ${hotel}: ${first ?? ''} to ${last ?? ''}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
<p>What ${escape(service)} has acknowledged from this machine, as of ${escape(madeAt)}.${run === undefined ? '' : ` Outlined: changed by run ${run.id}, ${changes.size} nights.`}</p>
<p class="legend"><span class="key s0">lowest prices</span><span class="key s4">highest prices</span><span class="key shut">closed</span><span class="key none">none free</span><span class="key changed">changed</span> <span>? sent, not acknowledged · ‹ no arrival · › no departure · 2+ minimum stay · arrow keys move, Home and End jump</span></p>
<p>The colours compare the prices of one room and plan with each other, over all nights of this page.</p>
</header>
<main>
${[...months].map(([month, own]) => monthTable(month, own, { changes, scales, names })).join('\n')}
</main>
<aside id="detail" aria-live="polite">Select a night to see everything that is known of it.</aside>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

interface Drawing {
  changes: ReadonlyMap<string, NightChange['before']>
  /** By product: each has prices of its own, and a cheap room must not be all one colour beside a suite. */
  scales: ReadonlyMap<string, (price: number) => number>
  names: ReadonlyMap<string, string>
}

function productOf({ room, plan }: Pick<KnownNight, 'room' | 'plan'>): string {
  return `${room === 'all' ? 'All rooms' : `Room ${room}`}${plan === '' ? '' : `, plan ${plan}`}`
}

/** With the name of the room, where it is known. */
function titleOf(product: string, room: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(room)
  return name === undefined ? product : product.replace(`Room ${room}`, () => `Room ${room} (${name})`)
}

function monthTable(month: string, nights: readonly KnownNight[], drawing: Drawing): string {
  const days = [...new Set(nights.map(({ night }) => night))].sort()
  const span = daysBetween(days[0] as string, days.at(-1) as string)
  const products = groupBy(nights, productOf)
  const head = span
    .map(
      (day) =>
        `<th scope="col"${isWeekend(day) ? ' class="weekend"' : ''}><abbr title="${day}">${WEEKDAY.format(new Date(`${day}T00:00:00Z`))} ${Number(day.slice(8))}</abbr></th>`,
    )
    .join('')
  const rows = [...products]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([product, own]) => {
      const byDay = new Map(own.map((night) => [night.night, night]))
      const title = titleOf(product, own[0]?.room ?? '', drawing.names)
      const scale = drawing.scales.get(product) ?? (() => 0)
      return `<tr><th scope="row">${escape(title)}</th>${span.map((day) => nightCell(title, day, byDay.get(day), { changes: drawing.changes, scale })).join('')}</tr>`
    })
  return `<section><h2>${monthName(month)}</h2><div class="scroll" tabindex="-1"><table><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>`
}

function nightCell(
  product: string,
  day: string,
  night: KnownNight | undefined,
  { changes, scale }: Pick<Drawing, 'changes'> & { scale: (price: number) => number },
): string {
  if (night === undefined)
    return `<td class="unknown" tabindex="-1" data-detail="${escape(`${product}, ${day}: nothing is known.`)}">·</td>`
  const {
    price,
    closed,
    availability,
    closed_to_arrival: noArrival,
    closed_to_departure: noDeparture,
    min_stay: minStay,
  } = night
  const before = changes.get(keyOf(night))
  const isShut = closed === true
  const isFull = availability !== undefined && Number(availability) === 0
  const kind = isShut ? 'shut' : isFull ? 'none' : price === undefined ? 'plain' : `s${scale(Number(price))}`
  const marks = [
    night.unacknowledged === undefined ? '' : '?',
    noArrival === true ? '‹' : '',
    noDeparture === true ? '›' : '',
    Number(minStay ?? 1) > 1 ? `${minStay}+` : '',
    availability === undefined ? '' : `${availability} free`,
  ].filter((mark) => mark !== '')
  const detail = detailOf(product, night, before)
  return `<td class="${kind}${before === undefined ? '' : ' changed'}" tabindex="-1" aria-label="${escape(detail)}" data-detail="${escape(detail)}"><b>${isShut ? '×' : escape(price === undefined ? '–' : String(price))}</b><i>${escape(marks.join(' '))}</i></td>`
}

const WORDS: Readonly<Record<string, string>> = {
  price: 'price',
  currency: 'currency',
  min_stay: 'minimum stay',
  max_stay: 'maximum stay',
  closed: 'closed',
  closed_to_arrival: 'closed to arrival',
  closed_to_departure: 'closed to departure',
  availability: 'units free',
}

function detailOf(product: string, night: KnownNight, before: NightChange['before'] | undefined): string {
  const fields = Object.entries(WORDS).flatMap(([field, word]) => {
    const value = night[field] as Exclude<KnownNight[string], SentNight>
    if (value === undefined) return []
    const was = before?.[field]
    return [`${word} ${plain(value)}${was === undefined || was === value ? '' : ` (was ${plain(was)})`}`]
  })
  const isNew = before !== undefined && Object.keys(before).length === 0
  const sent = night.unacknowledged === undefined ? [] : [`sent, not acknowledged: ${sentText(night.unacknowledged)}`]
  return `${product}, ${night.weekday} ${night.night}: ${[...fields, ...sent].join(', ')}${isNew ? ' (not known before)' : ''}.`
}

function plain(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

function keyOf({ night, room, plan }: Pick<NightChange, 'night' | 'room' | 'plan'>): string {
  return `${night} ${room} ${plan}`
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** 0 to 4: which fifth of the prices of these nights a price is in. */
function priceScale(nights: readonly KnownNight[]): (price: number) => number {
  const prices = [...new Set(nights.map(({ price }) => Number(price)).filter(Number.isFinite))].sort((a, b) => a - b)
  return (price) => Math.min(4, Math.floor((prices.indexOf(price) / Math.max(1, prices.length - 1)) * 5))
}

function daysBetween(first: string, last: string): string[] {
  const from = parseNight(first) as number
  return Array.from({ length: (parseNight(last) as number) - from + 1 }, (_, at) => formatNight(from + at))
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })

function monthName(month: string): string {
  return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

import { formatNight, parseNight } from '../../calendar/index.js'
import { escapeHtml, htmlPage } from '../page/index.js'
import { CLOSED, LEVELS, priceLevels, productOf, stayMarks, UNACKNOWLEDGED } from './marks.js'
import { CHANGED, keyOfMarks } from './page-key.js'
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
  const levels = new Map([...groupBy(nights, productOf)].map(([product, own]) => [product, priceLevels(own)]))
  const first = nights[0]?.night
  const last = nights.at(-1)?.night
  const title = `Hotel ${hotel}: ${first ?? ''} to ${last ?? ''}`
  const body = `<header>
<h1>${escapeHtml(title)}</h1>
<p>What ${escapeHtml(service)} has acknowledged from this machine, as of ${escapeHtml(madeAt)}.${runWords(run?.id, changes.size)}</p>
${keyOfMarks(nights, changes.size > 0)}
<p>Colours and heights compare the prices of one room and plan with each other, over all nights of this page.</p>
<p class="keys">Arrow keys move between nights, Home and End jump.</p>
</header>
<main>
${[...months].map(([month, own]) => monthTable(month, own, { changes, levels, names })).join('\n')}
</main>
<aside id="detail" aria-live="polite">Select a night to see everything that is known of it.</aside>`
  return htmlPage({ title, style: PAGE_STYLE, body, script: PAGE_SCRIPT })
}

function runWords(run: number | undefined, changed: number): string {
  if (run === undefined) return ''
  if (changed === 0) return ` Run ${run} changed none of these nights.`
  return ` Outlined and marked ${CHANGED}: changed by run ${run}, ${changed} ${changed === 1 ? 'night' : 'nights'}.`
}

interface Drawing {
  changes: ReadonlyMap<string, NightChange['before']>
  /** By product: each has prices of its own, and a cheap room must not be all one colour beside a suite. */
  levels: ReadonlyMap<string, (price: unknown) => number | undefined>
  names: ReadonlyMap<string, string>
}

function wordsOf({ room, plan }: Pick<KnownNight, 'room' | 'plan'>): string {
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
  const products = groupBy(nights, wordsOf)
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
      const level = drawing.levels.get(productOf(own[0] as KnownNight)) ?? (() => undefined)
      return `<tr><th scope="row">${escapeHtml(title)}</th>${span.map((day) => nightCell(title, day, byDay.get(day), { changes: drawing.changes, level })).join('')}</tr>`
    })
  return `<section><h2>${monthName(month)}</h2><div class="scroll" tabindex="-1"><table><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>`
}

function nightCell(
  product: string,
  day: string,
  night: KnownNight | undefined,
  { changes, level }: Pick<Drawing, 'changes'> & { level: (price: unknown) => number | undefined },
): string {
  if (night === undefined)
    return `<td class="unknown" tabindex="-1" data-detail="${escapeHtml(`${product}, ${day}: nothing is known.`)}">·</td>`
  const { price, closed, availability } = night
  const before = changes.get(keyOf(night))
  const isShut = closed === true
  const isFull = availability !== undefined && Number(availability) === 0
  const height = isShut ? undefined : level(price)
  const kind = isShut ? 'shut' : isFull ? 'none' : price === undefined ? 'plain' : `s${height ?? 0}`
  const marks = [
    before === undefined ? '' : CHANGED,
    night.unacknowledged === undefined ? '' : UNACKNOWLEDGED,
    ...stayMarks(night),
    availability === undefined ? '' : `${String(availability)} free`,
  ].filter((mark) => mark !== '')
  const detail = escapeHtml(detailOf(product, night, before))
  const shown = isShut ? CLOSED : escapeHtml(price === undefined ? '–' : String(price))
  return `<td class="${kind}${before === undefined ? '' : ' changed'}" tabindex="-1" aria-label="${detail}" data-detail="${detail}"><b>${shown}${height === undefined ? '' : `<u>${LEVELS[height]}</u>`}</b><i>${escapeHtml(marks.join(' '))}</i></td>`
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

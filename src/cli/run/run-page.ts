import type { Journal, RunRecord } from '../../journal/index.js'
import { durationText } from '../../duration-text.js'
import { escapeHtml, htmlPage, writeHtmlPage } from '../page/index.js'
import { batchFate, requestsWord, runDetails } from '../report/index.js'
import { count, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'

/** Rows of a table: a page of more would be slow to open, and nobody reads them. */
const ROWS_MAX = 2_000

const STYLE = `
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.75rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
th,td{padding:.25rem .6rem;border:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
thead th{color:var(--soft);font-size:.85rem;background:var(--panel)}
td.n,th.n{text-align:right;white-space:nowrap}td.d{white-space:nowrap}td.why{min-width:11rem;overflow-wrap:anywhere}
td b{font-weight:600}
.end{padding:.5rem .75rem;border-left:4px solid var(--mark);background:var(--panel);color:var(--fg)}
@media print{th,td{padding:1px 4px}tr{break-inside:avoid}}
`

/** What became of nights, in the order of a page: sign, word, and the colour behind them. */
const FATES = [
  ['acknowledged', '✓', 'acknowledged', 's0'],
  ['rejected', '×', 'refused', 'none'],
  ['untried', '×', 'given up, not tried alone', 's3'],
  ['unanswered', '?', 'sent, no usable answer', 's2'],
  ['unsent', '–', 'left', 'shut'],
] as const

/**
 * A run as a page: what became of its nights, what was refused and why, its requests and when. It runs nothing and loads nothing.
 * @param madeAt ISO
 */
export function runPage(run: RunRecord, journal: Journal, madeAt: string): string {
  const { data } = runDetails(run, journal)
  const { batchList, rejectedRows, untriedRows = [], rejectedNights } = data as RunData
  const { id, kind, state } = run
  const title = `Run ${id}: ${kind}, ${state}`
  const body = `<header>
<h1>${escapeHtml(title)}</h1>
<p>As of ${escapeHtml(madeAt)}.</p>
${run.fault === undefined ? '' : `<p class="end">${escapeHtml(run.fault.message)}</p>`}
</header>
<main>
${factList(run)}
<section><h2>Nights</h2>${nightsTable(run)}</section>
${rowsSection('Refused rows', rejectedRows)}
${rowsSection('Rows given up, not tried alone', untriedRows)}
${nightsSection(rejectedNights)}
${batchesSection(batchList, run)}
</main>`
  return htmlPage({ title, style: STYLE, body })
}

/**
 * Writes the page to a file.
 * @throws Fault USAGE where it cannot be written there
 */
export async function writeRunPage(run: RunRecord, journal: Journal, file: string): Promise<Answer> {
  const page = runPage(run, journal, `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`)
  await writeHtmlPage(file, page)
  const { id, state, nights } = run
  return text({ file, run: id, state, nights }, `${file}: run ${id}, ${state}. Open it in a browser.`)
}

interface Row {
  file: string
  line: number
  hotel: string
  code?: string
  reason: string
}

type Batch = Parameters<typeof batchFate>[0] & {
  seq: number
  hotel: string
  nights: number
  firstNight: string
  lastNight: string
}

interface RunData {
  batchList: Batch[]
  rejectedRows: Row[]
  untriedRows?: Row[]
  rejectedNights: Record<string, unknown>[]
}

function factList(run: RunRecord): string {
  const { target, files, command, createdAt, endedAt, elapsedMs, requests, extraRequests, nights, state } = run
  const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const facts: [string, string][] = [
    files.length === 0
      ? ['Undo of', `run ${String(command['undo'])}`]
      : ['Files', files.map(({ name }) => name).join(', ')],
    ['Service', `${target.service} (profile ${target.profile})`],
    ['Begun', time(createdAt)],
    ...(endedAt === undefined ? [] : ([['Ended', time(endedAt)]] as [string, string][])),
    ...(elapsedMs > 0 ? ([['Sending took', durationText(Math.ceil(elapsedMs / 1000))]] as [string, string][]) : []),
    [
      'Requests',
      `${requests.toLocaleString('en')}${extraRequests === 0 ? '' : `, ${extraRequests.toLocaleString('en')} of them to find refused rows`}${requestsWord(run)}`,
    ],
    ...(nights.left > 0 && state !== 'planning' && state !== 'sending'
      ? ([['Next', `hubswitch run resume ${run.id} sends the rest`]] as [string, string][])
      : []),
  ]
  return `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
}

function nightsTable({ nights }: RunRecord): string {
  const { planned, acknowledged, rejected, untried = 0, left, unanswered } = nights
  const counts = { acknowledged, rejected, untried, unanswered, unsent: left - unanswered }
  const share = (number: number): string => (planned === 0 ? '' : `${((100 * number) / planned).toFixed(1)} %`)
  const rows = FATES.filter(([name]) => counts[name] > 0).map(
    ([name, sign, words, style]) =>
      `<tr><td class="${style}">${sign} ${words}</td><td class="n"><b>${counts[name].toLocaleString('en')}</b></td><td class="n">${share(counts[name])}</td></tr>`,
  )
  return `<div class="scroll"><table><tbody>${rows.join('')}<tr><td>planned</td><td class="n"><b>${planned.toLocaleString('en')}</b></td><td></td></tr></tbody></table></div>`
}

function rowsSection(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  return table(
    `${title} (${rows.length.toLocaleString('en')})`,
    [['Row'], ['Hotel'], ['Reason']],
    rows.map(({ file, line, hotel, code, reason }) => [
      [`${file}:${line}`],
      [hotel],
      [code === undefined ? reason : `${code}: ${reason}`, 'why'],
    ]),
  )
}

function nightsSection(nights: readonly Record<string, unknown>[]): string {
  if (nights.length === 0) return ''
  const words = (value: unknown): string => (value === undefined ? '' : String(value as string | number))
  return table(
    `Refused nights (${count(nights.length, 'range')})`,
    [['Hotel'], ['Room'], ['Plan'], ['From'], ['To'], ['Reason']],
    nights.map(({ hotel, room, plan, from, to, reason }) => [
      [words(hotel)],
      [words(room)],
      [words(plan)],
      [words(from), 'd'],
      [words(to), 'd'],
      [words(reason), 'why'],
    ]),
  )
}

function batchesSection(batches: readonly Batch[], run: RunRecord): string {
  if (batches.length === 0) return ''
  return table(
    `Batches (${batches.length.toLocaleString('en')})`,
    [['No.', 'n'], ['Hotel'], ['Nights', 'n'], ['Ranges', 'n'], ['First night'], ['Last night'], ['What became of it']],
    batches.map((batch) => [
      [String(batch.seq + 1), 'n'],
      [batch.hotel],
      [batch.nights.toLocaleString('en'), 'n'],
      [batch.entries.toLocaleString('en'), 'n'],
      [batch.firstNight, 'd'],
      [batch.lastNight, 'd'],
      [batchFate(batch, run), 'd'],
    ]),
  )
}

type Cell = readonly [text: string, style?: string]

function table(title: string, head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const cells = (row: readonly Cell[], tag: 'td' | 'th'): string =>
    row
      .map(
        ([text, style]) =>
          `<${tag}${tag === 'th' ? ' scope="col"' : ''}${style === undefined ? '' : ` class="${style}"`}>${escapeHtml(text)}</${tag}>`,
      )
      .join('')
  const more =
    rows.length > ROWS_MAX
      ? `<p>The first ${ROWS_MAX.toLocaleString('en')}; hubswitch run show --rows and --json list all.</p>`
      : ''
  return `<section><h2>${escapeHtml(title)}</h2><div class="scroll"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows
    .slice(0, ROWS_MAX)
    .map((row) => `<tr>${cells(row, 'td')}</tr>`)
    .join('\n')}</tbody></table></div>${more}</section>`
}

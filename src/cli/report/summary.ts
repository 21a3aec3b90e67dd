import { randomBytes } from 'node:crypto'
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { durationText } from '../../duration-text.js'
import type { ErrorCode, ExitCode, Fault } from '../../errors.js'
import { printableLines } from '../../printable.js'
import { cellText, faultText, type Remark, remarkLine, remarkText } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import type { SummaryFormat } from './summary-format.js'

/** How a command ended. */
export interface Ending {
  command: string
  profile?: string | undefined
  service?: string | undefined
  run: number | undefined
  /** Epoch milliseconds. */
  startedAt: number
  seconds: number
  /** What settles it where its process dies before it has ended, from the middle of a sentence on. */
  ifDied?: string
  /** Absent as long as it has not ended. */
  exitCode?: ExitCode | undefined
  answer?: Answer | undefined
  fault?: Fault | undefined
  /** What the service said beside a success. */
  warnings: readonly Remark[]
  /** What was told whatever --quiet says. */
  insisted?: readonly string[]
}

type Told = Pick<Ending, 'exitCode' | 'answer' | 'warnings'> & Partial<Ending>

/** A mail of this length is read. */
const TEXT_CHARACTERS = 20_000
const ROWS_SHOWN = 100
const OUTCOMES: Readonly<Record<number, string>> = {
  0: 'done',
  2: 'wrong flags or settings',
  3: 'done in part',
  4: 'sign-in failed',
  5: 'refused by the service',
  6: 'the input is wrong',
  7: 'stopped by a guard',
  8: 'not all is as it should be',
  9: 'out of time',
  10: 'service unreachable',
  11: 'locked',
  12: 'outcome unknown',
  130: 'interrupted',
}

/** Several causes share an exit code. */
const CAUSES: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'not found',
  FORBIDDEN: 'not allowed',
  NO_CREDENTIALS: 'no credentials',
  NO_CHANNEL_CREDENTIALS: 'no channel credentials',
  KEYCHAIN_UNAVAILABLE: 'keychain unavailable',
  DAMAGED: 'the journal is damaged',
  DATA_DIRECTORY: 'a file or folder cannot be used',
}
const UNFINISHED = 'It is at work, or its process has died: this file is replaced when it ends.'
/** One line that says how it ended. */
export function headline({ command, exitCode, answer, fault }: Ending): string {
  if (exitCode === undefined) return `hubswitch ${command}: begun, not ended`
  const { error } = (answer?.data ?? {}) as { error?: Pick<Fault, 'code' | 'facts'> }
  const { code, facts } = fault ?? error ?? {}
  const cause =
    facts?.['isFull'] === true
      ? 'the disk is full'
      : facts?.['isLimited'] === true
        ? 'a limit of file size'
        : code === undefined
          ? undefined
          : CAUSES[code]
  return `hubswitch ${command}: ${cause ?? OUTCOMES[exitCode] ?? 'failed'}${exitCode === 0 ? '' : ` (exit ${exitCode})`}`
}

/** The summary of a run, from what the screen was told. */
export function renderSummary(ending: Ending, format: SummaryFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(summaryDocument(ending), null, 2)}\n`
    case 'markdown':
      return [
        `# ${headline(ending)}`,
        '',
        ...facts(ending).map(([name, value]) => `- ${name}: ${inMarkdown(value)}`),
        '',
        ...storyOf(ending)
          .split('\n')
          .map((line) => `    ${line}`),
        '',
      ].join('\n')
    case 'html':
      return [
        '<!doctype html>',
        `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(headline(ending))}</title></head>`,
        '<body style="font-family:sans-serif">',
        `<h1 style="font-size:1.2em">${escapeHtml(headline(ending))}</h1>`,
        `<table>${facts(ending)
          .map(([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
          .join('')}</table>`,
        `<pre style="white-space:pre-wrap">${escapeHtml(storyOf(ending))}</pre>`,
        '</body></html>',
        '',
      ].join('\n')
    case 'text':
      return [
        headline(ending),
        '',
        ...facts(ending).map(([name, value]) => `${name}: ${value}`),
        '',
        storyOf(ending),
        '',
      ].join('\n')
  }
}

/** Whether a file begins like a summary of ours, which the next one may replace. */
export function isSummary(head: string): boolean {
  return /^(?:# hubswitch |hubswitch |<!doctype html>\n<html lang="en"><head>|\{\n {2}"summary": "hubswitch )/.test(
    head,
  )
}

function summaryDocument(ending: Ending): object {
  const { command, profile, service, run, startedAt, seconds, exitCode, answer, fault, warnings } = ending
  const { run: shown, error } = (answer?.data ?? {}) as { run?: { nights?: object; requests?: number }; error?: object }
  const failed =
    fault === undefined
      ? error
      : {
          code: fault.code,
          message: fault.message,
          next: fault.next,
          exitCode,
          ...(fault.findings.length === 0 ? {} : { findings: fault.findings.slice(0, 100) }),
        }
  return {
    summary: headline(ending),
    ok: exitCode === 0,
    exitCode: exitCode ?? null,
    command,
    profile,
    service,
    host: hostname(),
    run: run ?? null,
    startedAt: new Date(startedAt).toISOString(),
    seconds,
    ...(shown?.nights === undefined ? {} : { nights: shown.nights, requests: shown.requests }),
    ...(failed === undefined ? {} : { error: failed }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map(remarkText) }),
    text: storyOf(ending),
  }
}

function facts({ run, profile, service, startedAt, seconds, exitCode }: Ending): [string, string][] {
  const known: [string, string | undefined][] = [
    ['Run', run === undefined ? undefined : String(run)],
    ['Profile', profile],
    ['Service', service],
    ['Machine', hostname()],
    ['Begun', new Date(startedAt).toISOString()],
    ['Took', exitCode === undefined ? undefined : durationText(Math.ceil(seconds))],
  ]
  return known
    .filter((fact): fact is [string, string] => fact[1] !== undefined)
    .map(([name, value]) => [name, printableLines(value).replaceAll('\n', ' ')])
}

/** What the screen was told, without colours. */
export function storyOf({ ifDied, exitCode, answer, fault, warnings, insisted = [] }: Told): string {
  if (exitCode === undefined) return `${UNFINISHED}${ifDied === undefined ? '' : ` If it has died, ${ifDied}`}`
  const shown = fault === undefined ? (answer === undefined ? '' : shownText(answer)) : faultText(fault)
  const told = [...insisted, ...warnings.map(remarkLine), shown].filter((part) => part !== '').join('\n')
  const plain = printableLines(withoutColours(told))
  return plain.length > TEXT_CHARACTERS ? `${plain.slice(0, TEXT_CHARACTERS)}\n… (cut here)` : plain
}

/** Records line by line. The column of the guest's name stays on the screen: a summary is mailed, and a monitor belongs to somebody else. */
function shownText({ data, view }: Answer): string {
  if (view.kind === 'text') return view.text
  if (data === undefined) return ''
  const shown = (view.columns ?? []).filter(({ isPersonal }) => isPersonal !== true)
  const line = (row: unknown): string =>
    shown
      .map(({ name, value }) => [name, cellText(value(row as never))] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}`)
      .join('; ')
  if (view.kind === 'record') return line(data)
  if (view.rows.length === 0) return view.empty
  const more = view.rows.length > ROWS_SHOWN ? [`… and ${view.rows.length - ROWS_SHOWN} more.`] : []
  return [
    ...view.rows.slice(0, ROWS_SHOWN).map(line),
    ...more,
    ...(view.footer === undefined ? [] : [view.footer]),
  ].join('\n')
}

function withoutColours(text: string): string {
  return text.replaceAll(/(?![\n\r\t])\p{Cc}\[\d{0,3}m/gu, '')
}

/** Text of others must not become headings, links or pictures of a mail. */
function inMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#!|]/g, '\\$&')
}

function escapeHtml(text: string): string {
  return printableLines(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Writes a summary so that whoever reads the file finds the whole of one: beside it first, 0600. */
export function writeSummary(file: string, text: string): void {
  const beside = `${file}.${randomBytes(8).toString('hex')}.tmp`
  try {
    const handle = openSync(beside, 'wx', 0o600)
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at)
    } finally {
      closeSync(handle)
    }
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

import { Fault } from '../../errors.js'
import {
  type ComparedMessage,
  compareMessages,
  type Comparison,
  type ExplainedMessage,
  explainMessage,
  lintDecoded,
  placeFindings,
} from '../../resnotif/index.js'
import { type NamedMessage, openMessages, requireText, tellDoubts, tellEmpty, tellOthers } from '../capture/index.js'
import { explainPage, tellMore } from '../explained/index.js'
import { writeHtmlPage } from '../page/index.js'
import type { Answer, Column, Terminal } from '../terminal/index.js'
import { counterColumns, counterRows, counterTable, printable } from './view.js'

export interface ExplainInput {
  file: string
  /** Of several messages in a capture, only this one, from 1. */
  message: number | undefined
  /** Another message, which `file` is compared with. */
  diff: string | undefined
  html: string | undefined
  terminal: Terminal
  output: string | undefined
  columns: string | undefined
  notice: (line: string) => void
}

/** A guest's line of the story, which the table shows instead. */
const GUEST_LINE = /^ {2}(unit [\d?]|in no product)/

interface Told {
  from: NamedMessage
  explanation: ExplainedMessage
}

/**
 * The story of captured messages in plain words, counters as they are and as they should be; with `diff` what the file changes of the other message. Exit 3 where a
 * part of the capture cannot be read.
 * @throws Fault INVALID_INPUT where nothing can be read
 */
export async function explainFile(input: ExplainInput): Promise<Answer> {
  const { file, terminal, output, columns, html, notice } = input
  const { told, unread } = await read(file, input.message, notice)
  const comparison = input.diff === undefined ? undefined : await changesBetween(input.diff, told, notice)
  if (html !== undefined) {
    await writeHtmlPage(html, pageOf(told, comparison))
    notice(`Written to ${html}.`)
  }
  const data = {
    reservations: told.flatMap(({ explanation }) => explanation.reservations),
    story: told.flatMap(({ explanation }) => explanation.lines),
    messages: told.map(({ from: { shown, part }, explanation: { facts } }) => ({
      file: shown,
      ...part.place,
      wrapping: part.wrapping,
      facts,
    })),
    unread,
    ...(comparison === undefined ? {} : comparison),
  }
  const isPartial = unread.length > 0 || told.some(({ explanation }) => explanation.broken !== undefined)
  const exit = isPartial ? { exitCode: 3 as const } : {}
  if (output !== undefined || columns !== undefined) {
    const rows = told.flatMap(({ explanation }) => counterRows(explanation))
    return {
      data,
      view: { kind: 'list', rows, columns: counterColumns(rows) as readonly Column<never>[], empty: 'No guests.' },
      ...exit,
    }
  }
  const text = comparison === undefined ? await tellAll(told, terminal) : tellChanges(comparison)
  return { data, view: { kind: 'text', text, ...(terminal.stdout ? { isPainted: true as const } : {}) }, ...exit }
}

async function read(
  file: string,
  which: number | undefined,
  notice: (line: string) => void,
): Promise<{ told: Told[]; unread: { file: string; line: number; column: number; what: string }[] }> {
  const { messages, unread, others, empty: without } = await openMessages(file, which)
  const told = messages.map((from): Told => ({
    from,
    explanation: from.part.isWhole
      ? explainMessage(requireText(from))
      : explainMessage(requireText(from), [], from.part.placeOf),
  }))
  const shown = file === '-' ? 'Standard input' : file
  const empty = told.filter(({ explanation }) => explanation.reservations.length === 0)
  if (empty.length === told.length)
    throw new Fault(
      'INVALID_INPUT',
      `${shown} holds no reservation notification. ${[...empty.flatMap(({ explanation }) => explanation.lines), ...unread.map(({ line, what }) => `Line ${line}: ${what}.`)].map(printable).join(' ')}`.trim(),
      { next: 'Give a captured OTA_HotelResNotifRQ. "hubswitch resnotif lint" says what is wrong with it.' },
    )
  for (const [name, { parts, unlisted }] of others) {
    const words = tellOthers(name, parts, unlisted)
    if (words !== undefined) notice(words)
  }
  for (const name of new Set(messages.map((one) => one.shown))) {
    const own = messages.filter((one) => one.shown === name).map(({ part }) => part)
    for (const doubt of tellDoubts(name, own)) notice(doubt)
  }
  const words = tellEmpty(without)
  if (words !== undefined) notice(words)
  for (const { file: name, line, column, what } of unread)
    notice(printable(`${name}:${line}:${column} cannot be read: ${what}.`))
  return { told, unread }
}

async function changesBetween(
  other: string,
  told: readonly Told[],
  notice: (line: string) => void,
): Promise<Comparison> {
  const { told: before } = await read(other, undefined, notice)
  const [one, two] = [before[0], told[0]]
  if (before.length !== 1 || told.length !== 1 || one === undefined || two === undefined)
    throw new Fault(
      'INVALID_INPUT',
      `Two messages can be compared, and there are ${before.length} and ${told.length}.`,
      {
        next: 'Save each message by itself, or choose one of the first file with --message.',
      },
    )
  for (const { from, explanation } of [one, two])
    if (explanation.broken !== undefined)
      throw new Fault('INVALID_INPUT', `${from.shown} holds only a part of a message. ${explanation.broken}`, {
        next: 'What is missing would be told as a change. Give both messages whole.',
      })
  const compared = ({ from, explanation: { facts } }: Told): ComparedMessage => ({
    text: requireText(from),
    facts,
    ...(from.part.isWhole ? {} : { placeOf: from.part.placeOf }),
  })
  return compareMessages(compared(one), compared(two))
}

/** Lines of changes for a person; --json has all. */
const CHANGES_SHOWN = 100

function tellChanges({ changes, own }: Comparison): string {
  if (changes.length === 0) return nothingText(own)
  const more = changes.length - CHANGES_SHOWN
  return [
    ...changes.slice(0, CHANGES_SHOWN).map(({ text }) => printable(text)),
    ...(more > 0 ? [`… and ${more} more values differ: --json lists them.`] : []),
  ].join('\n')
}

const nothingText = (own: readonly string[]): string =>
  `Nothing changes: beside order and indentation the messages say the same${own.length === 0 ? '' : `, except for ${own.join(', ')}, which every message has of its own`}.`

async function tellAll(told: readonly Told[], terminal: Terminal): Promise<string> {
  const parts: string[] = []
  for (const { from, explanation } of told) {
    const isOurs = explanation.reservations.some(({ style }) => style === 'composite')
    const lines = explanation.lines.map(printable)
    const table = terminal.stdout ? await counterTable(explanation, terminal) : ''
    parts.push(
      [
        ...(told.length > 1 || from.part.wrapping.length > 0 ? [headOf(from)] : []),
        ...(terminal.stdout ? lines.filter((line) => !GUEST_LINE.test(line)) : lines),
        ...tellMore(explanation.facts, isOurs).map(printable),
        ...(table === '' ? [] : ['', table]),
      ].join('\n'),
    )
  }
  return parts.join('\n\n')
}

function headOf({ shown, part: { place, wrapping }, number, total }: NamedMessage): string {
  const of = total > 1 ? `message ${number} of ${total}` : ''
  return printable(
    `${shown}:${place.line}:${place.column}  ${[of, wrapping.join(' > ')].filter((one) => one !== '').join(', ')}`.trimEnd(),
  )
}

function pageOf(told: readonly Told[], comparison: Comparison | undefined): string {
  const ids = told.flatMap(({ explanation }) => explanation.reservations.flatMap(({ id }) => id ?? []))
  return explainPage(
    `Notification ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`.trim(),
    told.map(({ from, explanation }) => {
      const { findings, notes } = lintDecoded(from.part.decoded)
      return { title: headOf(from), explanation, findings: placeFindings(from.part, [...findings, ...notes]) }
    }),
    comparison === undefined ? undefined : { changes: comparison.changes, nothing: nothingText(comparison.own) },
  )
}

import { Fault } from '../../errors.js'
import {
  type CapturedMessage,
  captureMessage,
  type ComparedMessage,
  compareMessages,
  foldNights,
  type Comparison,
  explainCaptured,
  type ExplainedMessage,
  lintDecoded,
  placeFindings,
} from '../../resnotif/index.js'
import {
  type NamedMessage,
  noneIn,
  openMessages,
  requireText,
  tellDoubts,
  tellEmpty,
  tellOthers,
} from '../capture/index.js'
import { explainPage, tellMore } from '../explained/index.js'
import { writeHtmlPage } from '../page/index.js'
import type { Answer, Column, Terminal } from '../terminal/index.js'
import { refuseMessageAt } from './files.js'
import { counterColumns, counterRows, counterTable, printable } from './view.js'

export interface ExplainInput {
  file: string
  /** Of several messages in a capture, only this one, from 1. */
  message: number | undefined
  /** Another message, which `file` is compared with. */
  diff: string | undefined
  /** Of several messages in that one, this one, from 1. */
  otherMessage: number | undefined
  html: string | undefined
  terminal: Terminal
  output: string | undefined
  columns: string | undefined
  notice: (line: string) => void
}

/** A guest's line of the story, which the table shows instead. */
const GUEST_LINE = /^ {2}(unit [\d?]|in no product)/

/** A file of no more messages keeps how they were read, which comparing them takes up; more of them would fill the memory. */
const KEPT_MAX = 10

interface Told {
  from: NamedMessage
  captured?: CapturedMessage
  explanation: ExplainedMessage
}

/**
 * The story of captured messages in plain words, counters as they are and as they should be; with `diff` what the file changes of the other message. Exit 3 where a
 * part of the capture cannot be read.
 * @throws Fault INVALID_INPUT where nothing can be read
 */
export async function explainFile(input: ExplainInput): Promise<Answer> {
  const { file, terminal, output, columns, html, notice } = input
  const { told, unread, doubts } = await read(file, input.message, input)
  const compared = input.diff === undefined ? undefined : await changesBetween(input.diff, told, input)
  const comparison = compared?.comparison
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
    unread: [...unread, ...(compared?.unread ?? [])],
    notes: [...doubts, ...(compared?.doubts ?? [])],
    ...(comparison === undefined ? {} : comparison),
  }
  const isPartial = data.unread.length > 0 || told.some(({ explanation }) => explanation.broken !== undefined)
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
  { html, notice }: Pick<ExplainInput, 'html' | 'notice'>,
): Promise<{
  told: Told[]
  unread: { file: string; line: number; column: number; what: string }[]
  /** What the captures perhaps show otherwise than it was sent. */
  doubts: string[]
}> {
  const { messages, unread, others, empty: without } = await openMessages(file, which)
  await refuseMessageAt('--html', html, messages)
  const told = messages.map((from): Told => {
    const captured = captureMessage(requireText(from), [], from.part.carrier)
    return {
      from,
      ...(messages.length <= KEPT_MAX ? { captured } : {}),
      explanation: from.part.isWhole ? explainCaptured(captured) : explainCaptured(captured, from.part.placeOf),
    }
  })
  const shown = file === '-' ? 'Standard input' : file
  const empty = told.filter(({ explanation }) => explanation.reservations.length === 0)
  if (empty.length === told.length)
    throw new Fault(
      'INVALID_INPUT',
      `${noneIn(shown, unread)} ${[...empty.flatMap(({ explanation }) => explanation.lines), ...unread.map(({ line, what }) => `Line ${line}: ${what}.`)].map(printable).join(' ')}`.trim(),
      { next: 'Give a captured OTA_HotelResNotifRQ. "hubswitch resnotif lint" says what is wrong with it.' },
    )
  for (const [name, { parts, unlisted }] of others) {
    const words = tellOthers(name, parts, unlisted)
    if (words !== undefined) notice(words)
  }
  const doubts = [...new Set(messages.map((one) => one.shown))].flatMap((name) =>
    tellDoubts(
      name,
      messages.filter((one) => one.shown === name).map(({ part }) => part),
    ),
  )
  for (const doubt of doubts) notice(doubt)
  const words = tellEmpty(without)
  if (words !== undefined) notice(words)
  for (const { file: name, line, column, what } of unread)
    notice(printable(`${name}:${line}:${column} cannot be read: ${what}.`))
  return { told, unread, doubts }
}

type Unread = Awaited<ReturnType<typeof read>>['unread']

async function changesBetween(
  other: string,
  told: readonly Told[],
  { otherMessage, html, notice }: Pick<ExplainInput, 'otherMessage' | 'html' | 'notice'>,
): Promise<{ comparison: Comparison; unread: Unread; doubts: string[] }> {
  const [two] = told
  if (two === undefined || told.length !== 1)
    throw new Fault('INVALID_INPUT', `One message is compared with another, and the file holds ${told.length}.`, {
      next: `Choose one with --message 1 to ${told.length}.`,
    })
  const { told: before, unread, doubts } = await read(other, otherMessage, { html, notice })
  const one = counterpartOf(two, before, { other, isCertain: otherMessage !== undefined, unread })
  if (before.length > 1)
    notice(printable(`${headOf(one.from)} is compared with: it is the only one there about the same reservation.`))
  for (const { from, explanation } of [one, two])
    if (explanation.broken !== undefined)
      throw new Fault('INVALID_INPUT', `${from.shown} holds only a part of a message. ${explanation.broken}`, {
        next: 'What is missing would be told as a change. Give both messages whole.',
      })
  const compared = ({ from, captured, explanation: { facts } }: Told): ComparedMessage => ({
    text: requireText(from),
    facts,
    captured,
    ...(from.part.isWhole ? {} : { placeOf: from.part.placeOf }),
  })
  return { comparison: compareMessages(compared(one), compared(two)), unread, doubts }
}

const idsOf = ({ explanation }: Told): string[] => explanation.reservations.flatMap(({ id }) => id ?? [])

/**
 * The message that another one is compared with: the only one of a file, or the only one there about the same reservation.
 * @throws Fault INVALID_INPUT where that cannot be told
 */
function counterpartOf(
  two: Told,
  before: readonly Told[],
  { other, isCertain, unread }: { other: string; isCertain: boolean; unread: Unread },
): Told {
  const [first] = before
  const ids = idsOf(two)
  const same = before.filter((one) => idsOf(one).some((id) => ids.includes(id)))
  if (first !== undefined && (isCertain || (before.length === 1 && (unread.length === 0 || same.length === 1))))
    return first
  const [found, again] = same
  if (found !== undefined && again === undefined) return found
  const about = ids.length === 0 ? 'the same reservation' : `reservation ${ids.slice(0, 3).join(', ')}`
  const name = other === '-' ? 'Standard input' : other
  const cut =
    unread.length === 0 ? '' : `, and ${unread.length === 1 ? 'a part' : `${unread.length} parts`} that cannot be read`
  throw new Fault(
    'INVALID_INPUT',
    printable(
      `${name} holds ${before.length === 1 ? '1 message' : `${before.length} messages`}${cut}: ${same.length === 0 ? 'none that can be read is' : `${same.length} are`} about ${about}.`,
    ),
    {
      next: `Choose the one to compare with: --other-message N. Its messages: ${before
        .slice(0, LISTED_MAX)
        .map((one) =>
          printable(
            `${one.from.number} (line ${one.from.part.place.line}${idsOf(one)
              .map((id) => `, ${id}`)
              .join('')})`,
          ),
        )
        .join(', ')}${before.length > LISTED_MAX ? ', …' : ''}.`,
    },
  )
}

/** Messages that a refusal lists. */
const LISTED_MAX = 10

/** Lines of changes for a person; --json has all. */
const CHANGES_SHOWN = 100

function tellChanges(comparison: Comparison): string {
  const { changes } = comparison
  if (changes.length === 0) return nothingText(comparison)
  const folded = foldNights(changes)
  const more = folded.length - CHANGES_SHOWN
  const isOfForm = changes.every(({ about }) => OF_FORM.has(about))
  return [
    ...folded.slice(0, CHANGES_SHOWN).map(({ text }) => printable(text)),
    ...(more > 0 ? [`… and ${more} more values differ: --json lists them.`] : []),
    ...(isOfForm ? notesOf(comparison) : []),
  ].join('\n')
}

/** Changes that say nothing of the booking. */
const OF_FORM: ReadonlySet<string> = new Set(['envelope', 'layout'])

function nothingText(comparison: Comparison): string {
  const { own } = comparison
  const except = own.length === 0 ? '' : `, except for ${own.join(', ')}, which every message has of its own`
  return [
    `Nothing changes: beside order and indentation the messages say the same${except}.`,
    ...notesOf(comparison),
  ].join(' ')
}

/** What is written otherwise and means the same. */
const notesOf = ({ renumbered = [], regrouped = [] }: Comparison): string[] => [
  ...(renumbered.length === 0 ? [] : [`The numbers of ${renumbered.join(' and ')} are others, and mean the same.`]),
  ...regrouped.flatMap((name) => REGROUPED[name] ?? []),
]

const REGROUPED: Readonly<Record<string, string>> = {
  RoomRate: 'Their days are cut into RoomRates otherwise.',
  Rate: 'Their nights are cut into Rates otherwise, at the same prices.',
  GuestCount: 'Their guests are counted in other lines, and are as many.',
  ExpireDate: 'In one of them ExpireDate is the last night, in the other the day after it: their nights are the same.',
  Total: 'The Rates of one of them have a Total that is the same as their Base.',
  'IsPerRoom=true': 'Their guests are counted per room instead of in all, and are as many.',
  'IsPerRoom=false': 'Their guests are counted in all instead of per room, and are as many.',
}

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
        ...tellMore(
          explanation.facts,
          isOurs,
          explanation.reservations.map(({ id }) => id),
        ).map(printable),
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
    comparison === undefined
      ? undefined
      : { changes: foldNights(comparison.changes), nothing: nothingText(comparison) },
  )
}

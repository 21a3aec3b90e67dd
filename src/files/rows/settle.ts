import { formatNight } from '../../calendar/index.js'
import { type DateForm, type DateReading, readDate } from '../dates/index.js'
import type { DateFormat, DecimalMark, ReadOptions } from '../reading/index.js'
import {
  type AmountReading,
  type Contest,
  Problem,
  readAmount,
  showText,
  type Verdict,
  type Witness,
} from '../values/index.js'
import type { ColumnProof, FileReading, Inferred, OpenColumn } from './file-reading.js'
import type { AmountColumn, ColumnSurvey, DateColumn } from './survey.js'

type Settled<R extends string> = Extract<Verdict<R>, { kind: 'settled' }>
type Unsettled<R extends string> = Exclude<Verdict<R>, { kind: 'settled' }>

/** How a column's readings are spoken of. */
interface Words<R extends string> {
  name: string
  /** A text as a reading takes it. */
  read: (text: string, reading: R) => string
  flag: '--date-format' | '--decimal'
  given: string | undefined
  valueOf: (reading: R) => string
}

const ORDERS: Readonly<Record<DateFormat, string>> = {
  dmy: 'day first',
  mdy: 'month first',
  ymd: 'year first',
  serial: 'days from 1900',
  'serial-1904': 'days from 1904',
}

/** Decides how each column is read from what a survey of the whole file has found and what flags say. */
export function settleColumns(survey: ColumnSurvey, options: ReadOptions): FileReading {
  const open: OpenColumn[] = []
  const proofs = new Map<number, ColumnProof>()
  const refuse = (at: number, finding: OpenColumn): void => {
    open.push(finding)
    proofs.set(at, { reading: 'open', proof: [finding.reason, finding.remedy].filter(Boolean).join('. ') })
  }
  const inferred: Inferred[] = []
  const dates = settleDates([...survey.dates.values()], options.dateFormat, proofs, refuse, inferred)
  const decimals = new Map<number, DecimalMark>()
  for (const column of survey.amounts.values()) {
    const mark = settleAmounts(column, options.decimal, proofs, refuse)
    if (mark === undefined) continue
    decimals.set(column.at, mark)
    if (options.decimal === undefined)
      inferred.push({
        column: showText(column.name),
        reading: `a ${markWords(mark)}`,
        proof: proofs.get(column.at)?.proof ?? '',
        keep: `decimal: "${mark}"`,
      })
  }
  return { plan: survey.plan, dates, decimals, proofs, inferred, open, filled: survey.filled }
}

function settleDates(
  columns: readonly DateColumn[],
  given: DateFormat | undefined,
  proofs: Map<number, ColumnProof>,
  refuse: (at: number, finding: OpenColumn) => void,
  inferred: Inferred[],
): Map<number, DateReading> {
  const verdicts = columns.map((column) => ({
    column,
    byForm: new Map([...column.forms].map(([form, contest]) => [form, dateVerdict(contest, form, given)])),
  }))
  const readings = new Map<number, DateReading>()
  let isRefused = false
  const refuseColumn: typeof refuse = (at, finding) => {
    isRefused = true
    refuse(at, finding)
  }
  for (const {
    column: { at, name, plain, forms },
    byForm,
  } of verdicts) {
    const orders = [...byForm.values()].flatMap((verdict) => (verdict.kind === 'settled' ? [verdict.reading] : []))
    const isUniform = new Set(orders).size <= 1
    const reading: Partial<Record<DateForm, DateFormat>> = {}
    const notes: ColumnProof[] =
      plain > 0 || byForm.size === 0 ? [{ reading: 'dates with one meaning', proof: 'each by itself' }] : []
    for (const [form, verdict] of byForm) {
      const shared = verdict.kind === 'open' ? sharedVerdict(form, verdicts) : undefined
      if (verdict.kind === 'settled') {
        reading[form] = verdict.reading
        if (verdict.fitting.length === 1 && verdict.reading !== given && !isPlain(forms.get(form), verdict.reading))
          inferred.push(inferredDate(name, verdict.reading, proofText(verdict, undefined, ''), isUniform))
        notes.push({
          reading: ORDERS[verdict.reading],
          proof: proofText(
            verdict,
            given !== undefined && verdict.fitting.length === 1 && verdict.reading === given
              ? '--date-format'
              : undefined,
            'every order gives the same dates',
          ),
        })
      } else if (shared !== undefined) {
        reading[form] = shared.verdict.reading
        inferred.push(
          inferredDate(
            name,
            shared.verdict.reading,
            `column ${showText(shared.name)}, ${proofText(shared.verdict, undefined, '')}`,
            isUniform,
          ),
        )
        notes.push({
          reading: ORDERS[shared.verdict.reading],
          proof: `column ${showText(shared.name)}, written alike: ${proofText(shared.verdict, undefined, '')}`,
        })
      } else
        refuseColumn(
          at,
          describe(verdict, { name, read: dateText, flag: '--date-format', given, valueOf: (format) => format }),
        )
    }
    const clash = clashOf(byForm, given)
    if (clash !== undefined)
      refuseColumn(
        at,
        describe(clash, { name, read: dateText, flag: '--date-format', given, valueOf: (format) => format }),
      )
    readings.set(at, reading)
    if (!proofs.has(at))
      proofs.set(at, {
        reading: notes.map((note) => note.reading).join(', '),
        proof: notes.map((note) => note.proof).join('; '),
      })
  }
  const clash = isRefused ? undefined : clashAcross(verdicts, given)
  if (clash !== undefined) refuse(clash.at, clash.finding)
  return readings
}

/** Two date columns that prove different orders: the parts of one statement are not written in two ways on purpose, and nobody could keep the order for the next file. */
function clashAcross(
  verdicts: readonly { column: DateColumn; byForm: ReadonlyMap<DateForm, Verdict<DateFormat>> }[],
  given: DateFormat | undefined,
): { at: number; finding: OpenColumn } | undefined {
  if (given !== undefined) return undefined
  const proved = verdicts.flatMap(({ column, byForm }) => provedOrders(byForm).map((order) => ({ column, ...order })))
  const dmy = proved.find(({ reading }) => reading === 'dmy')
  const mdy = proved.find(({ reading }) => reading === 'mdy')
  if (dmy === undefined || mdy === undefined) return undefined
  const [own, against] = dmy.column.at < mdy.column.at ? [dmy, mdy] : [mdy, dmy]
  const { reason } = describe(
    { kind: 'contradiction', witnesses: [own.proof, against.proof], readings: [own.reading, against.reading] },
    { name: against.column.name, read: dateText, flag: '--date-format', given, valueOf: (format) => format },
  )
  const finding = {
    field: showText(against.column.name),
    line: against.proof.line,
    value: showText(against.proof.text),
    reason: `${reason}, in column ${showText(own.column.name)}`,
    remedy: 'Write the dates of both columns in one way, best as YYYY-MM-DD.',
  }
  return { at: against.column.at, finding }
}

/** @param isUniform whether one format can be said of all dates of the column */
function inferredDate(column: string, format: DateFormat, proof: string, isUniform: boolean): Inferred {
  return {
    column: showText(column),
    reading: `the ${ORDERS[format]}`,
    proof,
    ...(isUniform && { keep: `date_format: ${format}` }),
  }
}

/** Years of four digits in front say by themselves how each date is meant: no other file would need a line that proves it. */
function isPlain(contest: Contest<DateFormat> | undefined, reading: DateFormat): boolean {
  return reading === 'ymd' && contest?.isSureByItself === true
}

/** A flag speaks for the forms it can be about. A spreadsheet's number alone never says from which year it counts. */
function dateVerdict(contest: Contest<DateFormat>, form: DateForm, given: DateFormat | undefined): Verdict<DateFormat> {
  const isGiven = given !== undefined && contest.readings.includes(given)
  const verdict = contest.verdict(isGiven ? (format) => format === given : undefined)
  if (form !== 'number' || isGiven || verdict.kind !== 'settled' || verdict.proof === undefined) return verdict
  return { kind: 'open', witness: verdict.proof, readings: ['serial', 'serial-1904'] }
}

/** Two separators of a column that prove different orders: a hand has typed some of its dates, and none of them says how the others are meant. */
function clashOf(
  byForm: ReadonlyMap<DateForm, Verdict<DateFormat>>,
  given: DateFormat | undefined,
): Unsettled<DateFormat> | undefined {
  if (given !== undefined) return undefined
  const proved = provedOrders(byForm)
  const dmy = proved.find(({ reading }) => reading === 'dmy')
  const mdy = proved.find(({ reading }) => reading === 'mdy')
  if (dmy === undefined || mdy === undefined) return undefined
  const [own, against] = [dmy, mdy].toSorted((a, b) => a.proof.line - b.proof.line) as [typeof dmy, typeof mdy]
  return { kind: 'contradiction', witnesses: [own.proof, against.proof], readings: [own.reading, against.reading] }
}

/** The orders that cells of a column prove, each with the cell that does. */
function provedOrders(byForm: ReadonlyMap<DateForm, Verdict<DateFormat>>): { reading: DateFormat; proof: Witness }[] {
  return [...byForm.values()].flatMap((verdict) =>
    verdict.kind === 'settled' && verdict.fitting.length === 1 && verdict.proof !== undefined
      ? [{ reading: verdict.reading, proof: verdict.proof }]
      : [],
  )
}

/**
 * What the other date columns of the same form say, where they all say the same: `from`, `to` and `date` are parts of one
 * statement, and a program writes them alike. First days of months, which prove nothing, mostly stand beside last ones.
 */
function sharedVerdict(
  form: DateForm,
  verdicts: readonly { column: DateColumn; byForm: ReadonlyMap<DateForm, Verdict<DateFormat>> }[],
): { verdict: Settled<DateFormat>; name: string } | undefined {
  if (form === 'number') return undefined
  const found = verdicts.flatMap(({ column: { name }, byForm }) => {
    const verdict = byForm.get(form)
    return verdict?.kind === 'settled' && verdict.fitting.length === 1 ? [{ verdict, name }] : []
  })
  return new Set(found.map(({ verdict }) => verdict.reading)).size === 1 ? found[0] : undefined
}

function settleAmounts(
  { at, name, marks, readings, triples, long }: AmountColumn,
  given: DecimalMark | undefined,
  proofs: Map<number, ColumnProof>,
  refuse: (at: number, finding: OpenColumn) => void,
): DecimalMark | undefined {
  // A person who names the mark has settled it; only the file's own proof asks for one grouping mark as well.
  const verdict: Verdict<DecimalMark | AmountReading> =
    given === undefined ? readings.verdict() : marks.verdict((mark) => mark === given)
  if (verdict.kind !== 'settled') {
    refuse(at, describe(verdict, { name, read: amountText, flag: '--decimal', given, valueOf: markOf }))
    return undefined
  }
  const isProved = new Set(verdict.fitting.map(markOf)).size === 1
  const mark = markOf(verdict.reading)
  const triple = triples.get(mark)
  if (given === undefined && isProved && triple !== undefined && !long.has(mark)) {
    refuse(at, describeTriple(triple, name, mark))
    return undefined
  }
  // The cell that put the other mark out says more than the one that put out another grouping of thousands.
  const byMark = marks.verdict()
  const witness = byMark.kind === 'settled' && byMark.fitting.length === 1 ? byMark.proof : verdict.proof
  const proof =
    given !== undefined
      ? '--decimal'
      : isProved && witness !== undefined
        ? lineText(witness)
        : 'every mark gives the same amounts'
  proofs.set(at, {
    reading: isProved ? markWords(verdict.reading[0] as DecimalMark) : 'amounts with one meaning',
    proof,
  })
  return isProved ? markOf(verdict.reading) : undefined
}

/** A price with three digits behind the decimal mark, in a column where no other has so many: a slip as likely as a decimal. */
function describeTriple({ line, text }: Witness, name: string, mark: DecimalMark): OpenColumn {
  const other = mark === '.' ? ',' : '.'
  const reason = `can be read as ${amountText(text, mark)} or as ${amountText(text, other)}, and no other price has three decimals`
  return {
    field: showText(name),
    line,
    value: showText(text),
    reason,
    remedy: `Add --decimal ${mark} if it has three decimals, or write it without "${mark}" if it has thousands.`,
  }
}

/** Why a column is refused: the first doubtful cell, both readings, and the flag that settles it. */
function describe<R extends string>(verdict: Unsettled<R>, { name, read, flag, given, valueOf }: Words<R>): OpenColumn {
  const [first, second] = verdict.readings
  const flags = [...new Set([valueOf(first), valueOf(second)])].map((value) => `${flag} ${value}`)
  if (verdict.kind === 'open') {
    const { line, text } = verdict.witness
    const reason = `can be read as ${read(text, first)} or as ${read(text, second)}, and nothing in the file settles it`
    const values = [...new Map([first, second].map((reading) => [valueOf(reading), read(text, reading)]))]
    const choice: OpenColumn['choice'] = {
      setting: flag === '--decimal' ? 'decimal' : 'date_format',
      values: values.map(([value, meaning]) => ({ value, meaning })),
    }
    return { field: showText(name), line, value: showText(text), reason, remedy: `Add ${flags.join(' or ')}.`, choice }
  }
  const [own, against] = verdict.witnesses
  const field = { field: showText(name), line: against.line, value: showText(against.text) }
  const can = `can only be ${read(against.text, second)}`
  if (given !== undefined)
    return { ...field, reason: `${can}, but ${flag} is ${given}`, remedy: `Leave out ${flag}, or correct the value.` }
  return {
    ...field,
    reason: `${can}, but ${lineText(own)} can only be ${read(own.text, first)}`,
    remedy: `Write the column in one way; ${flags.join(' or ')} then names the rows that are not.`,
  }
}

function dateText(text: string, format: DateFormat): string {
  const night = readDate(text, format)
  return `${night instanceof Problem ? 'another date' : formatNight(night)} (${ORDERS[format]})`
}

function amountText(text: string, reading: DecimalMark | AmountReading): string {
  const amount = readAmount(text, markOf(reading))
  return `${amount instanceof Problem ? 'another amount' : amount.amount} (${markWords(reading)})`
}

function markOf(reading: DecimalMark | AmountReading): DecimalMark {
  return reading[0] as DecimalMark
}

function markWords(reading: DecimalMark | AmountReading): string {
  const [, group] = reading
  return `decimal ${markOf(reading) === '.' ? 'point' : 'comma'}${group === undefined ? '' : `, thousands "${group}"`}`
}

function proofText({ fitting, proof }: Settled<DateFormat>, given: string | undefined, same: string): string {
  return given ?? (fitting.length > 1 || proof === undefined ? same : lineText(proof))
}

function lineText({ line, text }: Witness): string {
  return `line ${line}, "${showText(text)}"`
}

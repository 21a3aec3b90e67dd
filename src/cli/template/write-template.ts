import path from 'node:path'
import type { Command } from '@oclif/core'
import { formatNight } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import { type CellFields, isServiceId, kindOf, type Kind, templateCsv, type TemplateRow } from '../../files/index.js'
import { shellWord } from '../../shell-word.js'
import { outputFault, standingAt, writeWholeFile } from '../../whole-file.js'
import type { ServiceCommand } from '../command/index.js'
import { nightOfFlag } from '../flags/index.js'
import { todayOf } from '../input/index.js'
import { count, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'

/** What the flags of a template say. */
export interface TemplateFlags {
  property: string
  from?: string | undefined
  nights: number
  format?: 'csv' | 'xlsx' | undefined
  out?: string | undefined
}

/** A room under a plan, or by itself. */
interface Series {
  room: string
  name: string | undefined
  plan: string
  /** In which its prices are, as far as that is known: whoever fills in a price need not write it. */
  currency: string | undefined
}

/**
 * Writes a file with every room and plan that a property has, a row for each night, and the values that the service has acknowledged. It pushes as it is; blank
 * cells send nothing.
 * @throws Fault USAGE, NOT_FOUND
 */
export async function writeTemplate(
  command: ServiceCommand<typeof Command>,
  kindName: Kind['name'],
  { property, from, nights, format: wanted, out }: TemplateFlags,
): Promise<Answer> {
  const kind = kindOf(kindName)
  const format = wanted ?? (out !== undefined && /\.xlsx$/i.test(out) ? 'xlsx' : 'csv')
  refuseOtherEnding(wanted, out)
  await checkPlace(format, out)
  if (!isServiceId(property))
    throw new Fault('USAGE', `--property needs the number of a property, not "${property}".`, {
      next: 'Write it such as --property 1000001.',
    })
  const first = from === undefined ? todayOf(command.settings().timeZone.value) : nightOfFlag('from', from)
  const series = await seriesOf(command, kind, property)
  if (series.length === 0)
    throw new Fault('NOT_FOUND', `Property ${property} has no active rooms, so there is nothing to fill in.`, {
      next: `Add one with "hubswitch unit add ${shellWord(property)}".`,
    })
  const rows = rowsOf(command, kind, property, { series, first, nights })
  const known = rows.filter(({ fields }) => Object.keys(fields).some((name) => name !== 'currency')).length
  const facts = { property, rooms: new Set(series.map(({ room }) => room)).size, rows: rows.length, known }
  if (out === undefined) {
    const csv = templateCsv(kind, rows)
    return { data: { ...facts, csv }, view: { kind: 'text', text: csv, isDocument: true } }
  }
  // The writer of workbooks is loaded where one is written.
  const content =
    format === 'csv'
      ? templateCsv(kind, rows)
      : await (await import('../../files/template/workbook.js')).templateWorkbook(kind, rows)
  await writeWholeFile(out, '--out', content).catch((error: unknown) => {
    throw outputFault(error, { what: 'the template', to: out, flag: '--out' })
  })
  command.notice(
    `${count(facts.rooms, 'room')}, ${count(nights, 'night')} from ${formatNight(first)}: ${count(rows.length, 'row')}, ${known} with values that the service has acknowledged. Fill it in, then: hubswitch ${kind.name} push ${shellWord(out)} --changes-only`,
  )
  return text({ ...facts, file: out, format }, out)
}

/** A name that promises another format is not filled with this one, unless --format says that it is meant. */
function refuseOtherEnding(wanted: TemplateFlags['format'], out: string | undefined): void {
  const ending = out === undefined ? '' : path.extname(out)
  if (wanted !== undefined || out === undefined || ending === '' || /^\.(csv|xlsx)$/i.test(ending)) return
  throw new Fault('USAGE', `--out ${out} ends in ${ending}, and a template is a .csv or a .xlsx file.`, {
    next: 'Give the file a name that ends in .csv or .xlsx, or add --format csv to keep the name.',
  })
}

async function checkPlace(format: 'csv' | 'xlsx', out: string | undefined): Promise<void> {
  if (out === undefined) {
    if (format === 'csv') return
    throw new Fault('USAGE', 'A workbook needs a file to stand in.', { next: 'Add --out, such as --out rates.xlsx.' })
  }
  const ending = /\.(csv|xlsx)$/i.exec(out)?.[1]?.toLowerCase()
  if (ending !== undefined && ending !== format)
    throw new Fault('USAGE', `--out ${out} ends in .${ending}, but --format is ${format}.`, {
      next: `Leave out --format, or give the file a name that ends in .${format}.`,
    })
  if ((await standingAt(out)) !== undefined)
    throw new Fault('USAGE', `There is a file ${out} already, and somebody may have filled it in.`, {
      next: 'Name another file with --out, or move this one away.',
    })
}

/** Every room that the service lists, by itself and under each plan that sells it or of which something is known. */
async function seriesOf(command: ServiceCommand<typeof Command>, kind: Kind, hotel: string): Promise<Series[]> {
  const { rooms } = await command.call('room.list', { body: { hotel_code: hotel } })
  const known = command.journal().acknowledged(command.target(), kind.name, hotel)
  const sold = kind.planAllowed ? await soldUnder(command, hotel) : []
  const used = new Set(known.flatMap(({ segments }) => segments.map(({ value }) => value['currency'])))
  const [onlyUsed] = used.size === 1 ? [...used] : []
  return rooms.flatMap(({ id, name, price }) => {
    const room = String(id)
    const plans = new Set([
      ...sold.filter((one) => one.room === room).map(({ plan }) => plan),
      ...known.filter((one) => one.room === room || one.room === '').map(({ plan }) => plan),
    ])
    const currency = kind.planAllowed
      ? (price?.currency ?? (onlyUsed === undefined ? undefined : String(onlyUsed)))
      : undefined
    if (plans.size === 0) plans.add('')
    return [...plans].toSorted(byNumber).map((plan) => ({ room, name, plan, currency }))
  })
}

async function soldUnder(
  command: ServiceCommand<typeof Command>,
  hotel: string,
): Promise<{ room: string; plan: string }[]> {
  const { products } = await command.call('product.list', { body: { hotel_code: hotel } })
  return products.flatMap(({ room, rate_plan: plan }) =>
    room?.id === undefined || plan?.id === undefined ? [] : [{ room: String(room.id), plan: String(plan.id) }],
  )
}

const byNumber = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

function rowsOf(
  command: ServiceCommand<typeof Command>,
  kind: Kind,
  hotel: string,
  { series, first, nights }: { series: readonly Series[]; first: number; nights: number },
): TemplateRow[] {
  const [journal, target] = [command.journal(), command.target()]
  return series.flatMap(({ room, name, plan, currency }) => {
    const blank: CellFields = currency === undefined ? {} : { currency }
    const [known] = journal.acknowledged(target, kind.name, hotel, { room, plan, from: first, until: first + nights })
    const values = new Map<number, CellFields>()
    for (const { from, until, value } of known?.segments ?? [])
      for (let night = from; night < until; night += 1) values.set(night, value)
    return Array.from({ length: nights }, (_, at) => ({
      hotel,
      room,
      roomName: name,
      plan,
      night: first + at,
      fields: { ...blank, ...values.get(first + at) },
    }))
  })
}

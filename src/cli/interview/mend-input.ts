import path from 'node:path'
import { Fault } from '../../errors.js'
import {
  currencyDoubt,
  findCodes,
  type FoundCode,
  type GuessedFile,
  type GuessedTable,
  guessFile,
  type InputFile,
  isServiceId,
  type Kind,
  type OpenColumn,
  openColumnsOf,
  type ReadOptions,
} from '../../files/index.js'
import { shellWord } from '../../shell-word.js'
import { outputFault, standingAt, writeWholeFile } from '../../whole-file.js'
import { askCodes, askProperty, CODES_ASKED_MAX } from './ask-codes.js'
import { askColumns, takeGuesses } from './ask-columns.js'
import { askEncoding, takeEncoding } from './ask-encoding.js'
import type { Asking, ServiceFacts } from './asking.js'
import { type Draft, draftText, mappingOfDraft } from './draft.js'

export interface MendInput {
  /** What a push says of a file that it cannot read. */
  fault: Fault
  files: readonly InputFile[]
  kind: Kind
  options: ReadOptions
  /** Undefined in a pipe: nothing is asked, and the mapping file is shown. */
  ask: Asking | undefined
  facts: ServiceFacts
  notice: (line: string) => void
}

/** Columns that settle what a row is about, where a file of a kind must have them. */
const CURRENCY = 'EUR'
const SIGNS_SHOWN = 6
const OPEN_ROUNDS = 6

/**
 * Helps with a file whose columns, codes or orders a push does not understand. On a terminal it asks, writes a mapping file and hands back its name; in a pipe
 * it throws the same fault with the mapping file that would do, so far as it can be guessed. Nothing that was guessed is acted on.
 * @returns undefined where a mapping file is not what is missing
 */
export async function mendInput(input: MendInput): Promise<string | undefined> {
  const { fault, files } = input
  const name = fault.findings[0]?.file
  const file = files.find((one) => one.name === name) ?? (files.length === 1 ? files[0] : undefined)
  if (file === undefined || file.stream !== undefined || (file.name === '-' && file.path === undefined))
    return undefined
  const guessed = await unlessUnreadable(() => guessFile({ ...input, file }))
  if (guessed === undefined) return undefined
  return input.ask === undefined ? showMapping(input, file, guessed) : askMapping(input, input.ask, file, guessed)
}

/** What a file cannot be read for is told by the push itself. */
async function unlessUnreadable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault && (error.code === 'INVALID_INPUT' || error.code === 'USAGE')) return undefined
    throw error
  }
}

/** Whether the header is what a push stumbles over, or lacks what a mapping file can give. */
function hasDoubtfulHeader({ columns }: GuessedTable, { options: { map } }: MendInput): boolean {
  return map === undefined && columns.some(({ isKnown }) => !isKnown)
}

function draftOf(input: MendInput, file: InputFile, table: GuessedTable): Draft {
  const { kind, options } = input
  const { delimiter } = table
  return {
    file,
    kind,
    options: { ...options, ...(delimiter === undefined || options.delimiter !== undefined ? {} : { delimiter }) },
    reasons: [],
    missing: [],
  }
}

function withColumns(draft: Draft, { map, ignore, rangeEnd, reasons }: ReturnType<typeof takeGuesses>): Draft {
  const { options } = draft
  return {
    ...draft,
    options: {
      ...options,
      map,
      ignoreColumns: [...(options.ignoreColumns ?? []), ...ignore],
      ...(rangeEnd === undefined ? {} : { rangeEnd }),
    },
    reasons: [...draft.reasons, ...reasons],
  }
}

/** Without what says on which nights and for what, no mapping file helps. */
function isComplete({ kind, options: { map = {} } }: Draft): boolean {
  const hasNights = map['date'] !== undefined || (map['from'] !== undefined && map['to'] !== undefined)
  const hasValues = kind.fields.some(({ name }) => name !== 'currency' && map[name] !== undefined)
  return hasNights && hasValues && (!kind.roomRequired || map['room_id'] !== undefined)
}

function knownMap({ columns }: GuessedTable): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ name, column, isKnown }) => (isKnown && name !== undefined ? [[name, column]] : [])),
  )
}

interface Doubts {
  open: readonly OpenColumn[]
  codes: readonly FoundCode[]
  lacksHotel: boolean
  currency: ReturnType<typeof currencyDoubt>
}

/** What stays doubtful once the columns are known. */
async function doubtsOf({ file, kind, options }: Draft, table: GuessedTable): Promise<Doubts> {
  const map = options.map ?? knownMap(table)
  const lacksHotel = map['hotel_code'] === undefined && options.hotel === undefined
  const reading = lacksHotel ? { ...options, hotel: '1' } : options
  const open = (await unlessUnreadable(() => openColumnsOf({ file, kind, options: reading }))) ?? []
  const codes = (await unlessUnreadable(() => findCodes([file], reading))) ?? []
  const price = table.columns.find(({ column }) => column === map['price'])
  return {
    open,
    codes,
    lacksHotel,
    currency:
      price === undefined || map['currency'] !== undefined || options.currency !== undefined
        ? undefined
        : currencyDoubt(price.column, price.texts),
  }
}

function unknownCodes(
  codes: readonly FoundCode[],
  { codes: known = {} }: ReadOptions,
): Record<'hotels' | 'rooms' | 'plans', string[]> {
  const strange = (of: readonly string[], section: object | undefined): string[] =>
    section === undefined ? [...new Set(of)].filter((code) => code !== '' && code !== '*' && !isServiceId(code)) : []
  return {
    hotels: strange(
      codes.map(({ hotel }) => hotel),
      known.hotels,
    ),
    rooms: strange(
      codes.map(({ room }) => room),
      known.rooms,
    ),
    plans: strange(
      codes.map(({ plan }) => plan),
      known.plans,
    ),
  }
}

/** @throws Fault the given one with the mapping file as far as it is known */
async function showMapping(input: MendInput, file: InputFile, guessed: GuessedFile): Promise<undefined> {
  const { fault } = input
  const { table, encodings } = guessed
  let draft = draftOf(input, file, table)
  if (encodings !== undefined) takeEncoding(draft, guessed)
  const hasGuesses = hasDoubtfulHeader(table, input)
  if (hasGuesses) draft = withColumns(draft, takeGuesses(table))
  const complete = { ...draft, options: { ...draft.options, map: draft.options.map ?? knownMap(table) } }
  if (!isComplete(complete)) return undefined
  const { open, codes, lacksHotel, currency } = await doubtsOf(draft, table)
  const strange = unknownCodes(codes, draft.options)
  for (const { choice, field = '', value = '' } of open)
    if (choice !== undefined)
      draft.missing.push(
        ...choice.values.map(
          (one) => `${choice.setting}: ${JSON.stringify(one.value)}  # "${value}" of "${field}" is ${one.meaning}`,
        ),
      )
  if (lacksHotel) draft.missing.push('hotel:   # the property of all rows')
  if (typeof currency === 'object' || (currency !== undefined && (hasGuesses || draft.missing.length > 0)))
    draft.missing.push(
      typeof currency === 'object'
        ? `currency: ${currency.sign[0] ?? CURRENCY}  # the sign in "${complete.options.map['price']}" is that of ${currency.sign.slice(0, SIGNS_SHOWN).join(', ')}${currency.sign.length > SIGNS_SHOWN ? ' and others' : ''}`
        : `currency: ${CURRENCY}  # neither "${complete.options.map['price']}" nor a column of its own says which`,
    )
  for (const [section, list] of Object.entries(strange))
    if (list.length > 0)
      draft.missing.push(
        `${section}:`,
        ...list.slice(0, CODES_ASKED_MAX).map((code) => `  ${JSON.stringify(code)}:   # its number`),
      )
  if (!hasGuesses && encodings === undefined && draft.missing.length === 0) return undefined
  const mapping = await unlessUnreadable(() => mappingOfDraft(complete))
  if (mapping === undefined) return undefined
  const to = mappingNameOf(file.name)
  const text = draftText(
    mapping,
    draft,
    `A mapping file for ${input.kind.name} like these. Check it, save it as ${to}, and add --map ${shellWord(to)}`,
  )
  throw new Fault(fault.code, fault.message, {
    next: `${fault.next} On a terminal the same command asks what is missing; for a pipe, the mapping file below is a start.`,
    findings: fault.findings,
    facts: { ...fault.facts, mapping: text },
    cause: fault,
    attachment: text,
  })
}

async function askMapping(
  input: MendInput,
  ask: Asking,
  file: InputFile,
  guessed: GuessedFile,
): Promise<string | undefined> {
  const { fault, notice, facts, kind } = input
  const isEncodingOpen = guessed.encodings !== undefined
  let { table } = guessed
  let draft = draftOf(input, file, table)
  let hasGuesses = hasDoubtfulHeader(table, input)
  let looked = hasGuesses || isEncodingOpen ? undefined : await doubtsOf(draft, table)
  if (looked !== undefined && !hasDoubts(looked, draft.options)) return undefined
  if (hasGuesses && !mayHoldNights(table)) throw lacking({ ...draft, options: {} })
  notice(
    `${fault.message} ${hasGuesses ? 'Say what the columns are' : 'Answer what the file leaves open'}; Ctrl-C ends it, and nothing is sent.`,
  )
  if (isEncodingOpen) {
    const chosen = await askEncoding(ask, guessed)
    table = chosen.table
    draft = draftOf({ ...input, options: { ...input.options, encoding: chosen.encoding } }, file, table)
    hasGuesses = hasDoubtfulHeader(table, input)
    looked = hasGuesses ? undefined : await doubtsOf(draft, table)
  }
  if (hasGuesses) {
    draft = withColumns(draft, await askColumns(ask, table))
    if (!isComplete(draft)) throw lacking(draft)
  }
  const { lacksHotel, currency } = looked ?? (await doubtsOf(draft, table))
  const { options } = draft
  if (lacksHotel) options.hotel = await askProperty(ask, facts, 'Which property are the rows of?')
  await askOrders(ask, draft)
  await addCodes(ask, facts, draft)
  if (currency !== undefined) options.currency = await askCurrency(ask, facts, options, currency)
  const to = await writeMapping(ask, draft)
  notice(`Wrote ${to}. From now on: hubswitch ${kind.name} push ${shellWord(file.name)} --map ${shellWord(to)}`)
  return to
}

function hasDoubts({ open, codes, lacksHotel, currency }: Doubts, options: ReadOptions): boolean {
  const { hotels, rooms, plans } = unknownCodes(codes, options)
  return (
    lacksHotel ||
    typeof currency === 'object' ||
    open.some(({ choice }) => choice !== undefined) ||
    hotels.length + rooms.length + plans.length > 0
  )
}

/** Nobody is asked about thirty columns of a file that has no nights. */
function mayHoldNights({ columns }: GuessedTable): boolean {
  return columns.some(
    ({ name = '', choices, texts }) =>
      texts.length > 0 && [name, ...choices].some((one) => one === 'date' || one === 'from'),
  )
}

function lacking(draft: Draft): Fault {
  const { kind, file } = draft
  return new Fault('INVALID_INPUT', `${file.name} has no column for ${lackingIn(draft)}.`, {
    next: `A row of ${kind.name} needs ${kind.roomRequired ? 'a room, ' : ''}a night or a range, and a value. "hubswitch ${kind.name} template --property ID" writes a file that has them. Nothing was sent.`,
  })
}

function lackingIn({ options: { map = {} }, kind }: Draft): string {
  if (map['date'] === undefined && (map['from'] === undefined || map['to'] === undefined)) return 'the nights'
  return kind.roomRequired && map['room_id'] === undefined ? 'the rooms' : 'a value to send'
}

/** Settles the orders of dates and the decimal marks that the file leaves open, one after the other. */
async function askOrders(ask: Asking, { file, kind, options }: Draft): Promise<void> {
  for (let round = 0; round < OPEN_ROUNDS; round += 1) {
    const open = (await unlessUnreadable(() => openColumnsOf({ file, kind, options }))) ?? []
    const first = open.find(({ choice }) => choice !== undefined)
    if (first?.choice === undefined) return
    const { choice, field = '', value = '', line } = first
    const answer = await ask.settle(
      `"${value}" in "${field}"${line === undefined ? '' : `, line ${line},`} is`,
      choice.values.map((one) => ({ value: one.value, label: one.meaning })),
    )
    Object.assign(options, choice.setting === 'decimal' ? { decimal: answer } : { dateFormat: answer })
  }
}

async function addCodes(ask: Asking, facts: ServiceFacts, { file, options }: Draft): Promise<void> {
  const codes = (await unlessUnreadable(() => findCodes([file], options))) ?? []
  const count = new Set(codes.flatMap(({ hotel, room, plan }) => [hotel, `${hotel} ${room}`, `${hotel} ${plan}`])).size
  const { hotels, rooms, plans } = options.codes ?? {}
  if (count > 3 * CODES_ASKED_MAX || hotels !== undefined || rooms !== undefined || plans !== undefined) return
  const decided = await askCodes(ask, facts, codes, options.hotel)
  const { hotels: own, rooms: ownRooms, plans: ownPlans } = decided
  if (own === undefined && ownRooms === undefined && ownPlans === undefined) return
  options.codes = {
    ...(own === undefined ? {} : { hotels: own }),
    ...(ownRooms === undefined ? {} : { rooms: ownRooms }),
    ...(ownPlans === undefined ? {} : { plans: ownPlans }),
  }
}

async function askCurrency(
  ask: Asking,
  facts: ServiceFacts,
  { hotel, codes }: ReadOptions,
  doubt: NonNullable<Doubts['currency']>,
): Promise<string> {
  const meant = doubt === 'none' ? undefined : doubt.sign
  const [property = hotel, ...more] = new Set(Object.values(codes?.hotels ?? {}))
  const rooms = property === undefined || more.length > 0 ? undefined : await facts.roomsOf(property)
  const sold = new Set(Array.isArray(rooms) ? rooms.flatMap(({ currency }) => currency ?? []) : [])
  const [only] = sold
  return (
    await ask.type(
      meant === undefined
        ? `The prices name no currency. Its code${only === undefined ? ', such as EUR' : ''}`
        : `The prices have a sign that ${meant.length} currencies share. The code that is meant, such as ${meant[0]}`,
      {
        // What the next step would refuse is not offered.
        ...(sold.size === 1 && only !== undefined && meant?.includes(only) !== false ? { initial: only } : {}),
        check: (text) =>
          !/^[A-Za-z]{3}$/.test(text)
            ? 'Write three letters, such as EUR.'
            : meant?.includes(text.toUpperCase()) === false
              ? `That sign stands for ${meant.slice(0, 6).join(', ')}${meant.length > 6 ? ' and others' : ''}, not for ${text.toUpperCase()}.`
              : undefined,
      },
    )
  ).toUpperCase()
}

async function writeMapping(ask: Asking, draft: Draft): Promise<string> {
  const { file } = draft
  const mapping = await mappingOfDraft(draft)
  const suggested = await freeName(mappingNameOf(file.name))
  const to = await ask.type('Save these answers as', {
    initial: suggested,
    check: (text) => (/^[^=]+\.ya?ml$/i.test(text) ? undefined : 'Give it a name that ends in .yaml.'),
  })
  if ((await standingAt(to)) !== undefined)
    throw new Fault('USAGE', `There is a file ${to} already, and it is left as it is.`, {
      next: 'Run the command again and give another name. Nothing was sent.',
    })
  const title = `How ${path.basename(file.name)} and files like it are read. Give it to a push with --map ${shellWord(to)}`
  await writeWholeFile(to, '--map', draftText(mapping, draft, title)).catch((error: unknown) => {
    throw outputFault(error, { what: 'the mapping', to, flag: '--map', said: 'Nothing was sent.' })
  })
  return to
}

/** Beside the file, under its name. */
function mappingNameOf(file: string): string {
  const bare = file === '-' ? 'input' : file.replace(/(\.[A-Za-z0-9]{1,6}){1,2}$/, '')
  return `${bare.replaceAll('=', '-')}.map.yaml`
}

async function freeName(wanted: string): Promise<string> {
  for (let number = 2; (await standingAt(wanted)) !== undefined; number += 1)
    wanted = wanted.replace(/(-\d+)?\.map\.yaml$/, `-${number}.map.yaml`)
  return wanted
}

import { Fault } from '../../errors.js'
import { printableLines } from '../../printable.js'
import { concealMessage, fixMessage, placeFindings, productsToName } from '../../resnotif/index.js'
import { shellWord } from '../../shell-word.js'
import { type NamedMessage, noneIn, openMessages, requireText, tellDoubts } from '../capture/index.js'
import { columns, list, text } from '../show/index.js'
import { type Answer, printAsItIs, shownText } from '../terminal/index.js'
import { refuseMessageAt, writeMessageFile } from './files.js'
import { count, findingLines, printable } from './view.js'

export interface FixInput {
  file: string
  /** Of several messages in a capture, which one, from 1. */
  message: number | undefined
  save: string | undefined
  isInPlace: boolean
  /** The answer is asked for as data. */
  isData: boolean
  /** Standard output is a terminal: card numbers and passwords of the message are shown as stars there. */
  isScreen: boolean
  output: string | undefined
  /** `1,3`, or `101-501=1,3` for one product of several. */
  guestsPerUnit: readonly string[]
  /** `1,2,1`, or `101-501=1,2,1`: the unit of each guest. */
  guestUnits: readonly string[]
  notice: (line: string, isPainted?: boolean) => void
}

/**
 * The corrected message: counters, references and IndexNumber, and nothing else, byte for byte and in its own encoding. To standard output, a file, or its
 * own place. Exit 8 where errors remain.
 * @throws Fault INVALID_INPUT where it cannot be read, or cannot be written in its own encoding
 */
export async function fixFile({
  file,
  message: which,
  save,
  isInPlace,
  isData,
  isScreen,
  output,
  guestsPerUnit,
  guestUnits,
  notice,
}: FixInput): Promise<Answer> {
  if (isInPlace && file === '-')
    throw new Fault('USAGE', '--in-place needs a file, and the message comes from standard input.', {
      next: 'Leave out --in-place; the corrected message goes to standard output.',
    })
  const source = await openOne(file, which)
  await refuseMessageAt('--save', save, [source])
  const { part } = source
  const flags = which === undefined ? '' : ` --message ${which}`
  if (isInPlace && !part.isWhole)
    throw new Fault('INVALID_INPUT', `${source.shown} is not a message but holds one (${whereIn(source)}).`, {
      next: `A correction is not written into that. Write the bare message to a file: hubswitch resnotif fix ${shellWord(file)}${flags} --save corrected.xml`,
    })
  if (isInPlace && source.isPacked)
    throw new Fault('INVALID_INPUT', `${source.shown} stands in an archive, where nothing is written back.`, {
      next: 'Use --save FILE. Nothing was changed.',
    })
  const given = requireText(source)
  const {
    text: fixed,
    changes: made,
    remaining,
    open: opened,
    added,
    misfits,
  } = fixMessage(given, {
    guestsPerUnit: readNumbers('--guests-per-unit', guestsPerUnit),
    guestUnits: readNumbers('--guest-units', guestUnits),
  })
  if (misfits.length > 0)
    throw new Fault('INVALID_INPUT', `${misfits.join(' and ')} does not fit the message.`, {
      next: `${howToName(productsToName(given))} "hubswitch resnotif explain" shows its units and guests. Nothing was changed.`,
    })
  const bytes = fixed === given && part.isWhole ? part.bytes : encode(fixed, given, source)
  const concealed = concealMessage(given)
  const [changes, open] = [placeFindings(part, concealed.conceal(made)), concealed.conceal(opened)]
  // What is still wrong stands in the corrected text; a correction moves nothing to another line.
  const left = placeFindings(part, remaining)
  const shown = concealMessage(fixed)
  const errors = remaining.filter(({ severity }) => severity === 'error')
  const target = isInPlace ? file : save
  if (target !== undefined && (changes.length > 0 || !isInPlace))
    await writeMessageFile(target, bytes, isInPlace ? '--in-place' : '--save')

  for (const { line, column, node, from, to } of changes)
    notice(printable(`${line}:${column}  ${node}  ${from ?? 'missing'} → ${to}`))
  notice(
    added.length > 0
      ? `Nothing was corrected: the right counters would contradict the rest of the message (${count(added.length, 'error')}).`
      : changes.length === 0
        ? open.length > 0
          ? 'Nothing was corrected.'
          : 'Nothing to correct.'
        : `${count(changes.length, 'change')}${target === undefined ? '' : `, written to ${target}`}.`,
  )
  for (const one of open) notice(printable(`Left as they are: the counters of ${one.product}. ${one.remedy}`))
  for (const line of added.flatMap(findingLines)) notice(line, true)
  if (left.length > 0) notice(`Not corrected: ${count(left.length, 'finding')}.`)
  for (const line of left.flatMap(findingLines)) notice(line, true)
  if (!part.isWhole) notice(printable(`The message stood in ${whereIn(source)}; what is written is the bare message.`))

  for (const doubt of tellDoubts(source.shown, [part])) notice(doubt)

  const secrets = shown.cards + shown.passwords
  if (target === undefined && secrets > 0 && (isData || isScreen))
    notice(
      `${count(secrets, 'secret')} of the message ${secrets === 1 ? 'is' : 'are'} starred out here; --save writes it whole.`,
    )

  const exitCode = errors.length > 0 ? (8 as const) : (0 as const)
  const data = {
    file: source.shown,
    changes,
    remaining: left,
    open,
    added,
    ...(target === undefined ? { message: shown.text } : { writtenTo: target }),
  }
  if (isData)
    return {
      ...(output === undefined || output === 'json' || output === 'yaml'
        ? text(data, '')
        : list(data, changes, columns('line', 'column', 'node', 'from', 'to'), 'No changes.')),
      exitCode,
    }
  if (target === undefined) printAsItIs(isScreen ? shownText(printableLines(shown.text)) : bytes)
  return { ...text(undefined, ''), exitCode }
}

const LISTED = 5
/** Messages of a capture that are listed. */
const LISTED_MAX = 20

/** How units are named of the products that the message has: `--guest-units 101-501=… (4 guests, 2 units)`. */
function howToName(products: ReturnType<typeof productsToName>): string {
  const ways = products
    .slice(0, LISTED)
    .map(
      ({ product, guests, units }) =>
        `--guest-units ${product}=… (${count(guests, 'guest')}${units === undefined ? '' : `, ${count(units, 'unit')}`})`,
    )
  if (ways.length === 0)
    return 'Name a product of the message once: --guest-units ROOM-PLAN=1,2,1 with the unit of each of its guests, or --guests-per-unit ROOM-PLAN=2,1 with the guests of each of its units, at least 1 each.'
  const more = products.length > LISTED ? ` and ${products.length - LISTED} more` : ''
  return `Give the unit of each guest${products.length > 1 ? ', product by product' : ''}: ${ways.join(' ')}${more}; or the guests of each unit, at least 1 each: --guests-per-unit ${products[0]?.product}=2,1.`
}

const whereIn = ({ shown, part: { place, wrapping } }: NamedMessage): string =>
  `${shown}:${place.line}:${place.column}${wrapping.length === 0 ? '' : `, ${wrapping.join(' > ')}`}`

/** The one message to correct. @throws Fault INVALID_INPUT where there is none, or several and none is chosen */
async function openOne(file: string, which: number | undefined): Promise<NamedMessage> {
  const { messages, unread } = await openMessages(file, which)
  const [first, second] = messages
  const shown = file === '-' ? 'Standard input' : file
  if (first === undefined)
    throw new Fault('INVALID_INPUT', noneIn(shown, unread), {
      findings: unread.map(({ file: name, line, what }) => ({ file: name, line, reason: what })),
      next: 'Give a captured OTA_HotelResNotifRQ.',
    })
  if (second !== undefined || unread.length > 0) {
    const held = [
      count(messages.length, 'message'),
      ...(unread.length === 0 ? [] : [`${count(unread.length, 'part')} that cannot be read`]),
    ].join(' and ')
    throw new Fault('INVALID_INPUT', `${shown} holds ${held}, and one message is corrected at a time.`, {
      findings: [
        ...messages.map((one) => ({
          file: one.shown,
          line: one.part.place.line,
          reason: `message ${one.number}${one.part.wrapping.length === 0 ? '' : `: ${one.part.wrapping.join(' > ')}`}`,
        })),
        ...unread.map(({ file: name, line, what }) => ({ file: name, line, reason: `cannot be read: ${what}` })),
      ].slice(0, LISTED_MAX),
      next: `Choose one: --message ${first.number}. Nothing was changed.`,
    })
  }
  return first
}

/** Only an encoding that gives back the very bytes that came in may be trusted with the changed text. */
function encode(changed: string, given: string, { part, shown }: NamedMessage): Uint8Array {
  const { decoded, bytes } = part
  const [written, again] = [
    decoded.encode(part.isWhole ? changed : withOwnEncoding(changed, decoded.encoding)),
    decoded.encode(given),
  ]
  if (written !== undefined && again !== undefined && Buffer.compare(bytes, again) === 0) return written
  throw new Fault(
    'INVALID_INPUT',
    `${shown} is in ${decoded.encoding.toUpperCase()}, which cannot be written back unchanged.`,
    { next: 'Save the message in UTF-8 first.' },
  )
}

/** Whether a declaration names an encoding, be it by another name of it. */
function isNameOf(named: string, encoding: string): boolean {
  if (/^utf-?16$/i.test(named)) return encoding.startsWith('utf-16')
  try {
    return new TextDecoder(named).encoding === encoding
  } catch {
    return false
  }
}

/** What was a text in another text is a file now, and its declaration names the encoding that it is written in. */
function withOwnEncoding(text: string, encoding: string): string {
  return text.replace(
    /^(\s{0,99}<\?xml[^>]{0,200}?\sencoding=)(["'])([A-Za-z][\w.-]{0,40})\2/,
    (whole, head: string, quote: string, named: string) =>
      isNameOf(named, encoding) ? whole : `${head}${quote}${encoding.toUpperCase()}${quote}`,
  )
}

/**
 * Numbers by product, as a flag names them.
 * @throws Fault USAGE where they cannot be read; INVALID_INPUT for a product that is named twice
 */
function readNumbers(flag: string, given: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const text of given) {
    const [, product = '', numbers = ''] = /^(?:(.{1,40})=)?(\d{1,3}(?:,\d{1,3}){0,998})$/.exec(text) ?? []
    if (numbers === '')
      throw new Fault('USAGE', `${flag} ${text} cannot be read.`, {
        next: `Write numbers such as 1,3, or 101-501=1,3 for one product of several. "--help" says what they mean.`,
      })
    if (found.has(product))
      throw new Fault('INVALID_INPUT', `${flag} is given twice for ${product === '' ? 'the same product' : product}.`, {
        next: 'Give it once for each product. Nothing was changed.',
      })
    found.set(product, numbers.split(',').map(Number))
  }
  return found
}

import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formatNight } from '../../calendar/index.js'
import { LIMITS } from '../../contract/index.js'
import { isIsoCurrency } from '../../decimal.js'
import { Fault } from '../../errors.js'
import { outputFault, prepareFolder } from '../../whole-file.js'
import { type Invented, inventedMessage, inventRow } from '../../resnotif/index.js'
import { nightOfFlag } from '../flags/index.js'
import { document, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { readHotel, readProducts } from './products.js'

export interface GenerateFlags {
  seed: number
  count: number
  modify: number
  cancel: number
  xml: boolean
  envelope: 'none' | 'soap11' | 'soap12'
  out?: string | undefined
  property: string
  product?: string[] | undefined
  currency: string
  from: string
}

/** More than that belongs into a folder. */
const PRINTED_MAX = 1_000

/**
 * Writes invented reservations: each as JSON that "resnotif preview" takes, or as the message itself.
 * @throws Fault USAGE; DATA_DIRECTORY where the folder cannot be written
 */
export async function generateReservations(flags: GenerateFlags): Promise<Answer> {
  const { seed, count, modify, cancel, xml, envelope, out } = flags
  if (modify + cancel > 100)
    throw new Fault('USAGE', `--modify ${modify} and --cancel ${cancel} are more than 100 percent together.`)
  if (!isIsoCurrency(flags.currency))
    throw new Fault('USAGE', `--currency needs a code of ISO 4217 such as EUR, not "${flags.currency}".`)
  if (envelope !== 'none' && !xml)
    throw new Fault('USAGE', `--envelope ${envelope} is for messages, and reservations are JSON.`, {
      next: 'Add --xml to write messages.',
    })
  if (out === undefined && count > PRINTED_MAX)
    throw new Fault('USAGE', `More than ${PRINTED_MAX} reservations are not printed.`, {
      next: 'Write them into a folder: --out FOLDER.',
    })
  const row = inventRow({
    seed,
    modifyPercent: modify,
    cancelPercent: cancel,
    house: {
      propertyId: readHotel(flags.property, LIMITS.propertyIdMin),
      currencyCode: flags.currency,
      products: readProducts(flags.product),
      from: formatNight(nightOfFlag('from', flags.from)),
    },
  })
  const numbered = function* (): Generator<{ number: number; one: Invented }> {
    let number = 0
    for (const one of row) {
      yield { number: ++number, one }
      if (number === count) return
    }
  }
  const textOf = (one: Invented, number: number, indent?: number): string =>
    xml ? inventedMessage(one, number, envelope) : `${JSON.stringify(one.reservation, null, indent)}\n`
  if (out === undefined) {
    const all = [...numbered()]
    const data = all.map(({ one, number }) =>
      xml ? { resStatus: one.resStatus, message: textOf(one, number) } : one.reservation,
    )
    // One is a file for "resnotif preview -"; of several each stands in a line.
    return document(data, all.map(({ one, number }) => textOf(one, number, count === 1 ? 2 : undefined)).join(''))
  }
  await openFolder(out)
  const kinds = { Commit: 0, Modify: 0, Cancel: 0 }
  const digits = Math.max(4, String(count).length)
  for (const { one, number } of numbered()) {
    kinds[one.resStatus]++
    const name = `${String(number).padStart(digits, '0')}-${one.resStatus.toLowerCase()}.${xml ? 'xml' : 'json'}`
    await writeFile(path.join(out, name), textOf(one, number, 2), { flag: 'wx', mode: 0o600 }).catch(
      (error: unknown) => {
        throw unwritable(out, error)
      },
    )
  }
  return text(
    { folder: out, files: count, seed, ...kinds },
    `Written to ${out}: ${kinds.Commit} Commit, ${kinds.Modify} Modify, ${kinds.Cancel} Cancel.`,
  )
}

/** @throws Fault USAGE for a folder that holds something: a row of messages is all that stands in one */
async function openFolder(folder: string): Promise<void> {
  const [first] = await prepareFolder(folder)
    .then(() => readdir(folder))
    .catch((error: unknown) => {
      throw unwritable(folder, error)
    })
  if (first !== undefined)
    throw new Fault('USAGE', `${folder} is not empty.`, { next: 'Name a new folder with --out. Nothing was written.' })
}

function unwritable(folder: string, error: unknown): Fault {
  return outputFault(error, { what: 'the messages', to: folder, flag: '--out', kind: 'folder' })
}

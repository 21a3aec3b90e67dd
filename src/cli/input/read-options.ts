import { open, stat } from 'node:fs/promises'
import { dayIn, LAST_TIME_ZONE, type Night } from '../../calendar/index.js'
import type { Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { type FileWatch, type Mapping, parseMap, readMapping, type ReadOptions } from '../../files/index.js'
import { isHandedOver, LARGEST, notReadable, readGivenFile, readOpen, whyNotOpened } from '../../given-file.js'
import type { PushFlags } from './push-flags.js'

/** What --map names a file with, rather than listing columns. */
export const MAPPING_FILE = /^[^=]*\.(ya?ml|json)$/i

/** What flags, a mapping file and settings say about reading the files of a push. Flags win over the mapping file. */
export async function readOptionsOf(
  flags: PushFlags,
  { timeZone }: Pick<Settings, 'timeZone'>,
  watch?: FileWatch,
): Promise<ReadOptions> {
  const { format, hotel, currency, sheet, matrix, delimiter, decimal, encoding, round } = flags
  const mapping = await mappingOf(flags.map, watch)
  const said = Object.entries({
    format,
    hotel,
    currency,
    sheet,
    matrix,
    delimiter,
    decimal,
    encoding,
    round,
    dateFormat: flags['date-format'],
    dateCells: flags['date-cells'],
    past: flags.past,
  })
  const options: ReadOptions = {
    ...mapping,
    ...Object.fromEntries(said.filter(([, value]) => value !== undefined)),
    today: todayOf(timeZone.value),
  }
  const ignored = [
    ...(mapping.ignoreColumns ?? []),
    ...(flags['ignore-columns']?.split(',').map((name) => name.trim()) ?? []),
  ]
  return ignored.length === 0 ? options : { ...options, ignoreColumns: ignored }
}

/**
 * What `--map` gives: a list of columns, or a mapping file.
 * @throws Fault USAGE, INVALID_INPUT naming the lines of a mapping file that are wrong
 */
export async function mappingOf(map: string | undefined, watch?: FileWatch): Promise<Mapping> {
  if (map === undefined) return {}
  return MAPPING_FILE.test(map) ? readMappingFile(map, watch) : { map: parseMap(map) }
}

/** @param ids as `readMapping` takes them. @throws Fault INVALID_INPUT */
export async function readMappingFile(
  file: string,
  watch?: FileWatch,
  ids?: Parameters<typeof readMapping>[2],
): Promise<Mapping> {
  const text = await readWhole(file, watch).catch((error: NodeJS.ErrnoException) => {
    // A pipe or a device, which `whyNotOpened` names.
    const isOther = error.code?.startsWith('a ') === true
    throw new Fault(
      'INVALID_INPUT',
      isOther
        ? `The mapping file ${file} is ${String(error.code)}.`
        : `The mapping file ${file} cannot be read${error.code === 'ENOENT' ? ': there is no such file' : ` (${error.code ?? 'unknown error'})`}.`,
      {
        findings: [{ file, reason: 'cannot be read' }],
        next: isOther
          ? 'Name a plain file, or hand over what a command writes with --map <(command). Nothing was sent.'
          : 'Check the name. A list of columns has the form NAME=COLUMN. Nothing was sent.',
        cause: error,
      },
    )
  })
  return readMapping(text, file, ids)
}

async function readWhole(file: string, watch: FileWatch | undefined): Promise<string> {
  const why = whyNotOpened(file, await stat(file))
  if (why !== undefined) throw notReadable(why)
  if (isHandedOver(file)) return String(await readGivenFile(file, { bytesMax: LARGEST.document }))
  const handle = await open(file)
  try {
    const bytes = readOpen(handle.fd, LARGEST.document)
    watch?.take(handle.fd, bytes)
    return bytes.toString('utf8')
  } finally {
    await handle.close()
  }
}

/**
 * The property's own day: in its time zone where that is known, else the day that it still is somewhere on earth, so
 * that no night which may still be sold is taken for past.
 */
export function todayOf(timeZone: string | undefined): Night {
  return dayIn(timeZone ?? LAST_TIME_ZONE, Date.now()) as Night
}

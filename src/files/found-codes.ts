import { Fault } from '../errors.js'
import { KINDS } from './kinds/index.js'
import { lookThrough } from './read-file.js'
import { checkOptions } from './read-options.js'
import type { ColumnPlan, InputFile, ReadOptions, RecordSurvey } from './reading/index.js'

/** Codes that stand together in a row of a file, as they are written. */
export interface FoundCode {
  /** '' where the row names none. */
  hotel: string
  room: string
  plan: string
  /** Where they stand first. */
  file: string
  line: number
}

const CODES_MAX = 200_000

/**
 * The different codes of hotels, rooms and plans that files hold, whatever else is wrong with their rows.
 * @throws Fault INVALID_INPUT for a file that cannot be read as it stands
 */
export async function findCodes(files: readonly InputFile[], options: ReadOptions): Promise<FoundCode[]> {
  const checked = checkOptions(options)
  const found = new Map<string, FoundCode>()
  for (const [index, file] of files.entries()) await findIn(file, index, checked, found)
  return [...found.values()]
}

/**
 * Columns belong to one kind or the other, and a file names its hotels or leaves them to an option: what understands the
 * header reads the file.
 */
async function findIn(
  file: InputFile,
  index: number,
  options: ReadOptions,
  found: Map<string, FoundCode>,
): Promise<void> {
  const { hotel, ...bare } = options
  let fault: unknown
  for (const reading of hotel === undefined ? [bare] : [bare, options]) {
    for (const kind of KINDS) {
      try {
        await lookThrough(file, { name: file.name, index, kind, options: reading }, new CodeSurvey(file.name, found))
        return
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        fault = reading === options ? error : (fault ?? error)
      }
    }
  }
  throw fault
}

class CodeSurvey implements RecordSurvey {
  constructor(
    private readonly file: string,
    private readonly found: Map<string, FoundCode>,
  ) {}

  take({ keys }: ColumnPlan, cells: readonly string[], line: number): void {
    const text = (at: number): string => (at < 0 ? '' : (cells[at] ?? '').trim())
    const [hotel, room, plan] = [text(keys.hotel_code), text(keys.room_id), text(keys.rate_plan_id)]
    const key = JSON.stringify([hotel, room, plan])
    if (this.found.size < CODES_MAX && !this.found.has(key))
      this.found.set(key, { hotel, room, plan, file: this.file, line })
  }
}

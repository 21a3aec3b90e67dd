import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { checkOptions } from '../../files/index.js'
import { journalBytes, openJournalToRead, type RunRecord, type Target } from '../../journal/index.js'
import { shellWord } from '../../shell-word.js'
import { standingAt } from '../../whole-file.js'
import { readMappingFile } from '../input/index.js'
import { count } from '../show/index.js'
import { type Check, fail, ok, warn } from './check.js'

/** The name that a push gives to the mapping files it writes. */
const ENDING = '.map.yaml'
const RUNS = 20
/** More are not read: somebody keeps them all in one place. */
const FILES_MAX = 50

/**
 * The mapping files that the last runs were pushed with, those beside their files and those of this folder. One that a run was pushed with and that cannot be
 * read is a failure: the next push of the same command line would be refused.
 */
export async function mappingChecks(dataDir: string, target: Target | undefined, folder = '.'): Promise<Check[]> {
  const runs = target === undefined ? [] : runsOf(dataDir, target)
  const used = new Set(
    runs.flatMap(({ command }) => (command['mapping'] === undefined ? [] : [String(command['mapping'])])),
  )
  const folders = new Set([folder, ...runs.flatMap(({ files }) => files.map(({ name }) => path.dirname(name)))])
  const beside = [...folders].flatMap((one) => mappingFilesIn(one))
  const standing: string[] = []
  for (const file of [...new Set([...used, ...beside].map((one) => path.normalize(one)))].slice(0, FILES_MAX))
    if ((await standingAt(file)) !== undefined) standing.push(file)
  const wrong: Check[] = []
  for (const file of standing) {
    const why = await faultOf(file)
    if (why === undefined) continue
    const next = `Correct it, then run "hubswitch map check ${shellWord(file)}".`
    const isUsed = [...used].some((one) => path.normalize(one) === file)
    wrong.push(
      isUsed ? fail('mapping', `${why} A run was pushed with this mapping file.`, next) : warn('mapping', why, next),
    )
  }
  const gone = [...used].filter((one) => !standing.includes(path.normalize(one))).slice(0, FILES_MAX)
  const [first] = gone
  if (first !== undefined)
    wrong.push(
      warn(
        'mapping',
        `${gone.length === 1 ? `${first}, which a run was pushed with, is` : `${count(gone.length, 'mapping file')} that runs were pushed with, such as ${first}, are`} not there, as seen from this folder.`,
        'Run doctor in the folder of the push; where it is missing there too, the same push would be refused: put it back.',
      ),
    )
  if (wrong.length > 0) return wrong
  const [only, ...more] = standing
  if (only === undefined) return [ok('mapping', `No mapping file of the last runs, and no *${ENDING} here.`)]
  const command = more.length === 0 ? shellWord(only) : 'FILE'
  return [
    ok(
      'mapping',
      `${more.length === 0 ? `${only} is` : `${count(standing.length, 'mapping file')} are`} well formed; "hubswitch map check ${command}" compares the codes with the service.`,
    ),
  ]
}

function runsOf(dataDir: string, target: Target): RunRecord[] {
  if (journalBytes(dataDir) === 0) return []
  try {
    const journal = openJournalToRead(dataDir, () => undefined)
    try {
      return journal.listRuns(target, RUNS)
    } finally {
      journal.close()
    }
  } catch (error) {
    // A journal that cannot be read is told by its own check.
    if (error instanceof Fault) return []
    throw error
  }
}

function mappingFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.toLowerCase().endsWith(ENDING))
      .toSorted()
      .map((name) => path.join(folder, name))
  } catch {
    // A folder that is gone holds none.
    return []
  }
}

/** What a push would say of a mapping file; undefined where it can be read. */
async function faultOf(file: string): Promise<string | undefined> {
  try {
    checkOptions(await readMappingFile(file))
    return undefined
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.code === 'USAGE' ? `${file}: ${error.message}` : error.message
  }
}

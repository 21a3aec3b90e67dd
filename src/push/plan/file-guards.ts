import { basename } from 'node:path'
import type { AppliedRun, Journal, RunFile, Target } from '../../journal/index.js'
import { type GuardLimits, type GuardStop, TELLING_NIGHTS } from '../guards/index.js'
import type { Plan } from './plan.js'

/** What is judged of a push as a whole. */
interface FileGuardInput {
  files: readonly RunFile[]
  plan: Plan
  /** Nights that the files hold, unchanged ones included. */
  nights: number
  changesOnly: boolean
  /** The last run from files of these names, and the nights it held. */
  before: { run: AppliedRun; nights: number } | undefined
  /** The last push of everything within a day. */
  fullLoad: AppliedRun | undefined
  limits: GuardLimits
  /** Epoch milliseconds. */
  now: number
}

const DAY_MS = 86_400_000
/** Smaller pushes are no load of everything, whatever they repeat. */
const FULL_LOAD_NIGHTS = 1000

/** The last run of a target and kind that was made from files of the same names. */
export function lastRunOf(
  journal: Journal,
  target: Target,
  kind: string,
  files: readonly RunFile[],
): AppliedRun | undefined {
  const names = namesOf(files)
  if (names === '') return undefined
  for (const run of journal.runs.applied(target, kind)) if (namesOf(run.files) === names) return run
  return undefined
}

/** The last push of everything since `now` less a day. */
export function lastFullLoad(journal: Journal, target: Target, kind: string, now: number): AppliedRun | undefined {
  for (const run of journal.runs.applied(target, kind)) {
    if (run.createdAt < now - DAY_MS) return undefined
    if (
      run.command['changesOnly'] !== true &&
      run.command['undo'] === undefined &&
      Number(run.plan['nights']) >= FULL_LOAD_NIGHTS
    )
      return run
  }
  return undefined
}

/** Guards that look at the files and not at their rows. */
export function fileStops(input: FileGuardInput): GuardStop[] {
  return [...past(input), ...short(input), ...old(input), ...older(input), ...repeated(input)]
}

/** Nothing is left to send, because all of it is past: whoever looks at an exit code would take that for a push that is done, night after night. */
function past({ plan: { past: gone, rows, badRows }, files, now }: FileGuardInput): GuardStop[] {
  if (gone === undefined || rows > 0 || badRows > 0) return []
  return [
    {
      guard: 'all-past',
      nights: gone.nights,
      file: gone.files[0] ?? files[0]?.name ?? '-',
      reason: `${gone.files.length > 1 ? `and ${gone.files.length - 1} more hold` : 'holds'} nothing but nights before ${gone.before}`,
      remedy: `Check that the export still runs, and the clock of this machine, which says ${new Date(now).toISOString().slice(0, 19)}Z.`,
    },
  ]
}

function short({ before, nights, files, limits: { maxShrink } }: FileGuardInput): GuardStop[] {
  if (before === undefined || maxShrink === undefined || before.nights < TELLING_NIGHTS) return []
  const lost = (1 - nights / before.nights) * 100
  if (lost <= maxShrink) return []
  return [
    {
      guard: 'max-shrink',
      nights,
      file: files[0]?.name ?? '-',
      reason: `holds ${nights} nights where run ${before.run.id} from the same file held ${before.nights}: ${Math.floor(lost)} % are gone (at most ${maxShrink} % may)`,
      remedy: 'Check that the export was complete. To send it all the same, add --max-shrink 100.',
    },
  ]
}

function old({ files, now, limits: { maxAgeHours } }: FileGuardInput): GuardStop[] {
  if (maxAgeHours === undefined) return []
  return files.flatMap(({ name, modifiedAt }): GuardStop[] => {
    const hours = modifiedAt === undefined ? 0 : (now - modifiedAt) / 3_600_000
    if (modifiedAt === undefined || hours <= maxAgeHours) return []
    return [
      {
        guard: 'max-age',
        nights: 0,
        file: name,
        reason: `was last written ${momentOf(modifiedAt)}, ${Math.floor(hours)} hours ago (at most ${maxAgeHours} may pass)`,
        remedy: `Export it again. To send it all the same, add --max-age ${Math.ceil(hours) + 1}h.`,
      },
    ]
  })
}

function older({ files, before, limits }: FileGuardInput): GuardStop[] {
  if (before === undefined || limits.mayBeOlder) return []
  return files.flatMap(({ name, modifiedAt }): GuardStop[] => {
    const applied = before.run.files.find((file) => basename(file.name) === basename(name))?.modifiedAt
    if (modifiedAt === undefined || applied === undefined || modifiedAt >= applied) return []
    return [
      {
        guard: 'older-file',
        nights: 0,
        file: name,
        reason: `was last written ${momentOf(modifiedAt)}, before the one that run ${before.run.id} applied (${momentOf(applied)})`,
        remedy: 'Push the newest file. To send this one all the same, add --allow-older-file.',
      },
    ]
  })
}

function repeated({ plan, changesOnly, fullLoad, files, limits }: FileGuardInput): GuardStop[] {
  if (
    changesOnly ||
    limits.mayRepeatFullLoad ||
    fullLoad === undefined ||
    plan.nights < FULL_LOAD_NIGHTS ||
    plan.changes.sameNights * 2 < plan.nights
  )
    return []
  return [
    {
      guard: 'full-load',
      nights: plan.nights,
      file: files[0]?.name ?? '-',
      reason: `would send ${plan.nights} nights although run ${fullLoad.id} sent everything ${momentOf(fullLoad.createdAt)}, and ${plan.changes.sameNights} of them have not changed`,
      remedy: 'Add --changes-only. To send everything again within a day, add --allow-full-load.',
    },
  ]
}

function namesOf(files: readonly RunFile[]): string {
  return files
    .filter(({ name }) => name !== '-')
    .map(({ name }) => basename(name))
    .toSorted()
    .join('\n')
}

function momentOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

import type { Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { type InputFile, type Kind, type ReadOptions, readRows } from '../../files/index.js'
import type { Journal, Target } from '../../journal/index.js'
import {
  ChangesPreview,
  checkPlanTarget,
  type GuardLimits,
  type KeptRejects,
  type Plan,
  type PlanInput,
  type PlanProgress,
  planRun,
} from '../../push/index.js'
import { readOverlay } from '../command/index.js'
import { InputReports, inputsOf, type PushFlags, readOptionsOf, todayOf, unchanged } from '../input/index.js'
import { pastHotelsText, type PlannedFiles, RejectsFile } from '../report/index.js'
import { freedEarly, type KeptLimits } from '../sending/index.js'
import { count, pronoun } from '../show/index.js'
import { startProgress, type Terminal } from '../terminal/index.js'

export interface PlanFilesInput {
  kind: Kind
  /** As typed; `-` is standard input. */
  files: readonly string[]
  flags: PushFlags
  settings: Settings
  /** Kept with the run. */
  limits: KeptLimits
  target: Target
  journal: Journal
  terminal: Terminal
  quiet: boolean
  notice: (line: string) => void
  /** The same, whatever --quiet says. */
  insist: (line: string) => void
  keptRejects: KeptRejects
  /** Set off by Ctrl-C, SIGTERM or a closed terminal: the one of the whole command, so that no phase of it swallows a signal. */
  signal: AbortSignal
  /** Also set off by --deadline: nothing outside this process is waited for any longer. */
  ending: AbortSignal
  /** Throws once the time is up that --deadline gives: a reader of a whole text lets no timer run. */
  tick?: () => void
  /** Called with what is to be done when the command has ended. */
  whenDone: (close: () => unknown) => void
  /** False for a dry run. */
  persist: boolean
  /** Where to save the plan instead of making it a run. */
  savePlanTo?: string
  /** What the service says of rooms; a dry run asks nothing. */
  roomsOf?: PlanInput['roomsOf']
  /** Hotels that it has said it does not have. */
  absentHotels?: PlanInput['absentHotels']
  /** Asked where the files cannot be read as they stand: the mapping file that says how, or a fault that says more. */
  mend?:
    | ((fault: Fault, input: { files: readonly InputFile[]; options: ReadOptions }) => Promise<string | undefined>)
    | undefined
}

/** A plan that may still have to wait for a yes. */
export interface HeldFiles extends PlannedFiles {
  /**
   * Looks at the files once more, before the first request.
   * @throws Fault INVALID_INPUT where one has changed since it was read
   */
  lookAgain(): Promise<void>
}

/**
 * Reads and plans the files of a push. Nothing is sent.
 * @throws Fault INVALID_INPUT naming the bad rows, unless --skip-invalid; INTERRUPTED
 */
export async function planFiles(input: PlanFilesInput): Promise<HeldFiles> {
  const given = { value: undefined as { files: readonly InputFile[]; options: ReadOptions } | undefined }
  try {
    return await planOnce(input, (files, options) => (given.value = { files, options }))
  } catch (fault) {
    if (input.mend === undefined || given.value === undefined) throw fault
    if (!(fault instanceof Fault) || fault.code !== 'INVALID_INPUT') throw fault
    const map = await input.mend(fault, given.value)
    if (map === undefined) throw fault
    return planFiles({ ...input, flags: { ...input.flags, map }, mend: undefined })
  }
}

async function planOnce(
  {
    kind,
    files,
    flags,
    settings,
    limits,
    target,
    journal,
    terminal,
    quiet,
    notice,
    insist,
    keptRejects,
    signal,
    ending,
    tick,
    whenDone,
    persist,
    savePlanTo,
    roomsOf,
    absentHotels,
  }: PlanFilesInput,
  whenOpened: (files: readonly InputFile[], options: ReadOptions) => void,
): Promise<HeldFiles> {
  const inputs = await inputsOf(files, flags.map, ending)
  whenDone(inputs.remove)
  const readOptions = await readOptionsOf(flags, settings, inputs.mapping)
  whenOpened(inputs.files, readOptions)
  const { codes: _, today = todayOf(undefined), ...said } = readOptions
  const guards = guardLimitsOf(settings, flags)
  const overlay = await readOverlay(settings)
  const rejects = new RejectsFile(flags.rejects, inputs.files, readOptions, kind, keptRejects)
  const mappings = inputs.mapping === undefined ? [] : [flags.map as string]
  await rejects.checkTarget([...mappings, ...(savePlanTo === undefined ? [] : [savePlanTo])])
  if (savePlanTo !== undefined)
    await checkPlanTarget(savePlanTo, [...inputs.files, ...mappings.map((name) => ({ name }))])
  const progress = await startProgress(terminal, quiet, 'Reading …')
  let rowsRead = 0
  const preview = persist || savePlanTo !== undefined ? undefined : new ChangesPreview(flags.calendar)
  const reports = new InputReports(notice)
  try {
    const plan = await planRun({
      kind,
      chunks: freedEarly(
        unchanged(
          inputs,
          readRows({
            files: inputs.files,
            kind,
            options: readOptions,
            onColumns: (report) => reports.takeColumns(report),
            onNotice: (found) => reports.takeNotice(found),
            tick,
          }),
        ),
      ),
      files: inputs.records,
      journal,
      target,
      persist,
      savePlanTo,
      signal,
      tick,
      ...(roomsOf === undefined ? {} : { roomsOf }),
      ...(absentHotels === undefined ? {} : { absentHotels }),
      options: {
        bodyLimitBytes: settings.limits.bodyBytes.value,
        entriesPerRequest: settings.limits.entriesPerRequest.value,
        monthsPerRequest: settings.limits.monthsPerRequest.value,
        weekdayMasks: settings.limits.weekdayMasks.value && kind.daysAllowed,
        today,
        changesOnly: flags['changes-only'],
        overlapLastWins: flags.overlap === 'last-wins',
        skipInvalid: flags['skip-invalid'],
        end: overlay.end,
        fieldName: (path, list) => overlay.fieldName(kind.endpoint, path, list),
        valuesOf: (path) => overlay.wireValues(kind.endpoint, path),
        guards,
        command: {
          guards,
          kind: kind.name,
          changesOnly: flags['changes-only'],
          skipInvalid: flags['skip-invalid'],
          overlap: flags.overlap,
          ...said,
          ...(inputs.mapping === undefined ? {} : { mapping: flags.map }),
          limits,
        },
      },
      onProgress: (state) => {
        if (state.phase === 'reading') rowsRead = state.rowsRead
        progress.show(() => progressText(state))
      },
      onBad: (bad) => rejects.add(bad),
      surveysValues: !persist,
      onHotel: preview?.look,
    })
    progress.end()
    plan.input = reports.all
    if (plan.badRows > 0 && !flags['skip-invalid']) throw await badRowsFault(plan, rowsRead, rejects)
    const { past } = plan
    if (past !== undefined)
      notice(
        `${count(past.nights, 'night')} before ${past.before} ${past.nights === 1 ? 'is' : 'are'} past and left out; --past error refuses ${pronoun(past.nights)}.`,
      )
    // Where nothing at all is left, a guard stops the push and says so.
    if (past !== undefined && past.hotelCount > 0 && plan.rows > 0)
      insist(
        `Nothing is sent of ${pastHotelsText(past)}: all ${past.hotelCount === 1 ? 'its' : 'their'} nights in the files are before ${past.before}. Check that the export still holds ${pronoun(past.hotelCount)}.`,
      )
    return { plan, rejects, lookAgain: inputs.lookAgain, preview: preview?.hotel }
  } finally {
    progress.end()
  }
}

function guardLimitsOf({ limits }: Settings, flags: PushFlags): GuardLimits {
  const { priceFloor, priceCeiling, maxChange, maxClosing, maxShrink, maxAgeHours } = limits
  return {
    priceFloor: priceFloor.value,
    priceCeiling: priceCeiling.value,
    maxChange: maxChange.value,
    maxClosing: maxClosing.value,
    maxShrink: maxShrink.value,
    maxAgeHours: maxAgeHours.value,
    mayZeroPrice: flags['allow-zero-price'] === true,
    mayBeOlder: flags['allow-older-file'] === true,
    mayRepeatFullLoad: flags['allow-full-load'] === true,
    mayExceedUnits: flags['allow-above-units'] === true,
    mayChangeCurrency: flags['allow-other-currency'] === true,
    mayUnknownRooms: flags['allow-unknown-rooms'] === true,
  }
}

async function badRowsFault({ badRows, bad, badUnlisted }: Plan, total: number, rejects: RejectsFile): Promise<Fault> {
  const written = await rejects.write()
  return new Fault(
    'INVALID_INPUT',
    `${badRows.toLocaleString('en')} of ${count(total, 'row')} ${badRows === 1 ? 'is' : 'are'} wrong; nothing was sent.`,
    {
      findings: bad.map(({ fileIndex: _, ...finding }) => finding),
      next: `Correct ${pronoun(badRows)} and push again, or send the others with --skip-invalid${written === undefined ? ' --rejects FILE' : ''}.`,
      facts: {
        rows: total,
        badRows,
        ...(badUnlisted === undefined ? {} : { unlistedRows: badUnlisted }),
        ...(written === undefined ? {} : { rejects: written }),
      },
    },
  )
}

function progressText(state: PlanProgress): string {
  return state.phase === 'reading'
    ? `Reading … ${count(state.rowsRead, 'row')}`
    : `Planning … ${state.hotelsDone} of ${count(state.hotels, 'hotel')}`
}

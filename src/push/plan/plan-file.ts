import { createHash, type Hash } from 'node:crypto'
import { closeSync, createReadStream, lstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Fault } from '../../errors.js'
import { checkOutput } from '../../files/index.js'
import {
  type CoveredSeries,
  type Journal,
  type NewBatch,
  packBatch,
  type ReplacedRow,
  unpackBatch,
} from '../../journal/index.js'
import { shellWord } from '../../shell-word.js'
import { NEW_FILE, partOf, outputFault, requirePlainFile } from '../../whole-file.js'
import type { PlanRecord, RecordedRun } from './plan-record.js'

/** Version of the file's form. A plan of another one is refused, never guessed at. */
const FORM = 1

/** The first line of a plan file. */
interface PlanHead extends RecordedRun {
  hubswitchPlan: number
  createdAt: number
}

type PlanLine =
  | { hotel: string; base: string }
  | { batch: NewBatch }
  | { covered: { hotel: string; series: CoveredSeries[] } }
  | { replaced: { hotel: string; rows: readonly ReplacedRow[] } }
  | { totals: Record<string, unknown> }
  | { sha256: string }

interface SavedPlan {
  runId: number
  kind: string
  totals: Record<string, unknown>
}

/** What a plan file begins with. */
const HEAD = '{"hubswitchPlan":'

/**
 * Whether a plan can be saved there: not over a file that is read, and over no file but an older plan.
 * @throws Fault USAGE
 */
export function checkPlanTarget(
  to: string,
  sources: readonly { name: string; path?: string | undefined }[],
): Promise<void> {
  return checkOutput({ to, flag: '--save-plan', what: 'the plan', sources, isOurs: (head) => head.startsWith(HEAD) })
}

/** Writes a plan to a file instead of the journal: JSON lines, closed by a digest of all that stands before it. */
export function fileRecord(journal: Journal, run: RecordedRun, to: string): PlanRecord {
  const part = partOf(to)
  const file = new DigestedFile(part, to)
  const target = journal.runs.targetId(run.target, { create: true }) as number
  let hotel: string | undefined
  file.write({ hubswitchPlan: FORM, createdAt: Date.now(), ...run } satisfies PlanHead)
  return {
    add: (batch) => {
      if (batch.hotel !== hotel) {
        hotel = batch.hotel
        file.write({ hotel, base: journal.known.digest({ target, kind: run.kind, hotel }) })
      }
      file.write({ batch: unpackBatch(batch.pack()) } satisfies PlanLine)
    },
    cover: (code, series) => file.write({ covered: { hotel: code, series } }),
    replace: (code, rows) =>
      void (rows.length > 0 && file.write({ replaced: { hotel: code, rows } } satisfies PlanLine)),
    complete: (totals) => {
      file.write({ totals })
      file.close()
      try {
        requirePlainFile(lstatSync(to, { throwIfNoEntry: false }), to, '--save-plan')
        renameSync(part, to)
      } catch (error) {
        rmSync(part, { force: true })
        throw error
      }
      return undefined
    },
    discard: () => {
      file.abandon()
      rmSync(part, { force: true })
    },
  }
}

class DigestedFile {
  readonly #descriptor: number
  readonly #hash: Hash = createHash('sha256')
  #isOpen = true

  constructor(
    part: string,
    private readonly to: string,
  ) {
    try {
      this.#descriptor = openSync(part, NEW_FILE, 0o600)
    } catch (error) {
      throw unwritable(to, error)
    }
  }

  write(line: object): void {
    const text = `${JSON.stringify(line)}\n`
    this.#hash.update(text)
    this.#put(text)
  }

  close(): void {
    this.#put(`${JSON.stringify({ sha256: this.#hash.digest('hex') })}\n`)
    this.abandon()
  }

  /** All of it: a disk that is nearly full takes a part, and says so with the next. */
  #put(text: string): void {
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
    } catch (error) {
      throw unwritable(this.to, error)
    }
  }

  abandon(): void {
    if (this.#isOpen) closeSync(this.#descriptor)
    this.#isOpen = false
  }
}

function unwritable(to: string, error: unknown): Fault {
  return outputFault(error, { what: 'the plan', to, flag: '--save-plan' })
}

/**
 * Puts a saved plan into the journal as a run that can be sent.
 * @param mayUnknownRooms whether rooms that the service does not list are sent; kept with the run
 * @throws Fault INVALID_INPUT for a file that is no plan, was changed or cut; USAGE for one of another service or kind;
 *   GUARD_RAIL where a hotel's acknowledged calendar has changed since the plan was made
 */
export async function loadPlan(
  from: string,
  journal: Journal,
  wanted: Pick<RecordedRun, 'target' | 'kind'>,
  mayUnknownRooms = false,
): Promise<SavedPlan> {
  const digest = await checkDigest(from)
  const target = journal.runs.targetId(wanted.target, { create: true }) as number
  const changed: string[] = []
  let runId: number | undefined
  let seq = 0
  let totals: Record<string, unknown> = {}
  try {
    const again = new LineDigest()
    for await (const line of linesOf(from)) {
      again.take(line)
      if (runId === undefined) {
        const head = JSON.parse(line) as PlanHead
        checkHead(head, from, wanted)
        const { files, command, wire } = head
        runId = journal.runs.create({
          target: wanted.target,
          kind: wanted.kind,
          files,
          command: {
            ...command,
            ...(mayUnknownRooms ? { guards: { ...(command['guards'] as object | undefined), mayUnknownRooms } } : {}),
            plan: from,
          },
          wire: { ...wire },
        })
        continue
      }
      const part = JSON.parse(line) as PlanLine
      if ('hotel' in part && journal.known.digest({ target, kind: wanted.kind, hotel: part.hotel }) !== part.base)
        changed.push(part.hotel)
      else if ('batch' in part) journal.batches.add(runId, seq++, [packBatch(part.batch)])
      else if ('covered' in part) journal.coverage.add(runId, [part.covered])
      else if ('replaced' in part) journal.replaced.add(runId, part.replaced.hotel, part.replaced.rows)
      else if ('totals' in part) totals = part.totals
    }
    if (again.value() !== digest) throw noPlan(from, 'has changed while it was read')
    if (changed.length > 0) {
      throw new Fault(
        'GUARD_RAIL',
        `What the service has acknowledged has changed since this plan was made, for ${changed.length === 1 ? `hotel ${changed[0]}` : `${changed.length} hotels (${changed.slice(0, 3).join(', ')}, …)`}.`,
        {
          next: 'Plan the files again. Nothing was sent.',
          facts: { changed: changed.slice(0, 100) },
        },
      )
    }
    journal.runs.planned(runId as number, totals, seq === 0 ? 'nothing-to-do' : 'ready')
    return { runId: runId as number, kind: wanted.kind, totals }
  } catch (error) {
    if (runId !== undefined) journal.runs.discard(runId)
    throw error
  }
}

function checkHead(
  { hubswitchPlan, kind, target }: PlanHead,
  from: string,
  wanted: Pick<RecordedRun, 'target' | 'kind'>,
): void {
  if (hubswitchPlan !== FORM)
    throw noPlan(from, `has the form ${String(hubswitchPlan)}, and this version reads form ${FORM}`)
  if (kind !== wanted.kind)
    throw new Fault('USAGE', `${from} is a plan of ${kind}.`, {
      next: `Run "hubswitch ${kind} push --plan ${shellWord(from)}".`,
    })
  if (target.service !== wanted.target.service || target.profile !== wanted.target.profile) {
    throw new Fault('USAGE', `${from} is a plan for profile ${target.profile} (${target.service}).`, {
      next:
        target.profile === wanted.target.profile
          ? `The address of the profile is ${wanted.target.service} now: plan the files again for it. Nothing was sent.`
          : `Add --profile ${shellWord(target.profile)}.`,
    })
  }
}

/**
 * The whole file is read once before anything of it is believed.
 * @returns the digest that it is closed by
 */
async function checkDigest(from: string): Promise<string> {
  const digest = new LineDigest()
  let isFirst = true
  for await (const line of linesOf(from)) {
    if (isFirst && !line.startsWith(HEAD)) throw noPlan(from, 'is no plan that --save-plan has written')
    isFirst = false
    digest.take(line)
  }
  const value = digest.value()
  if (value === undefined) throw noPlan(from, 'was changed or cut short since --save-plan wrote it')
  return value
}

/** Digest of all lines but the last, which says what it must be. */
class LineDigest {
  readonly #hash = createHash('sha256')
  #last: string | undefined

  take(line: string): void {
    if (this.#last !== undefined) this.#hash.update(`${this.#last}\n`)
    this.#last = line
  }

  /** Undefined where the last line says something else. */
  value(): string | undefined {
    const digest = this.#hash.digest('hex')
    return this.#last === JSON.stringify({ sha256: digest }) ? digest : undefined
  }
}

async function* linesOf(from: string): AsyncGenerator<string> {
  // It is read twice, which a pipe cannot be, and one that nobody writes into would be waited for without end.
  if (!(statSync(from, { throwIfNoEntry: false })?.isFile() ?? true))
    throw noPlan(from, 'is no plain file, so it is no plan that --save-plan has written')
  const stream = createReadStream(from)
  const opened = new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject))
  await opened.catch((error: unknown) => {
    throw new Fault('INVALID_INPUT', `${from}: the plan cannot be read.`, { next: 'Check the name.', cause: error })
  })
  yield* createInterface({ input: stream, crlfDelay: Infinity })
}

function noPlan(from: string, reason: string): Fault {
  return new Fault('INVALID_INPUT', `${from}: ${reason}.`, {
    findings: [{ file: from, reason }],
    next: 'Plan the files again with --save-plan. Nothing was sent.',
  })
}

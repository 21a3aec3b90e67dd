import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { Fault } from '../../../src/errors.js'
import { planUndo } from '../../../src/push/after/undo-run.js'
import { type UndoPlan } from '../../../src/push/after/undo-plan.js'
import type { CellFields, Row } from '../../../src/files/reading/row.js'
import type { Journal } from '../../../src/journal/index.js'
import { Grid, OPTIONS, plan, row, withMemoryJournal } from '../support.js'

/** The long form: UNDO_HISTORIES=1000. */
const HISTORIES = Number(process.env['UNDO_HISTORIES'] ?? 15)
const ROOMS = ['101', '102']
const FIRST = 20_600

type Cells = Map<string, CellFields>

/** What a service holds after some pushes, cell by cell: a separate and simple model. */
function gridAfter(pushes: readonly (readonly Row[])[]): Cells {
  const cells: Cells = new Map()
  for (const rows of pushes) {
    const ordered = [...rows.filter(({ room }) => room === ''), ...rows.filter(({ room }) => room !== '')]
    for (const { room, from, until, fields } of ordered) {
      for (const name of room === '' ? ROOMS : [room])
        for (let night = from; night < until; night += 1)
          cells.set(`${name} ${night}`, { ...cells.get(`${name} ${night}`), ...fields })
    }
  }
  return cells
}

/** The cells that one push sets. */
const setBy = (rows: readonly Row[]): Cells => gridAfter([rows])

const Fields = fc
  .record(
    { price: fc.constantFrom('80.00', '90.00', '100.00'), min_stay: fc.constantFrom(1, 2, 3), closed: fc.boolean() },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0)
/** A push of single rooms, or of all rooms; ranges of one push do not overlap within a room. */
const Push = fc
  .array(
    fc.record({
      room: fc.constantFrom(...ROOMS, ''),
      from: fc.integer({ min: 0, max: 11 }),
      length: fc.integer({ min: 1, max: 6 }),
      fields: Fields,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => {
    const taken = new Set<string>()
    const rows: Row[] = []
    for (const [at, { room, from, length, fields }] of parts.entries()) {
      const names = room === '' ? ['', ...ROOMS] : [room, '']
      const nights = Array.from({ length }, (_, night) => FIRST + from + night)
      if (nights.some((night) => names.some((name) => taken.has(`${name} ${night}`)))) continue
      for (const night of nights) taken.add(`${room} ${night}`)
      rows.push(row(at + 2, { room, from: FIRST + from, until: FIRST + from + length, fields }))
    }
    return rows
  })

async function send(journal: Journal, grid: Grid, runId: number | undefined): Promise<void> {
  if (runId !== undefined) await sendRun({ journal, runId, send: grid.send, concurrency: 1 })
}

/** Sends a run of which no answer comes; the service may have done what was asked. */
async function lose(journal: Journal, grid: Grid, runId: number, isDone: boolean): Promise<void> {
  await sendRun({
    journal,
    runId,
    send: async (batch) => {
      if (isDone) await grid.send(batch)
      return { fate: 'stop', fault: new Fault('UNREACHABLE', 'The connection was cut.'), reach: 'unanswered' }
    },
    concurrency: 1,
  })
  // The journal tells what came first by the millisecond; a push over a wire takes longer.
  const at = Date.now()
  while (Date.now() === at) await new Promise((resolve) => setImmediate(resolve))
}

type Fate = 'answered' | 'lost' | 'done and lost'

interface Sent {
  fate: Fate
  cells: Cells
}

/** One field of a night, as the chosen one of several pushes is to be undone: found from nothing but what was sent and what was answered. */
function expectedOf(
  pushes: readonly Sent[],
  chosen: number,
  [key, name]: [string, string],
): { was: unknown; acknowledged: unknown; isLater: boolean; isDoubted: boolean; isUnsure: boolean; isHere: boolean } {
  const setters = pushes.map(({ fate, cells }, at) => ({ at, fate, value: cells.get(key)?.[name as keyof CellFields] }))
  const own = setters[chosen]
  const touching = setters.filter(({ value }) => value !== undefined)
  const lastAnswered = (list: typeof touching) => list.findLast(({ fate }) => fate === 'answered')
  const openAfter = (list: typeof touching) =>
    list.filter(({ at, fate }) => fate !== 'answered' && at > (lastAnswered(list)?.at ?? -1))
  const earlier = touching.filter(({ at }) => at < chosen)
  const was = lastAnswered(earlier)?.value
  const acknowledged = lastAnswered(touching)?.value
  const doubts = openAfter(touching)
  const isDoubtedSince = doubts.some(({ at }) => at > chosen)
  const isAnsweredSince = touching.some(({ at, fate }) => at > chosen && fate === 'answered')
  return {
    was,
    acknowledged,
    isHere: own?.value !== undefined,
    isUnsure: openAfter(earlier).some(({ value }) => value !== was),
    isDoubted: doubts.length > 0,
    isLater:
      isDoubtedSince ||
      (acknowledged !== own?.value && isAnsweredSince) ||
      (own?.fate !== 'answered' && isAnsweredSince && was !== own?.value),
  }
}

async function undo(journal: Journal, grid: Grid, id: number, overLater = false): Promise<UndoPlan> {
  const run = journal.getRun(id)
  if (run === undefined) throw new Error(`no run ${id}`)
  const undone = planUndo({ journal, run, kind: kindOf('rates'), options: { ...OPTIONS, overLater }, persist: true })
  await send(journal, grid, undone.runId)
  return undone
}

const held = (grid: Grid): Cells =>
  new Map([...grid.nights].map(([key, fields]) => [key.replace(/^7 (\d+)  /, '$1 '), fields as CellFields]))
const sorted = (cells: Cells): [string, CellFields][] => [...cells].sort(([a], [b]) => (a < b ? -1 : 1))

describe('undo', () => {
  it(
    'of the last run gives the calendar before it; nights that were unknown are named and stay',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(Push, { minLength: 1, maxLength: 5 }), (pushes) =>
          withMemoryJournal(async (journal) => {
            const grid = new Grid(ROOMS)
            let last = 0
            for (const rows of pushes) {
              const { runId } = await plan(journal, rows)
              last = runId ?? 0
              await send(journal, grid, runId)
            }
            const before = gridAfter(pushes.slice(0, -1))
            const after = gridAfter(pushes)
            expect(sorted(held(grid))).toEqual(sorted(after))
            const undone = await undo(journal, grid, last)
            expect(undone.laterNights).toBe(0)
            // A field that no push had set before is not guessed: it stays as the run left it.
            const wanted = new Map([...after].map(([key, fields]) => [key, { ...fields, ...before.get(key) }]))
            expect(sorted(held(grid))).toEqual(sorted(wanted))
            const unknown = [...setBy(pushes.at(-1) ?? [])].filter(([key, fields]) =>
              Object.keys(fields).some((name) => before.get(key)?.[name] === undefined),
            )
            if (unknown.length > 0) expect(undone.unknownNights).toBeGreaterThan(0)
          }),
        ),
        { numRuns: HISTORIES },
      ),
    3_600_000,
  )

  it(
    'of any run puts back what no later run has set, and with the flag all of it; what later runs said is shown',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(Push, { minLength: 2, maxLength: 5 }),
          fc.nat(),
          fc.boolean(),
          (pushes, choice, overLater) =>
            withMemoryJournal(async (journal) => {
              const chosen = choice % (pushes.length - 1)
              // Everything is known from the start, so nothing has to be guessed.
              const base = ROOMS.map((room, at) =>
                row(at + 2, {
                  room,
                  from: FIRST,
                  until: FIRST + 20,
                  fields: { price: '70.00', min_stay: 1, closed: false },
                }),
              )
              const all = [
                [
                  row(9, {
                    room: '',
                    from: FIRST,
                    until: FIRST + 20,
                    fields: { price: '70.00', min_stay: 1, closed: false },
                  }),
                ],
                base,
                ...pushes,
              ]
              const grid = new Grid(ROOMS)
              const runs: number[] = []
              for (const rows of all) {
                const { runId = 0 } = await plan(journal, rows)
                runs.push(runId)
                await send(journal, grid, runId)
              }
              const undone = await undo(journal, grid, runs[chosen + 2] as number, overLater)
              const before = gridAfter(all.slice(0, chosen + 2))
              const now = gridAfter(all)
              const set = setBy(all[chosen + 2] as Row[])
              let later = 0
              const wanted = new Map(
                [...now].map(([key, fields]) => {
                  const own = set.get(key) ?? {}
                  const result: Record<string, string | number | boolean> = { ...fields }
                  for (const name of Object.keys(own)) {
                    const changed = fields[name] !== own[name]
                    // Over later runs only what differs from the value before is restored, and told.
                    if (changed && (!overLater || before.get(key)?.[name] !== fields[name])) later += 1
                    if (!changed || overLater) result[name] = before.get(key)?.[name] as string
                  }
                  return [key, result]
                }),
              )
              expect(sorted(held(grid))).toEqual(sorted(wanted))
              expect(undone.unknownNights).toBe(0)
              expect(undone.laterNights > 0).toBe(later > 0)
            }),
        ),
        { numRuns: HISTORIES },
      ),
    3_600_000,
  )

  it(
    'of a run whose answer was lost leaves what later runs have set, and with the flag puts back what was before it',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(Push, fc.constantFrom<Fate>('answered', 'lost', 'done and lost')), {
            minLength: 2,
            maxLength: 5,
          }),
          fc.nat(),
          fc.boolean(),
          fc.boolean(),
          (pushes, choice, overLater, isTwice) =>
            withMemoryJournal(async (journal) => {
              const everything = { price: '70.00', min_stay: 1, closed: false }
              const whole = { from: FIRST, until: FIRST + 20, fields: everything }
              const all: [Row[], Fate][] = [
                [[row(9, { room: '', ...whole })], 'answered'],
                [ROOMS.map((room, at) => row(at + 2, { room, ...whole })), 'answered'],
                ...pushes,
              ]
              const grid = new Grid(ROOMS)
              const runs: number[] = []
              for (const [rows, fate] of all) {
                const { runId = 0 } = await plan(journal, rows)
                runs.push(runId)
                if (fate === 'answered') await send(journal, grid, runId)
                else await lose(journal, grid, runId, fate === 'done and lost')
              }
              const chosen = (choice % pushes.length) + 2
              const sent = all.map(([rows, fate]): Sent => ({ fate, cells: setBy(rows) }))
              const prior = held(grid)
              const run = runs[chosen] as number
              // An undo that left what later runs have set is made again with the flag.
              if (overLater && isTwice) await undo(journal, grid, run)
              const undone = await undo(journal, grid, run, overLater)
              const after = held(grid)
              let later = 0
              for (const [key, fields] of prior) {
                for (const name of Object.keys(fields)) {
                  const one = expectedOf(sent, chosen, [key, name])
                  const isSeen =
                    one.isHere && one.isLater && (!overLater || one.isDoubted || one.was !== one.acknowledged)
                  if (isSeen) later += 1
                  const is = (after.get(key) as Record<string, unknown>)[name]
                  if (one.isHere && !one.isUnsure && (overLater || !one.isLater))
                    expect([key, name, is]).toEqual([key, name, one.was])
                  else
                    expect([fields[name as keyof CellFields], ...(one.isDoubted ? [one.acknowledged] : [])]).toContain(
                      is,
                    )
                }
              }
              expect(undone.unknownNights).toBe(0)
              expect(undone.laterNights > 0).toBe(later > 0)
            }),
        ),
        { numRuns: HISTORIES },
      ),
    3_600_000,
  )
})

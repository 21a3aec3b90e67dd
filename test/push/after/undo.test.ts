import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../src/files/kinds/index.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { Fault } from '../../../src/errors.js'
import { planUndo } from '../../../src/push/after/undo-run.js'
import { type UndoPlan } from '../../../src/push/after/undo-plan.js'
import type { OutgoingBatch, SendOutcome } from '../../../src/push/send/send-outcome.js'
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
    { price: fc.constantFrom('80.00', '90.00'), min_stay: fc.constantFrom(1, 2), closed: fc.boolean() },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0)
/** Prices with a currency or without one. */
const Priced = fc
  .tuple(Fields, fc.constantFrom(undefined, 'EUR', 'EUR', 'USD'))
  .map(([fields, currency]) =>
    fields.price === undefined || currency === undefined ? fields : { ...fields, currency },
  )
/** A push of single rooms, or of all rooms; ranges of one push do not overlap within a room. */
const PushOf = (fieldsOf: fc.Arbitrary<CellFields>) =>
  fc
    .array(
      fc.record({
        room: fc.constantFrom(...ROOMS, ''),
        from: fc.integer({ min: 0, max: 11 }),
        length: fc.integer({ min: 1, max: 6 }),
        fields: fieldsOf,
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

function withCurrency({ fields, ...rest }: Row): Row {
  return { ...rest, fields: fields.price === undefined ? fields : { currency: 'EUR', ...fields } }
}

/** A price and its currency are one value. */
const withMates = (name: string): string[] => (['price', 'currency'].includes(name) ? ['price', 'currency'] : [name])

interface History {
  /** What the service had acknowledged of it before the run, and by now. */
  was: unknown
  acknowledged: unknown
  /** Whether the run has set it. */
  isHere: boolean
  /** An earlier push without an answer may have set another value. */
  isUnsure: boolean
  /** A push without an answer may have set it. */
  isDoubted: boolean
  /** A later push has set it, or may have, to whatever value. */
  isLater: boolean
}

/** One field of a night in a row of pushes, found from nothing but what was sent and what was answered. */
function historyOf(pushes: readonly Sent[], chosen: number, key: string, name: string): History {
  const touching = pushes
    .map(({ fate, cells }, at) => ({ at, fate, value: cells.get(key)?.[name as keyof CellFields] }))
    .filter(({ value }) => value !== undefined)
  const lastAnswered = (list: typeof touching) => list.findLast(({ fate }) => fate === 'answered')
  const openAfter = (list: typeof touching) =>
    list.filter(({ at, fate }) => fate !== 'answered' && at > (lastAnswered(list)?.at ?? -1))
  const earlier = touching.filter(({ at }) => at < chosen)
  const was = lastAnswered(earlier)?.value
  const doubts = openAfter(touching)
  return {
    was,
    acknowledged: lastAnswered(touching)?.value,
    isHere: touching.some(({ at }) => at === chosen),
    isUnsure: openAfter(earlier).some(({ value }) => value !== was),
    isDoubted: doubts.length > 0,
    isLater: [...doubts, ...touching.filter(({ fate }) => fate === 'answered')].some(({ at }) => at > chosen),
  }
}

/** What an undo of a push is to do with one field of a night: put it back, leave it for one of three reasons, or nothing. */
function expectedOf(
  pushes: readonly Sent[],
  chosen: number,
  [key, name]: [string, string],
  overLater: boolean,
): 'none' | 'back' | 'later' | 'unknown' | 'unsure' {
  const own = historyOf(pushes, chosen, key, name)
  if (!own.isHere) return 'none'
  const mates = withMates(name).map((mate) => historyOf(pushes, chosen, key, mate))
  if (!overLater && mates.some(({ isLater }) => isLater)) return 'later'
  // Beside a field that the run did not set stands what it is now, which is the earlier value only where nobody has set it since.
  if (mates.some(({ isHere, was, isLater }) => (isHere ? was === undefined : isLater))) return 'unknown'
  if (mates.some(({ isUnsure }) => isUnsure)) return 'unsure'
  return 'back'
}

/** @param wire hears what is sent, and holds nothing else */
async function undo(journal: Journal, grid: Grid, id: number, overLater = false, wire?: Grid): Promise<UndoPlan> {
  const run = journal.getRun(id)
  if (run === undefined) throw new Error(`no run ${id}`)
  const undone = planUndo({ journal, run, kind: kindOf('rates'), options: { ...OPTIONS, overLater }, persist: true })
  const { runId } = undone
  const heard = async (batch: OutgoingBatch): Promise<SendOutcome> => {
    await wire?.send(batch)
    return grid.send(batch)
  }
  if (runId !== undefined) await sendRun({ journal, runId, send: heard, concurrency: 1 })
  return undone
}

/** Whether a field of a night stays for all rooms because of later runs. */
const isToldForAll = ({ later }: UndoPlan, key: string, name: string): boolean =>
  later.some(
    ({ room, from, until, fields }) =>
      room === '' && fields.includes(name) && Number(key.split(' ')[1]) >= from && Number(key.split(' ')[1]) < until,
  )

const held = (grid: Grid): Cells =>
  new Map([...grid.nights].map(([key, fields]) => [key.replace(/^7 (\d+)  /, '$1 '), fields as CellFields]))
const sorted = (cells: Cells): [string, CellFields][] => [...cells].sort(([a], [b]) => (a < b ? -1 : 1))

describe('undo', () => {
  it(
    'of the last run gives the calendar before it; nights that were unknown are named and stay',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(PushOf(Fields), { minLength: 1, maxLength: 5 }), (pushes) =>
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

  it.each<[string, Fate[]]>([
    ['answered', ['answered']],
    ['answered or not', ['answered', 'answered', 'lost', 'done and lost']],
  ])(
    'of any run, all of them %s, puts back what no later run has set, with the flag all of it, and sends nothing that it calls left',
    (_what, fates) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(PushOf(Priced), fc.constantFrom(...fates)), { minLength: 2, maxLength: 5 }),
          fc.record({ choice: fc.nat(), isKnown: fc.boolean(), hasGeneral: fc.boolean() }),
          fc.boolean(),
          fc.boolean(),
          (pushes, { choice, isKnown, hasGeneral }, overLater, isTwice) =>
            withMemoryJournal(async (journal) => {
              const everything = { price: '70.00', currency: 'EUR', min_stay: 1, closed: false }
              const whole = { from: FIRST, until: FIRST + 20, fields: everything }
              const ofRooms = ROOMS.map((room, at) => row(at + 2, { room, ...whole }))
              const base: [Row[], Fate][] = [
                [[row(9, { room: '', ...whole })], 'answered'],
                [ofRooms, 'answered'],
              ]
              const chosenPushes = pushes
                .map(([rows, fate]): [Row[], Fate] => [
                  // Prices without a currency, in a calendar where some have one and all rooms are set at once, are not covered.
                  hasGeneral ? rows.map(withCurrency) : rows.filter(({ room }) => room !== ''),
                  fate,
                ])
                .filter(([rows]) => rows.length > 0)
              if (chosenPushes.length === 0) return
              // Cells for all rooms are left where one room's are in doubt, so each room is known by name then.
              const isNamed = isKnown || (hasGeneral && fates.includes('lost'))
              const all = [...(isNamed ? base : []), ...chosenPushes]
              const grid = new Grid(ROOMS)
              const runs: number[] = []
              for (const [rows, fate] of all) {
                const { runId = 0 } = await plan(journal, rows)
                runs.push(runId)
                if (fate === 'answered') await send(journal, grid, runId)
                else await lose(journal, grid, runId, fate === 'done and lost')
              }
              const chosen = (choice % chosenPushes.length) + all.length - chosenPushes.length
              const sent = all.map(([rows, fate]): Sent => ({ fate, cells: setBy(rows) }))
              const prior = held(grid)
              const run = runs[chosen] as number
              // An undo that left what later runs have set is made again with the flag.
              if (overLater && isTwice) await undo(journal, grid, run)
              const wire = new Grid(ROOMS)
              const undone = await undo(journal, grid, run, overLater, wire)
              const after = held(grid)
              const laid = held(wire)
              const counts = { later: 0, unknown: 0, unsure: 0 }
              const perhaps = new Set<string>()
              for (const key of setBy(all.flatMap(([rows]) => rows)).keys()) {
                for (const name of Object.keys(everything)) {
                  const one = historyOf(sent, chosen, key, name)
                  const due = expectedOf(sent, chosen, [key, name], overLater)
                  const valueIn = (cells: Cells): unknown => cells.get(key)?.[name as keyof CellFields]
                  if (due === 'back') {
                    expect([key, name, valueIn(after)]).toEqual([key, name, one.was])
                    const isLater = withMates(name).some((mate) => historyOf(sent, chosen, key, mate).isLater)
                    if (isLater && (one.isDoubted || one.was !== one.acknowledged)) counts.later += 1
                  } else {
                    // What is left for all rooms because a later run has set one of them may be told as that alone.
                    if (due === 'later' || (due !== 'none' && !isToldForAll(undone, key, name))) counts[due] += 1
                    else if (due !== 'none') perhaps.add(due)
                    // Cells for all rooms are sent with what single rooms are to keep.
                    const kept = hasGeneral && one.isDoubted ? [one.acknowledged] : []
                    expect([valueIn(prior), ...kept], `${key} ${name}`).toContain(valueIn(after))
                    const isMate = withMates(name).some(
                      (mate) => expectedOf(sent, chosen, [key, mate], overLater) === 'back',
                    )
                    if (!hasGeneral && !isMate) expect([key, name, valueIn(laid)]).toEqual([key, name, undefined])
                  }
                }
              }
              expect(undone.laterNights > 0).toBe(counts.later > 0)
              // Whatever is left is named. What was set for all rooms is named as that: more rooms may be there than the two that are known by name.
              for (const [due, nights, places] of [
                ['unknown', undone.unknownNights, undone.unknown],
                ['unsure', undone.unsureNights, undone.unsure],
              ] as const) {
                if (counts[due] > 0) expect([due, nights > 0]).toEqual([due, true])
                else if (!perhaps.has(due))
                  expect([due, places.filter(({ room }) => !hasGeneral || room !== '')]).toEqual([due, []])
              }
              for (const { room, from, until, fields } of [
                ...(overLater ? [] : undone.later),
                ...undone.unknown,
                ...undone.unsure,
              ])
                for (let night = from; !hasGeneral && night < until; night += 1)
                  expect(
                    Object.keys(laid.get(`${room} ${night}`) ?? {}).filter((name) => fields.includes(name)),
                  ).toEqual([])
            }),
        ),
        { numRuns: HISTORIES },
      ),
    3_600_000,
  )
})

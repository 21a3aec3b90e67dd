import fc from 'fast-check'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FieldSets, type NightFields, type Segment } from '../../src/calendar/index.js'
import {
  openJournal,
  packLines,
  linesOf,
  type CellBlock,
  packBatch,
  type Journal,
  type NewBatch,
} from '../../src/journal/index.js'
import { decodeSources, encodeSources } from '../../src/journal/packed/source-lines.js'
import { temporaryDirectory, withJournal, withMemoryJournal } from '../push/support.js'

const TARGET = { profile: 'p', service: 'https://one.example' }

function block(series: { room: string; plan?: string; segments: Segment<NightFields>[] }[]): CellBlock {
  const sets = new FieldSets()
  const numbered = series.map(({ room, plan = '', segments }) => ({
    room,
    plan,
    ranges: segments.map(({ from, until, value }) => ({ from, until, value: sets.idOf(value) })),
  }))
  return { fields: Array.from({ length: sets.size }, (_, id) => sets.fieldsOf(id)), series: numbered }
}

function batch(hotel: string, cells: CellBlock): NewBatch {
  const ranges = cells.series.flatMap((series) => series.ranges)
  return {
    hotel,
    cells,
    sources: ranges.map((_, i) => [{ file: 0, line: 2 + i, step: 0, count: 1 }]),
    nights: ranges.reduce((sum, { from, until }) => sum + until - from, 0),
    bytes: 100,
    firstNight: Math.min(...ranges.map(({ from }) => from)),
    lastNight: Math.max(...ranges.map(({ until }) => until)) - 1,
  }
}

function newRun(journal: Journal, batches: NewBatch[], target = TARGET, kind = 'rates'): number {
  const run = journal.runs.create({ target, kind, files: [{ name: 'a.csv' }], command: { rate: 2 }, wire: {} })
  journal.batches.add(run, 0, batches.map(packBatch))
  journal.runs.planned(run, { rows: 1 }, 'ready')
  return run
}

/** Acknowledges everything a run has pending. */
function acknowledgeAll(journal: Journal, run: number, target = TARGET, kind = 'rates'): void {
  const owner = { target: journal.runs.targetId(target, { create: true }) as number, kind }
  for (const { hotel, firstSeq, lastSeq } of journal.batches.pendingHotels(run, -1, 100)) {
    for (
      let piece = journal.batches.nextPiece(run, firstSeq, lastSeq);
      piece !== undefined;
      piece = journal.batches.nextPiece(run, firstSeq, lastSeq)
    ) {
      journal.batches.settle(owner, [
        { hotel, cells: journal.batches.cells(run, piece.seq), settlement: { piece, fate: 'acknowledged' } },
      ])
    }
  }
}

const oneNight = (from: number, value: NightFields, length = 1): Segment<NightFields> => ({
  from,
  until: from + length,
  value,
})

describe('acknowledged calendar', () => {
  const cells = fc.array(
    fc.record({
      room: fc.constantFrom('', '1', '2'),
      plan: fc.constantFrom('', '5'),
      from: fc.nat(10),
      length: fc.integer({ min: 1, max: 5 }),
      value: fc
        .record({ price: fc.constantFrom('10', '20'), closed: fc.boolean() }, { requiredKeys: [] })
        .filter((set) => Object.keys(set).length > 0),
    }),
    { maxLength: 8 },
  )

  it('shows of each room what the entries have set, night by night, those for all rooms too', async () => {
    await fc.assert(
      fc.asyncProperty(cells, async (entries) => {
        await withMemoryJournal((journal) => {
          const grid = new Map<string, NightFields>()
          const batches = entries.map(({ room, plan, from, length, value }) => {
            for (const name of room === '' ? ['1', '2', '3'] : [room]) {
              for (let night = from; night < from + length; night += 1)
                grid.set(`${name} ${plan} ${night}`, { ...grid.get(`${name} ${plan} ${night}`), ...value })
            }
            return batch('7', block([{ room, plan, segments: [oneNight(from, value, length)] }]))
          })
          acknowledgeAll(journal, newRun(journal, batches))
          const seen = new Map<string, NightFields>()
          for (const room of ['1', '2', '3']) {
            for (const { plan, segments } of journal.acknowledged(TARGET, 'rates', '7', { room })) {
              for (const { from, until, value } of segments)
                for (let night = from; night < until; night += 1) seen.set(`${room} ${plan} ${night}`, value)
            }
          }
          expect(seen).toEqual(grid)
        })
      }),
      { numRuns: 25 },
    )
  })

  it('is kept apart by service, profile, kind and hotel, in merged segments, and can be cut to a window', async () => {
    await withJournal((journal) => {
      const cellsOf = (price: string) =>
        block([{ room: '1', segments: [oneNight(0, { price }), oneNight(1, { price }), oneNight(5, { price })] }])
      acknowledgeAll(journal, newRun(journal, [batch('7', cellsOf('10')), batch('8', cellsOf('20'))]))
      const other = { profile: 'q', service: TARGET.service }
      acknowledgeAll(journal, newRun(journal, [batch('7', cellsOf('30'))], other, 'inventory'), other, 'inventory')
      expect(journal.acknowledged(TARGET, 'rates', '7')).toEqual([
        { room: '1', plan: '', segments: [oneNight(0, { price: '10' }, 2), oneNight(5, { price: '10' })] },
      ])
      expect(journal.acknowledged(TARGET, 'rates', '7', { from: 1, until: 5 })).toEqual([
        { room: '1', plan: '', segments: [oneNight(1, { price: '10' })] },
      ])
      expect(journal.acknowledged(TARGET, 'rates', '8')[0]?.segments[0]?.value).toEqual({ price: '20' })
      expect(journal.acknowledged(other, 'rates', '7')).toEqual([])
      expect(journal.acknowledged(other, 'inventory', '7')[0]?.segments[0]?.value).toEqual({ price: '30' })
      expect(journal.acknowledged({ profile: 'never', service: 'seen' }, 'rates', '7')).toEqual([])
    })
  })
})

describe('runs', () => {
  it('lists runs with their counts, newest first, and reopens what it wrote', () => {
    const directory = temporaryDirectory()
    let journal = openJournal(directory.path)
    const cells = block([{ room: '1', segments: [oneNight(0, { price: '1' }, 3), oneNight(9, { price: '2' })] }])
    const first = newRun(journal, [batch('7', cells), batch('8', cells)])
    const second = newRun(journal, [batch('7', cells)], { profile: 'q', service: 'https://two.example' })
    acknowledgeAll(journal, first)
    journal.close()
    journal = openJournal(directory.path)
    expect(journal.listRuns(undefined, 10).map(({ id }) => id)).toEqual([second, first])
    expect(journal.listRuns(TARGET, 10).map(({ id }) => id)).toEqual([first])
    expect(journal.listRuns(undefined, 1)[0]?.id).toBe(second)
    expect(journal.newestRun(TARGET, 'show')?.id).toBe(first)
    expect(journal.getRun(999)).toBeUndefined()
    expect(journal.getRun(first)).toMatchObject({
      target: TARGET,
      kind: 'rates',
      files: [{ name: 'a.csv' }],
      command: { rate: 2 },
      plan: { rows: 1 },
      batches: { planned: 2, acknowledged: 2, rejected: 0, left: 0 },
      nights: { planned: 8, acknowledged: 8, rejected: 0, left: 0 },
    })
    expect(
      [...journal.batches.list(first)].map(({ hotel, entries, acknowledged, left }) => [
        hotel,
        entries,
        acknowledged,
        left,
      ]),
    ).toEqual([
      ['7', 2, 2, 0],
      ['8', 2, 2, 0],
    ])
    journal.close()
    directory.remove()
  })

  it('tells which later runs acknowledged hotels that a run still has to send', async () => {
    await withJournal((journal) => {
      const cells = block([{ room: '1', segments: [oneNight(0, { price: '1' })] }])
      const old = newRun(journal, [batch('7', cells), batch('8', cells)])
      const newer = newRun(journal, [batch('8', cells), batch('9', cells)])
      const otherKind = newRun(journal, [batch('7', cells)], TARGET, 'inventory')
      expect(journal.laterRuns(old)).toEqual([])
      acknowledgeAll(journal, newer)
      acknowledgeAll(journal, otherKind, TARGET, 'inventory')
      expect(journal.laterRuns(old)).toEqual([{ run: newer, hotels: ['8'] }])
      acknowledgeAll(journal, old)
      expect(journal.laterRuns(old)).toEqual([])
    })
  })

  it('a discarded run leaves nothing to send, and a lock file lies in the data directory', async () => {
    await withJournal((journal) => {
      const run = newRun(journal, [batch('7', block([{ room: '1', segments: [oneNight(0, { price: '1' })] }]))])
      journal.runs.discard(run)
      expect(journal.getRun(run)).toBeUndefined()
      expect(journal.batches.pendingHotels(run, -1, 10)).toEqual([])
      expect(existsSync(dirname(dirname(journal.runLockFile({ service: 'https://one.example', kind: 'rates' }))))).toBe(
        true,
      )
      const files = [
        ['https://one.example', 'rates'],
        ['https://two.example', 'rates'],
        ['https://one.example', 'inventory'],
      ].map(([service = '', kind = '']) => journal.runLockFile({ service, kind }))
      expect(new Set(files).size).toBe(3)
    })
  })
})

describe('pieces', () => {
  it('a split puts the parts in place, in order; accepting the left half makes the right one suspect', async () => {
    await withJournal((journal) => {
      const run = newRun(journal, [
        batch(
          '7',
          block([{ room: '1', segments: [0, 2, 4, 6].map((night) => oneNight(night, { price: String(night) })) }]),
        ),
      ])
      const cells = journal.batches.cells(run, 0)
      const owner = { target: 1, kind: 'rates' }
      const next = () => journal.batches.nextPiece(run, 0, 0)
      const settle = (settlement: Parameters<Journal['batches']['settle']>[1][number]['settlement']) =>
        journal.batches.settle(owner, [{ hotel: '7', cells, settlement }])
      settle({ piece: next()!, fate: 'split', parts: [{ untilEntry: 2, siblingUntil: 4 }, { untilEntry: 4 }] })
      expect(next()).toMatchObject({ fromEntry: 0, untilEntry: 2, isSuspect: false })
      settle({ piece: next()!, fate: 'acknowledged' })
      expect(next()).toMatchObject({ fromEntry: 2, untilEntry: 4, isSuspect: true })
      settle({ piece: next()!, fate: 'rejected', problem: { code: 'X', message: 'no' } })
      expect(next()).toBeUndefined()
      expect(journal.getRun(run)).toMatchObject({
        batches: { planned: 1, acknowledged: 0, rejected: 1, left: 0 },
        nights: { planned: 4, acknowledged: 2, rejected: 2, left: 0 },
      })
      expect([...journal.batches.rejectedLines(run)].map(({ line, problem }) => [line, problem.message])).toEqual([
        [4, 'no'],
        [5, 'no'],
      ])
      expect(journal.acknowledged(TARGET, 'rates', '7')[0]?.segments).toHaveLength(2)
    })
  })

  it('what fails in the middle of a commit leaves no trace', async () => {
    await withJournal((journal) => {
      const run = newRun(journal, [batch('7', block([{ room: '1', segments: [oneNight(0, { price: '1' })] }]))])
      const cells = journal.batches.cells(run, 0)
      const piece = journal.batches.nextPiece(run, 0, 0)!
      expect(() =>
        journal.transaction(() => {
          journal.batches.settle({ target: 1, kind: 'rates' }, [
            { hotel: '7', cells, settlement: { piece, fate: 'acknowledged' } },
          ])
          throw new Error('cut')
        }),
      ).toThrow('cut')
      expect(journal.batches.nextPiece(run, 0, 0)).toEqual(piece)
      expect(journal.acknowledged(TARGET, 'rates', '7')).toEqual([])
    })
  })
})

describe('source lines', () => {
  const run = fc.record({
    file: fc.nat(1),
    line: fc.integer({ min: 1, max: 40 }),
    step: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 1, max: 6 }),
  })

  it('packing keeps exactly the lines, each once', () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 5 }), (runs) => {
        const places = (list: typeof runs) =>
          list.flatMap((each) => [...linesOf(each)].map((line) => `${each.file}:${line}`))
        const packed = places(packLines(runs))
        expect(packed).toHaveLength(runs.length === 0 ? 0 : new Set(packed).size)
        expect(new Set(packed)).toEqual(new Set(places(runs)))
      }),
    )
    expect(packLines([5, 6, 7, 105, 106, 107].map((line) => ({ file: 0, line, step: 0, count: 1 })))).toHaveLength(2)
  })

  it('encoding brings back any part of the entries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(run, { maxLength: 3 }), { maxLength: 6 }),
        fc.nat(6),
        fc.nat(6),
        (entries, a, b) => {
          const [from, until] = [Math.min(a, b, entries.length), Math.min(Math.max(a, b), entries.length)]
          expect(decodeSources(encodeSources(entries), from, until)).toEqual(entries.slice(from, until))
        },
      ),
    )
  })
})

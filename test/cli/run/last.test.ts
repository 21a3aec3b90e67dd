import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunList from '../../../src/commands/run/list.js'
import RunResume from '../../../src/commands/run/resume.js'
import RunShow from '../../../src/commands/run/show.js'
import RunStop from '../../../src/commands/run/stop.js'
import RunUndo from '../../../src/commands/run/undo.js'
import RunVerify from '../../../src/commands/run/verify.js'
import { openJournal, withRunLock } from '../../../src/journal/index.js'
import { json } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

interface Shown {
  run: Record<string, unknown> & {
    id: number
    state: string
    nights: { planned: number; acknowledged: number; rejected: number; left: number }
  }
}

const HEADER = 'hotel_code,room_id,date,price\n'
const DOWN = json(401, { status: 'fail', message: 'no' })

describe('the run that --last means', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  const write = (name: string, room: number, price: string): string =>
    service.put(name, `${HEADER}${[1, 2, 3].map((day) => `1000001,${room},2040-01-0${day},${price}\n`).join('')}`)
  const push = (file: string, ...more: string[]) => service.run(RatesPush, file, '--yes', '--json', ...more)
  const states = async () =>
    (await service.run(RunList, '--json'))
      .json<{ id: number; state: string }[]>()
      .map(({ id, state }) => `${id} ${state}`)

  it('for undo and verify is never a push that had nothing to do', async () => {
    await push(write('a.csv', 101, '100.00'))
    await push(write('a.csv', 101, '110.00'))
    const nothing = await push(write('a.csv', 101, '110.00'), '--changes-only')
    expect(nothing.code).toBe(0)
    expect(await states()).toEqual(['3 nothing-to-do', '2 done', '1 done'])
    const undone = await service.run(RunUndo, '--last', '--yes', '--json')
    expect([undone.code, undone.json<{ undone: number }>().undone], undone.stdout).toEqual([0, 2])
    expect(undone.stderr).toContain('--last is run 2')
    expect(service.writes.at(-1)?.entries).toMatchObject([{ from: '2040-01-01', to: '2040-01-03', price: '100.00' }])
    const dry = await service.run(RunUndo, '2', '--dry-run')
    expect(dry.stdout).toContain('There is nothing to put back for run 2: run 4 has undone it.')
    expect(dry.stdout).not.toMatch(/Add --over-later/)
    // A second undo of the same run has nothing to put back; the undo of the undo is found past it.
    const again = await service.run(RunUndo, '2', '--yes', '--json')
    expect([again.code, again.json<Shown>().run.state]).toEqual([0, 'nothing-to-do'])
    expect((await service.run(RunUndo, '--last', '--dry-run', '--json')).json<{ undone: number }>().undone).toBe(4)
    const verified = await service.run(RunVerify, '--last', '--distributor-id', '1', '--distributor-code', 'D')
    expect(verified.stderr).toContain('--last is run 4')
    expect((await service.run(RunShow, '--last', '--json')).json<{ id: number }>().id).toBe(5)
  })

  it('for resume passes over a run that a later one has superseded, and says so', async () => {
    const of = (name: string, hotel: number): string => service.put(name, `${HEADER}${hotel},101,2040-01-01,100.00\n`)
    service.answer = () => DOWN
    await push(of('a.csv', 1000001))
    await push(of('b.csv', 1000002))
    service.answer = () => ACCEPTED
    await push(of('c.csv', 1000002))
    expect(await states()).toEqual(['3 done', '2 stopped', '1 stopped'])
    const resumed = await service.run(RunResume, '--last', '--json')
    expect([resumed.code, resumed.stderr, service.writes.at(-1)?.hotel], resumed.stdout).toEqual([
      0,
      expect.stringMatching(/--last passes over run 2[^]*--last is run 1/),
      '1000001',
    ])
    expect((await service.run(RunResume, '--last', '--json')).code).toBe(7)
    expect((await service.run(RunResume, '--last', '--over-later', '--json')).code).toBe(0)
  })

  it('undone in part exits with 3 and says what was not put back; undone as a whole with 0', async () => {
    const one = (price: string): string => service.put('one.csv', `${HEADER}1000001,101,2040-01-01,${price}\n`)
    await push(one('100.00'))
    await push(write('a.csv', 101, '110.00'))
    const unknown = await service.run(RunUndo, '2', '--yes')
    expect([unknown.code, unknown.stdout], unknown.stderr).toEqual([
      3,
      expect.stringContaining(
        'Not put back: 2 nights with no earlier value on record. "hubswitch run undo 2 --dry-run" names them.',
      ),
    ])
    await push(write('a.csv', 101, '120.00'))
    await push(one('130.00'))
    const later = await service.run(RunUndo, '4', '--yes')
    expect([later.code, later.stdout]).toEqual([
      3,
      expect.stringContaining('Not put back: 1 night that a later run has set since.'),
    ])
    const first = await service.run(RunUndo, '1', '--yes', '--json')
    expect([first.code, first.json<object>()]).toMatchObject([
      3,
      { error: { code: 'PARTIAL', exitCode: 3, message: expect.stringContaining('Not put back') as string } },
    ])
    expect((await service.run(RunUndo, '5', '--yes', '--json')).code).toBe(0)
  })

  it('undone over later runs says what was restored over them, and advises nothing that was given', async () => {
    await push(write('a.csv', 101, '100.00'))
    await push(write('a.csv', 101, '110.00'))
    await push(write('a.csv', 101, '120.00'))
    for (const flag of ['--dry-run', '--yes']) {
      expect((await service.run(RunUndo, '2', '--dry-run', '--json')).json()).toMatchObject({
        laterNights: 3,
        overLaterNights: 0,
      })
      const text = await service.run(RunUndo, '2', '--over-later', '--dry-run')
      expect(text.stdout).toContain('Would be restored over later runs: 3 nights')
      expect(text.stdout).not.toMatch(/Left unchanged|Add --over-later/)
      const { stdout, stderr, json: parsed } = await service.run(RunUndo, '2', '--over-later', '--json', flag)
      expect(parsed(), stdout).toMatchObject({ laterNights: 0, later: [], overLaterNights: 3 })
      expect(stderr).not.toMatch(/Left unchanged|Add --over-later/)
    }
    expect(service.writes.at(-1)?.entries).toMatchObject([{ price: '100.00' }])
  })

  it('is resumed over newer values, or after its undo, with --over-later alone, and says over which', async () => {
    let left = 1
    service.answer = () => (left-- > 0 ? ACCEPTED : DOWN)
    expect(
      (await push(service.put('two.csv', `${HEADER}1000001,101,2040-01-01,100.00\n1000002,201,2040-01-01,90.00\n`)))
        .code,
    ).not.toBe(0)
    service.answer = () => ACCEPTED
    const open = (await service.run(RunShow, '1', '--json'))
      .json<{ batchList: { hotel: string; acknowledged: number }[] }>()
      .batchList.find(({ acknowledged }) => acknowledged === 0)?.hotel as string
    await push(service.put('b.csv', `${HEADER}${open},${open === '1000001' ? 101 : 201},2040-01-01,95.00\n`))
    const before = service.writes.length
    const refused = await service.run(RunResume, '1', '--yes', '--json')
    expect([refused.code, service.writes.length - before, refused.stdout]).toEqual([
      7,
      0,
      expect.stringContaining('--over-later'),
    ])
    const resumed = await service.run(RunResume, '1', '--over-later', '--json')
    expect([resumed.code, resumed.json<object>()], resumed.stderr).toEqual([
      0,
      expect.objectContaining({ overLater: [{ run: 2, hotels: [open] }] }),
    ])
    expect(resumed.stderr).toContain(`Older values are sent over those of run 2, for hotel ${open}.`)
  })

  it('is not resumed once it has been undone', async () => {
    await push(write('a.csv', 101, '80.00'))
    let left = 1
    service.answer = () => (left-- > 0 ? ACCEPTED : DOWN)
    expect(
      (
        await push(
          service.put('two.csv', `${HEADER}1000001,101,2040-01-01,100.00\n1000002,201,2040-01-01,90.00\n`),
          '--concurrency',
          '1',
        )
      ).code,
    ).not.toBe(0)
    service.answer = () => ACCEPTED
    expect((await service.run(RunUndo, '2', '--yes')).code).toBe(0)
    const resumed = await service.run(RunResume, '2', '--yes', '--json')
    expect([resumed.code, resumed.stdout]).toEqual([7, expect.stringContaining('Run 2 has been undone by run 3.')])
  })

  it('for stop says that it had ended, where it ended by itself while it was waited for', async () => {
    await push(write('a.csv', 101, '100.00'))
    const journal = openJournal(service.env['HUBSWITCH_DATA_DIR'])
    try {
      const run = journal.runs.create({
        target: { profile: 'env', service: service.url },
        kind: 'rates',
        files: [],
        command: {},
        wire: {},
      })
      journal.runs.planned(run, {}, 'ready')
      const stopping = withRunLock(journal, { service: service.url, kind: 'rates' }, 'a push', async () => {
        journal.stops.begin(run)
        journal.runs.started(run)
        const stopped = service.run(RunStop, String(run), '--json')
        await new Promise((resolve) => setTimeout(resolve, 1000))
        journal.runs.ended(run, 'done', 5)
        return stopped
      })
      const { code, json: parsed } = await stopping
      expect([code, parsed<object>()]).toEqual([0, expect.objectContaining({ run, stopped: false, state: 'done' })])
    } finally {
      journal.close()
    }
  })

  it('for resume is the newest with something left, behind any number of later pushes', async () => {
    service.answer = () => DOWN
    expect((await push(write('a.csv', 101, '100.00'))).code).not.toBe(0)
    service.answer = () => ACCEPTED
    expect((await push(service.put('b.csv', `${HEADER}1000002,201,2040-01-01,90.00\n`))).code).toBe(0)
    expect((await push(service.put('b.csv', `${HEADER}1000002,201,2040-01-01,90.00\n`), '--changes-only')).code).toBe(0)
    const resumed = await service.run(RunResume, '--last', '--json')
    expect([resumed.code, resumed.json<Shown>().run.id], resumed.stdout + resumed.stderr).toEqual([0, 1])
    expect(resumed.stderr).toContain('--last is run 1')
    expect(resumed.json<Shown>().run.nights).toMatchObject({ acknowledged: 3, left: 0 })
    const over = await service.run(RunResume, '--last')
    expect([over.code, over.stdout]).toEqual([
      0,
      'No run has anything left to send; the newest, run 3, is nothing-to-do.\n',
    ])
  })

  it('for stop is one that is at work, for undo one of which anything was accepted; else the newest is named', async () => {
    expect((await service.run(RunUndo, '--last')).code).toBe(5)
    service.answer = () => refusal('INVALID', 'No.')
    expect((await push(write('a.csv', 101, '100.00'))).code).toBe(5)
    const undo = await service.run(RunUndo, '--last', '--yes')
    expect([undo.code, undo.stderr]).toEqual([
      5,
      'Error: This profile has no run of which the service has accepted anything, or may have; the newest, run 1, is partial.\n"hubswitch run list" shows them.\n',
    ])
    expect((await service.run(RunStop, '--last', '--json')).json()).toMatchObject({ run: 1, stopped: false })
    const journal = openJournal(service.env['HUBSWITCH_DATA_DIR'])
    try {
      const target = { profile: 'env', service: service.url }
      const [first] = journal.listRuns(target, 1)
      const sending = journal.runs.create({ target, kind: 'inventory', files: [], command: {}, wire: {} })
      journal.runs.started(sending)
      journal.runs.create({ target, kind: 'rates', files: [], command: {}, wire: {} })
      journal.runs.planned(sending + 1, {}, 'nothing-to-do')
      expect([first?.id, journal.newestRun(target, 'stop')?.id, journal.newestRun(target, 'show')?.id]).toEqual([
        1,
        sending,
        sending + 1,
      ])
    } finally {
      journal.close()
    }
  })

  it('marks in a calendar page the run that set the hotel, however many pushes of others came after', async () => {
    await push(write('a.csv', 101, '100.00'))
    const journal = openJournal(service.env['HUBSWITCH_DATA_DIR'])
    try {
      const target = { profile: 'env', service: service.url }
      for (let i = 0; i < 60; i += 1)
        journal.runs.planned(
          journal.runs.create({ target, kind: 'rates', files: [], command: {}, wire: {} }),
          {},
          'nothing-to-do',
        )
      expect(journal.newestRun(target, 'mark', '1000001')?.id).toBe(1)
      expect(journal.newestRun(target, 'mark', '1000002')).toBeUndefined()
    } finally {
      journal.close()
    }
  })

  it('a push with nothing to do has the keys of one that sent something', async () => {
    const sent = (await push(write('a.csv', 101, '100.00'))).json<Shown>()
    const nothing = (await push(write('a.csv', 101, '100.00'), '--changes-only')).json<Shown>()
    expect(Object.keys(nothing).toSorted()).toEqual(Object.keys(sent).toSorted())
    expect(Object.keys(nothing.run).toSorted()).toEqual(Object.keys(sent.run).toSorted())
    expect(nothing.run).toMatchObject({
      id: 2,
      state: 'nothing-to-do',
      requests: 0,
      nights: { planned: 0, acknowledged: 0, rejected: 0, left: 0 },
    })
    const plan = `${service.folder}/plan`
    expect(
      (await service.run(RatesPush, write('a.csv', 101, '100.00'), '--changes-only', '--save-plan', plan)).code,
    ).toBe(0)
    const planned = await service.run(RatesPush, '--plan', plan, '--yes', '--json')
    expect([planned.code, planned.json<Shown>().run.state], planned.stdout).toEqual([0, 'nothing-to-do'])
  })

  it('a file of a push with nothing to do counts as the last one from it: an older one is refused', async () => {
    const { utimesSync } = await import('node:fs')
    await push(write('a.csv', 101, '100.00'))
    const file = write('a.csv', 101, '100.00')
    utimesSync(file, 2_000_000_000, 2_000_000_000)
    await push(file, '--changes-only')
    utimesSync(file, 1_900_000_000, 1_900_000_000)
    const older = await push(file, '--changes-only')
    expect([older.code, older.stdout]).toEqual([7, expect.stringContaining('older-file') as string])
  })
})

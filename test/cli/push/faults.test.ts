import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import InventoryPush from '../../../src/commands/inventory/push.js'
import RatesPush from '../../../src/commands/rates/push.js'
import RunResume from '../../../src/commands/run/resume.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { MIGRATIONS } from '../../../src/journal/file/schema.js'
import { openDatabase } from '../../../src/sql/index.js'
import { cut, cutMidBody, json, type Reply, text } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

const HEADER = 'hotel_code,room_id,date,price\n'

/** Every way in which the second request of a push may end. */
const ENDINGS: [string, Reply][] = [
  ...[301, 302, 400, 401, 403, 404, 405, 409, 413, 415, 418, 422, 500, 501, 502, 503, 505].map(
    (status): [string, Reply] => [`HTTP ${status}`, json(status, { status: 'fail', message: 'No.' })],
  ),
  ['429 for two hours', json(429, {}, { 'retry-after': '7200' })],
  ['503 for two hours', json(503, {}, { 'retry-after': '7200' })],
  ['a cut connection', cut],
  ['a cut answer', cutMidBody],
  ['HTML', text(200, '<html><title>Sign in to the airport</title></html>')],
  ['no body', text(200, '')],
  ['no success', json(200, {})],
  ['a refusal', refusal('INVALID_PRICE', 'No.')],
  ['a refused hotel', refusal('INVALID_HOTEL', 'No.')],
  ['a refusal without words', json(200, { success: false, error: null })],
  ['a list', json(200, [])],
  [
    'a number too large to read',
    text(200, `{"success":1e999,"x":"${'9'.repeat(400)}"}`, { 'content-type': 'application/json' }),
  ],
]

/** What no message may say once a request has left. */
const DENIAL =
  /nothing (was|has been|is|had been) (sent|changed)|not(hing)? sent anything|no request (was|has been) sent/i

describe('whatever ends a push behind its first request', () => {
  let service: Recorder
  // What is loaded once takes none of the time of a test.
  beforeAll(async () => {
    const other = await startRecorder()
    await other.run(
      RatesPush,
      other.put('a.csv', 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n'),
      '--yes',
    )
    await other.remove()
  })
  beforeEach(async () => {
    service = await startRecorder()
    service.env['HUBSWITCH_RATE'] = '1000'
  })
  afterEach(() => service.remove())

  const rates = (): string =>
    service.put(
      'a.csv',
      `${HEADER}${[1, 2, 3].map((day) => `1000001,101,2040-0${day}-1${day},${day}00.00\n`).join('')}`,
    )
  const push = (...more: string[]) =>
    service.run(RatesPush, rates(), '--yes', '--entries', '1', '--deadline', '2.5s', ...more)

  it.each(ENDINGS)('%s: the message and the exit code admit what was sent', async (_name, ending) => {
    service.answer = (_write, index) => (index === 0 ? ACCEPTED : ending)
    const { code, stdout, stderr } = await push()
    expect([0, 2, 6, 7]).not.toContain(code)
    expect(`${stdout}${stderr}`).not.toMatch(DENIAL)
    expect(`${stdout}${stderr}`).toContain('1 night acknowledged')
  })

  it.each([
    ['a resumed run', '401'],
    ['an inventory push', '415'],
  ])('%s too', async (what, status) => {
    service.answer = (_write, index) => (index === 0 ? ACCEPTED : json(Number(status), { status: 'fail' }))
    if (what === 'a resumed run') {
      await push()
      service.writes.length = 0
    }
    const ran =
      what === 'a resumed run'
        ? await service.run(RunResume, '1')
        : await service.run(
            InventoryPush,
            service.put(
              'i.csv',
              'hotel_code,room_id,date,availability\n1000001,101,2040-01-01,1\n1000001,101,2040-02-01,2\n',
            ),
            '--yes',
            '--entries',
            '1',
            '--allow-above-units',
            '--gzip',
          )
    expect([0, 2, 6, 7]).not.toContain(ran.code)
    expect(`${ran.stdout}${ran.stderr}`).not.toMatch(DENIAL)
  })

  it('an undo that is broken off says what it had put back', async () => {
    await push()
    await service.run(
      RatesPush,
      service.put(
        'a.csv',
        `${HEADER}${[1, 2, 3].map((day) => `1000001,101,2040-0${day}-1${day},${day}50.00\n`).join('')}`,
      ),
      '--yes',
    )
    service.writes.length = 0
    service.answer = (_write, index) => (index === 0 ? ACCEPTED : json(401, { status: 'fail' }))
    service.env['HUBSWITCH_ENTRIES_PER_REQUEST'] = '1'
    const { code, stdout, stderr } = await service.run(RunUndo, '--last', '--yes')
    expect([code, stdout]).toEqual([4, expect.stringContaining('1 night acknowledged') as string])
    expect(`${stdout}${stderr}`).not.toMatch(DENIAL)
  })

  it('a journal that breaks meanwhile: that requests went out is said', async () => {
    service.answer = (_write, index) => {
      if (index === 1) {
        const database = openDatabase(path.join(service.env['HUBSWITCH_DATA_DIR'] as string, 'journal.db'), {
          migrations: MIGRATIONS,
          pageBytes: 16_384,
        })
        database.run('DROP TABLE known')
        database.close()
      }
      return ACCEPTED
    }
    const { code, stdout, stderr } = await push()
    expect([0, 2, 6, 7]).not.toContain(code)
    expect(`${stdout}${stderr}`).not.toMatch(DENIAL)
    expect(stderr).toContain('Run 1 had sent requests by then (1 night acknowledged)')
  })
})

describe('what ends a push before its first request', () => {
  it('may say so, and nothing has gone out', async () => {
    const service = await startRecorder()
    try {
      for (const [file, ...flags] of [
        [`${HEADER}1,1,2040-01-01,x\n`],
        [`${HEADER}1,1,2040-01-01,0\n`],
        [`${HEADER}1,1,2040-01-01,5\n`, '--price-floor', '50'],
        [`${HEADER}1,1,2040-01-01,5\n`, '--body-bytes', '1100'],
      ] as const) {
        const { code, stderr } = await service.run(RatesPush, service.put('a.csv', file), '--yes', ...flags)
        expect([2, 6, 7], stderr).toContain(code)
      }
      expect(service.writes).toEqual([])
    } finally {
      await service.remove()
    }
  })
})

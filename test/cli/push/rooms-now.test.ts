import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunResume from '../../../src/commands/run/resume.js'
import { json, type Reply } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, startRecorder } from '../../support/recorder.js'

const listed = (...ids: number[]): Reply =>
  json(200, { success: true, error: null, processing_times: {}, rooms: ids.map((id) => ({ id, name: `Room ${id}` })) })
const rates = (price: number): string =>
  `hotel_code,room_id,date,price\n7,101,2030-06-01,${price}.00\n7,102,2030-06-01,${price}.00\n`

/** The list of rooms is that of this push, not of an earlier one. */
describe('a room that the service has taken off its list since the last push', () => {
  let service: Recorder
  const push = (price: number, ...flags: string[]) =>
    service.run(RatesPush, service.put('rates.csv', rates(price)), '--yes', ...flags)
  const plan = () => path.join(service.folder, 'plan')
  const asked = () => service.to('/v1/rooms').length

  beforeEach(async () => {
    service = await startRecorder()
    service.rooms = listed(101, 102)
    expect([(await push(100)).code, asked()]).toEqual([0, 1])
  })
  afterEach(() => service.remove())

  it.each([
    ['a push', () => push(120)],
    ['a push of changes', () => push(120, '--changes-only')],
    ['a saved plan', () => service.run(RatesPush, '--plan', plan(), '--yes')],
  ])('is refused in %s', async (_what, send) => {
    expect((await push(120, '--save-plan', plan())).code).toBe(0)
    service.rooms = listed(101)
    const before = service.writes.length
    const refused = await send()
    expect([refused.code, service.writes.length - before, refused.stderr], refused.stdout).toEqual([
      6,
      0,
      expect.stringContaining('room_id "102"'),
    ])
  })

  it('is refused in a resume, which says how to go on', async () => {
    service.answer = () => (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>')
    expect([0, 3, 5]).not.toContain((await push(120)).code)
    service.answer = () => ACCEPTED
    service.rooms = listed(101)
    const before = service.writes.length
    const refused = await service.run(RunResume, '2')
    expect([refused.code, service.writes.length - before, refused.stderr]).toEqual([
      6,
      0,
      expect.stringMatching(/What is left of run 2 names a room that the service does not list; nothing more was sent/),
    ])
    service.rooms = listed(101, 102)
    expect((await service.run(RunResume, '2')).code).toBe(0)
  })

  it('is not looked for where the service does not say: the earlier list stands in, with its age', async () => {
    service.rooms = json(500, { success: false, error: { code: 'BUSY', message: 'later' } })
    const pushed = await push(120)
    expect([pushed.code, pushed.stderr]).toEqual([
      0,
      expect.stringMatching(
        /room ids of hotel 7 were compared with what the service listed up to 1 min ago; asked now, it did not answer/,
      ),
    ])
  })
})

/** One push asks about 500 hotels: a load of an estate must not double its requests. */
describe('rooms of 600 hotels', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
    service.rooms = listed(101)
  })
  afterEach(() => service.remove())
  const file = (rooms: (at: number) => number, price: number): string =>
    service.put(
      'rates.csv',
      `hotel_code,room_id,date,price\n${Array.from({ length: 600 }, (_, at) => `${1_000_001 + at},${rooms(at)},2030-06-01,${price}.00\n`).join('')}`,
    )
  const push = async (rooms: (at: number) => number, price: number) => {
    const before = service.to('/v1/rooms').length
    const written = service.writes.length
    const ran = await service.run(RatesPush, file(rooms, price), '--yes', '--allow-full-load', '--concurrency', '16')
    return {
      ...ran,
      asked: service
        .to('/v1/rooms')
        .slice(before)
        .map(({ body }) => (JSON.parse(body) as { hotel_code: number }).hotel_code),
      written: service.writes.length - written,
    }
  }

  it('are asked for 500 at a time, those never asked about first; what was not compared, or with what, is told', async () => {
    const first = await push(() => 101, 100)
    expect([first.code, new Set(first.asked).size, first.asked.length, first.written], first.stderr).toEqual([
      0, 500, 500, 600,
    ])
    expect(first.stderr).toContain(
      "100 of 600 hotels were not compared with the service's rooms; one push compares 500.",
    )
    const second = await push(() => 101, 110)
    expect([second.code, new Set(second.asked).size, second.asked.length, second.written], second.stderr).toEqual([
      0, 500, 500, 600,
    ])
    expect(second.asked.slice(0, 100).every((hotel) => !first.asked.includes(hotel))).toBe(true)
    expect(second.stderr).toMatch(
      /room ids of 100 hotels were compared with what the service listed up to \d+ min ago; one push asks about 500 hotels\./,
    )
    expect(second.stderr).not.toContain('were not compared')
  }, 120_000)

  it('that lack a room are refused before anything is sent, also beyond the first 500 once their list is known', async () => {
    expect((await push(() => 101, 100)).code).toBe(0)
    const unknown = await push((at) => (at === 599 ? 102 : 101), 110)
    expect([unknown.code, unknown.written, unknown.asked.length], unknown.stderr).toEqual([6, 0, 500])
    expect(unknown.stderr).toContain('room_id "102"')
  }, 120_000)
})

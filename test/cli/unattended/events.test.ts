import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunResume from '../../../src/commands/run/resume.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { json } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

interface Line {
  v: number
  event: string
  run: number | null
  time: string
  request?: number
  hotel?: string
  [key: string]: unknown
}

const HEAD = 'hotel_code,room_id,rate_plan_id,date,price\n'
/** One night of each hotel. */
const hotels = (count: number): string =>
  HEAD + Array.from({ length: count }, (_, at) => `${7 + at},101,501,2040-01-0${(at % 9) + 1},90.00\n`).join('')
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

describe('--events', () => {
  let service: Recorder
  let events: string
  beforeEach(async () => {
    service = await startRecorder()
    events = path.join(service.folder, 'events.jsonl')
  })
  afterEach(() => service.remove())
  const told = (): Line[] => linesOf(readFileSync(events, 'utf8'))
  const push = (...more: string[]) =>
    service.run(RatesPush, service.put('a.csv', hotels(2)), '--yes', '--concurrency', '1', '--events', events, ...more)

  it('tells each request and what became of it, under one number, and how the command ended', async () => {
    let isPutOff = false
    service.answer = ({ hotel }) => {
      if (hotel === '8') return refusal('INVALID_ROOM', 'Room 101 is not known.')
      if (isPutOff) return ACCEPTED
      isPutOff = true
      return json(429, { success: false, error: { message: 'slowly' } }, { 'retry-after': '0' })
    }
    const { code } = await push()
    expect(code).toBe(3)
    const lines = told()
    expect(new Set(lines.map(({ v, run }) => `${v} ${run}`))).toEqual(new Set(['1 1']))
    expect(lines.every(({ time }) => !Number.isNaN(Date.parse(time)))).toBe(true)
    expect(lines[0]).toMatchObject({
      event: 'planned',
      kind: 'rates',
      isResumed: false,
      nights: { planned: 2, acknowledged: 0, left: 2 },
    })
    const ofRequests = lines.filter(({ request }) => request !== undefined)
    const story = (hotel: string): string[] =>
      ofRequests.filter((line) => line.hotel === hotel).map(({ event }) => event)
    expect(story('7')).toEqual(['sent', 'throttled', 'sent', 'acknowledged'])
    expect(story('8')).toEqual(['sent', 'refused'])
    for (const { request } of ofRequests)
      expect(ofRequests.filter((line) => line.request === request).map(({ event }) => event)).toEqual([
        'sent',
        expect.stringMatching(/^(?:throttled|acknowledged|refused)$/),
      ])
    expect(lines.find(({ event }) => event === 'throttled')).toMatchObject({ mayHaveArrived: false })
    expect(lines.find(({ event }) => event === 'refused')).toMatchObject({
      code: 'INVALID_ROOM',
      message: 'Room 101 is not known.',
      after: 'over',
    })
    expect(lines.at(-1)).toMatchObject({
      event: 'done',
      exitCode: 3,
      state: 'partial',
      requests: 3,
      nights: { planned: 2, acknowledged: 1, rejected: 1, left: 0 },
    })
  })

  it('what brought no usable answer may have arrived, and a resume tells the rest', async () => {
    service.answer = () => json(500, { message: 'broken' })
    const { code } = await push('--deadline', '1s')
    expect([9, 10]).toContain(code)
    const failed = told().filter(({ event }) => event === 'failed')
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.every(({ mayHaveArrived }) => mayHaveArrived === true)).toBe(true)
    expect(told().at(-1)).toMatchObject({
      event: 'done',
      exitCode: code,
      error: { code: expect.any(String) as string },
    })
    service.answer = () => ACCEPTED
    const before = told().length
    expect((await service.run(RunResume, '1', '--events', events)).code).toBe(0)
    const later = told().slice(before)
    expect(later.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['planned', 'sent', 'acknowledged', 'done']) as string[],
    )
    expect(later[0]).toMatchObject({ event: 'planned', run: 1, isResumed: true })
    expect((await service.run(RunUndo, '1', '--yes', '--events', events)).code).toBe(3)
  })

  it('stands beside --json, whose document is whole', async () => {
    const { code, json: document } = await push('--json')
    expect([code, document<{ run: { state: string } }>().run.state]).toEqual([0, 'done'])
    expect(told().map(({ event }) => event)).toContain('acknowledged')
  })

  it('- takes standard output for itself, and the answer goes to the other stream', async () => {
    const { code, stdout, stderr } = await service.run(
      RatesPush,
      service.put('a.csv', hotels(1)),
      '--yes',
      '--events',
      '-',
    )
    expect(code).toBe(0)
    expect(linesOf(stdout).at(-1)).toMatchObject({ event: 'done', exitCode: 0 })
    expect(stderr).toContain('Run 1: Done.')
    const both = await service.run(RatesPush, service.put('a.csv', hotels(1)), '--yes', '--json', '--events', '-')
    expect([both.code, both.stdout]).toEqual([2, expect.stringContaining('Nothing was sent.') as string])
  })

  it('writes into no other file, and a dry run leaves it as it is', async () => {
    writeFileSync(events, 'hotel_code\n7\n')
    const refused = await push()
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('no earlier --events has written')])
    const own = service.put('a.csv', hotels(1))
    expect((await service.run(RatesPush, own, '--yes', '--events', own)).code).toBe(2)
    const dry = await push('--dry-run')
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining(`--events ${events} is left as it is`)])
    expect(readFileSync(events, 'utf8')).toBe('hotel_code\n7\n')
    expect(service.writes).toEqual([])
  })

  it('a line that was cut short is not run together with the next one', async () => {
    writeFileSync(events, '{"v":1,"event":"planned","run"')
    expect((await push()).code).toBe(0)
    const [torn, ...rest] = readFileSync(events, 'utf8').split('\n')
    expect(torn).toBe('{"v":1,"event":"planned","run"')
    expect(linesOf(rest.join('\n')).at(-1)).toMatchObject({ event: 'done' })
  })

  it('no secret gets in', async () => {
    service.answer = () => refusal('DENIED', 'Your duty_code is not-a-secret, and the token was not-a-secret.')
    await push()
    const text = readFileSync(events, 'utf8')
    expect(text).toContain('DENIED')
    expect(text).not.toContain('not-a-secret')
  })
})

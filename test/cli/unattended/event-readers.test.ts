import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

const HEAD = 'hotel_code,room_id,rate_plan_id,date,price\n'
/** One night of each hotel. */
const hotels = (count: number): string =>
  HEAD + Array.from({ length: count }, (_, at) => `${7 + at},101,501,2040-01-0${(at % 9) + 1},90.00\n`).join('')
const linesOf = (text: string): { event: string }[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { event: string })

describe.skipIf(process.platform === 'win32')('events that nobody takes', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())
  const push = (to: string, count = 1) =>
    service.run(RatesPush, service.put('a.csv', hotels(count)), '--yes', '--events', to)
  const fifo = (): string => {
    const name = path.join(service.folder, 'pipe')
    execFileSync('mkfifo', [name])
    return name
  }

  it('a named pipe without a reader: the run goes on, and says so', async () => {
    const name = fifo()
    const { code, stderr } = await push(name)
    expect([code, service.writes.length]).toEqual([0, 1])
    expect(stderr).toContain(
      `The events cannot be written to ${name}: nobody reads this pipe. The run goes on without them.`,
    )
  })

  it('a named pipe with a reader gets every line', async () => {
    const name = fifo()
    const reader = spawn('cat', [name], { stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    reader.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    const closed = new Promise((resolve) => reader.on('close', resolve))
    expect((await push(name)).code).toBe(0)
    await closed
    expect(linesOf(text).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['planned', 'sent', 'acknowledged', 'done']) as string[],
    )
  })

  it('a reader that takes nothing holds up neither the run nor its end for long', async () => {
    const name = fifo()
    // Opened for reading and never read: a pipe holds 64 kB, and the rest waits in memory.
    const reader = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const { code, stderr } = await push(name, 200)
      expect([code, service.writes.length]).toEqual([0, 200])
      expect(stderr).toContain('has not taken the last of them')
      const taken = Buffer.alloc(1000)
      expect(linesOf(taken.toString('utf8', 0, readSync(reader, taken)).split('\n')[0] ?? '')).toHaveLength(1)
    } finally {
      closeSync(reader)
    }
  })

  it.skipIf(process.platform !== 'linux')('a full disk is told once, and everything is sent', async () => {
    const { code, stderr } = await push('/dev/full', 2)
    expect([code, service.writes.length]).toEqual([0, 2])
    expect(stderr.split('The events cannot be written to /dev/full: the disk is full.')).toHaveLength(2)
  })

  it('a folder that is not there is no reason not to push', async () => {
    const { code, stderr } = await push(path.join(service.folder, 'nowhere/events.jsonl'))
    expect([code, stderr]).toEqual([0, expect.stringContaining('its folder does not exist')])
  })
})

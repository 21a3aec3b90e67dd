import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEventSink } from '../../../src/cli/unattended/event-sink.js'
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
    // Somebody has it open, and takes nothing of it: it is full already.
    const reader = openSync(name, constants.O_RDWR | constants.O_NONBLOCK)
    try {
      expect(() => {
        for (;;) writeSync(reader, Buffer.alloc(4096, '\n'))
      }).toThrow('EAGAIN')
      const { code, stderr } = await push(name, 3)
      expect([code, service.writes.length]).toEqual([0, 3])
      expect(stderr).toContain(`Whoever reads the events at ${name} has not taken the last of them.`)
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

describe.skipIf(process.platform === 'win32')('a reader that is behind', () => {
  it('loses events, and reads how many once it has caught up', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-events-'))
    const name = path.join(folder, 'pipe')
    execFileSync('mkfifo', [name])
    const reader = openSync(name, constants.O_RDWR | constants.O_NONBLOCK)
    try {
      const told: string[] = []
      const sink = await openEventSink(name, {
        tell: (line) => told.push(line),
        lostLine: (count) => `{"lost":${count}}\n`,
        waitingBytesMax: 1000,
      })
      const line = `{"event":"${'x'.repeat(500)}"}\n`
      // A pipe holds 64 kB or more; the rest waits, and then there is no room.
      for (let written = 0; written < 10_000 && told.length === 0; written += 1) sink.write(line)
      for (let written = 0; written < 4; written += 1) sink.write(line)
      expect(told).toEqual([
        `Whoever reads the events at ${name} is too slow: the run goes on, and events are left out until it has caught up.`,
      ])
      let text = ''
      const take = (): void => {
        const chunk = Buffer.alloc(1_000_000)
        try {
          for (;;) text += chunk.toString('utf8', 0, readSync(reader, chunk))
        } catch {
          // Nothing is left for now.
        }
      }
      while (!text.includes('lost')) {
        take()
        await new Promise((resolve) => setTimeout(resolve, 5))
        sink.write('{"event":"later"}\n')
      }
      take()
      const lines = text.trim().split('\n')
      expect(lines.every((one) => JSON.parse(one) !== undefined)).toBe(true)
      expect(Number(/"lost":(\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(5)
      expect(await sink.close()).toBe(true)
    } finally {
      closeSync(reader)
      rmSync(folder, { recursive: true })
    }
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'
import { canMount, runReadOnly } from '../support/read-only-mount.js'
import { ACCEPTED, type Recorder, startRecorder } from '../support/recorder.js'

const ROWS = 'hotel_code,room_id,rate_plan_id,date,price\n7,101,501,2040-01-01,90.00\n8,101,501,2040-01-01,90.00\n'

describe.runIf(canMount)('a data directory of a run that was killed, mounted read-only', () => {
  let service: Recorder
  let machine: Machine
  beforeEach(async () => {
    service = await startRecorder()
    machine = await freshMachine()
  })
  afterEach(async () => {
    await machine.remove()
    await service.remove()
  })

  it('is read, although the run could not be noted as cut off, and nothing of it changes', async () => {
    const { HUBSWITCH_CONFIG_DIR: _config, HUBSWITCH_DATA_DIR: _data, ...rest } = service.env
    const env = { ...rest, ...machine.env }
    const held = new Promise<void>((resolve) => {
      service.answer = (_, index) => (index === 0 ? ACCEPTED : () => resolve())
    })
    const pushing = machine.start(['rates', 'push', service.put('a.csv', ROWS), '--yes', '--concurrency', '1'], { env })
    await held
    pushing.kill('SIGKILL')
    await pushing.ended
    const lines = [
      'run list',
      'run show --last',
      'run show --last --rows',
      'run lock list',
      'run journal check',
      'run undo --last --dry-run',
      'run resume --last --dry-run',
      `rates push ${service.put('b.csv', ROWS.replaceAll('90', '80'))} --dry-run --changes-only`,
      'reservation list',
    ]
    for (const { line, status, stdout, stderr } of await runReadOnly(machine, env, lines)) {
      expect([line, stderr, [0, 3, 12].includes(status)]).toEqual([line, stderr, true])
      expect(`${stdout}${stderr}`).not.toMatch(/may not be written/)
      if (line === 'run list') expect(stdout).toContain('interrupted')
    }
  }, 60_000)
})

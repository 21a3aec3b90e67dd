import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json } from '../client/scripted-server.js'
import { type Machine, freshMachine } from '../support/cli.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../support/recorder.js'

const nights = (hotels: number): string =>
  `hotel_code,room_id,rate_plan_id,date,price\n${Array.from({ length: hotels }, (_, at) => `${7 + at},101,501,2040-01-01,90.00\n`).join('')}`

/** From the built command line: the run is another process's. */
describe('run show --follow', () => {
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

  const env = (): Record<string, string> => {
    const { HUBSWITCH_CONFIG_DIR: _config, HUBSWITCH_DATA_DIR: _data, ...rest } = service.env
    return { ...rest, ...machine.env }
  }
  const push = (hotels: number) =>
    machine.start(['rates', 'push', service.put('a.csv', nights(hotels)), '--yes', '--concurrency', '1'], {
      env: env(),
    })
  const follow = (...more: string[]) => machine.start(['run', 'show', '--last', '--follow', ...more], { env: env() })
  /** The second answer is held back until it is let go. */
  const holding = (last = ACCEPTED): { letGo: () => void; held: Promise<void> } => {
    let letGo = (): void => undefined
    const gone = new Promise<void>((resolve) => (letGo = resolve))
    let heard = (): void => undefined
    const held = new Promise<void>((resolve) => (heard = resolve))
    service.answer = (_, index) =>
      index === 0
        ? ACCEPTED
        : (response, request) => {
            heard()
            void gone.then(() => last(response, request))
          }
    return { letGo, held }
  }

  it('tells in a pipe how it goes, line by line, and exits as the run does', async () => {
    const { letGo, held } = holding(refusal('INVALID_ROOM', 'Room 101 is not known.'))
    const pushing = push(2)
    await held
    const following = follow()
    await following.seen(/run 1: 1 of 2 requests; 1 night acknowledged/)
    letGo()
    const [pushed, followed] = await Promise.all([pushing.ended, following.ended])
    expect([pushed.code, followed.code], followed.stderr).toEqual([3, 3])
    const lines = followed.stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z {2}run 1: 1 of 2 requests; 1 night acknowledged$/)
    expect(followed.stdout).toContain('Run 1: rates, partial')
  })

  it('keeps standard output for the document of --json, and prints nothing beside it with --quiet', async () => {
    const { letGo, held } = holding()
    const pushing = push(2)
    await held
    const following = follow('--json')
    const quiet = follow('--json', '--quiet')
    await following.seen(/run 1: 1 of 2 requests/)
    letGo()
    const [, told, silent] = await Promise.all([pushing.ended, following.ended, quiet.ended])
    expect([told.code, told.json<{ state: string }>().state]).toEqual([0, 'done'])
    expect([silent.code, silent.json<{ state: string }>().state, silent.stderr]).toEqual([
      0,
      'done',
      expect.not.stringContaining('1 of 2 requests') as string,
    ])
  })

  it('says that the process was killed, and exits with 12, since a request was under way', async () => {
    const { held } = holding()
    const pushing = push(2)
    await held
    const following = follow()
    await following.seen(/run 1: 1 of 2 requests/)
    pushing.kill('SIGKILL')
    const { code, stdout } = await following.ended
    expect([code, stdout]).toEqual([12, expect.stringContaining('Run 1: rates, interrupted') as string])
    expect(stdout).toMatch(
      /The process that sent run 1 has gone without ending it[^\n]*"hubswitch run resume 1" sends what is left\.\n$/,
    )
  })

  it('ends at Ctrl-C and leaves the run alone; of a run that has ended it shows the end at once', async () => {
    const { letGo, held } = holding()
    const pushing = push(2)
    await held
    const following = follow()
    await following.seen(/run 1: 1 of 2 requests/)
    following.kill('SIGINT')
    const stopped = await following.ended
    expect([stopped.code, stopped.stdout]).toEqual([130, expect.stringMatching(/which goes on\.[^\n]*\n$/) as string])
    expect(stopped.stdout).not.toContain('Requests')
    const meanwhile = await machine.run(['run', 'show', '1'], { env: env() })
    expect(meanwhile.stdout).toMatch(
      /Nights {5}2 planned, 1 acknowledged, 0 refused, 1 to send or on the way\nRequests {3}1 answered so far\n[^]*\nIt is being sent; "hubswitch run show 1 --follow" shows how it goes\.\n$/,
    )
    letGo()
    expect((await pushing.ended).code).toBe(0)
    service.answer = () => json(500, {})
    const after = await follow().ended
    expect([after.code, after.stdout]).toEqual([0, expect.stringMatching(/^Run 1: rates, done\n/) as string])
  })
})

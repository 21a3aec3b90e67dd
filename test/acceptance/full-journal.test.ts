import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET_TOKEN, json, type Scripted, startScripted } from '../client/scripted-server.js'
import { CommitMark } from '../../src/sql/index.js'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`
const HEAD = 'hotel_code,room_id,rate_plan_id,date,price'
/** A page of the journal and a little, in KB. */
const STEP = 32

/** A limit of file size stands for a full disk: which write meets it, and whether something had left by then, is told as it was. */
describe.runIf(process.platform === 'linux')('a journal that cannot grow', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted(({ path: place }) => {
      if (place === GET_TOKEN)
        return json(200, {
          result: { accessToken: TOKEN, expiresIn: 3600 },
          status: 'success',
          message: null,
          executionTime: 1,
        })
      if (place === '/v1/rooms')
        return json(200, { success: true, error: null, processing_times: {}, hotel_code: 7, rooms: [{ id: 101 }] })
      return json(200, { success: true, error: null, processing_times: {} })
    })
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_RATE: '1000',
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    }
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  const push = (
    data: string,
    file: string,
    limitKb: number | 'unlimited',
    ...flags: string[]
  ): Promise<{ code: number | null; told: string }> =>
    new Promise((resolve) => {
      const argv = [path.join(ROOT, 'bin/run.cjs'), 'rates', 'push', file, '--yes', ...flags]
      // A shell other than bash may count in blocks of 512 bytes.
      const child = spawn(
        'bash',
        ['-c', `ulimit -c 0; ulimit -f ${limitKb}; exec "$0" "$@"`, process.execPath, ...argv],
        {
          cwd: ROOT,
          env: { ...env, HUBSWITCH_DATA_DIR: data },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      let told = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (told += text))
      child.on('close', (code) => resolve({ code, told: told.replaceAll(/\s+/g, ' ') }))
    })
  const written = (): number => service.to('/v1/room_settings').length

  it('says "had sent" where a request of the run left, and that nothing of it was sent where none did', async () => {
    const small = path.join(machine.folder, 'small.csv')
    writeFileSync(small, `${HEAD}\n7,101,501,2031-06-01,90\n`)
    const large = path.join(machine.folder, 'large.csv')
    const night = (at: number): string => new Date(Date.UTC(2031, 0, 1 + at)).toISOString().slice(0, 10)
    writeFileSync(
      large,
      [HEAD, ...Array.from({ length: 600 }, (_, at) => `7,101,501,${night(at)},${90 + (at % 37)}`)].join('\n'),
    )
    const kept = path.join(machine.folder, 'kept')
    expect((await push(kept, small, 'unlimited')).code).toBe(0)
    const log = Math.ceil(statSync(path.join(kept, 'journal.db-wal')).size / 1024)
    const words = new Set<string>()
    for (let more = 4 * STEP; more < 40 * STEP && !words.has('had sent requests'); more += STEP) {
      const data = path.join(machine.folder, `data-${more}`)
      const summary = path.join(machine.folder, `${more}.txt`)
      await cp(kept, data, { recursive: true })
      new CommitMark(path.join(kept, 'journal.db')).passOn(path.join(data, 'journal.db'))
      service.requests.length = 0
      const { code, told } = await push(data, large, log + more, '--summary', summary)
      expect(code, told).toBe(1)
      expect(told.split('Error:'), told).toHaveLength(2)
      const [said = told] =
        /had sent requests|This command had sent nothing of run 2, which is planned|Nothing was sent/.exec(told) ?? []
      words.add(said)
      expect([said, written() > 0]).toEqual([said, said === 'had sent requests'])
      expect(readFileSync(summary, 'utf8').replaceAll(/\s+/g, ' ')).toContain(said)
    }
    expect([...words].sort()).toEqual([
      'Nothing was sent',
      'This command had sent nothing of run 2, which is planned',
      'had sent requests',
    ])
  })

  it('a plan that is saved under such a limit is refused with the reason, and leaves no file', async () => {
    const data = path.join(machine.folder, 'planned')
    const one = path.join(machine.folder, 'one.csv')
    writeFileSync(one, `${HEAD}\n7,101,501,2031-06-01,90\n`)
    expect((await push(data, one, 'unlimited')).code).toBe(0)
    const many = path.join(machine.folder, 'many.csv')
    const rows = Array.from({ length: 9_000 }, (_, at) => `${1000 + at},101,501,2031-06-01,${90 + (at % 37)}`)
    writeFileSync(many, [HEAD, ...rows].join('\n'))
    const plan = path.join(machine.folder, 'many.plan')
    const { code, told } = await push(data, many, 600, '--save-plan', plan)
    expect([code, existsSync(plan), readdirSync(machine.folder).filter((name) => name.endsWith('.part'))]).toEqual([
      1,
      false,
      [],
    ])
    expect(told).toContain(`The plan cannot be written to ${plan}: it is as large as this process may make a file`)
    expect(told).not.toContain('went wrong')
  })

  it.each([16, 28])(
    'that is made under a limit of %d KB: the limit is told, and no later push warns',
    async (limit) => {
      const data = path.join(machine.folder, `new-${limit}`)
      const file = path.join(machine.folder, 'new.csv')
      writeFileSync(file, `${HEAD}\n7,101,501,2031-06-01,90\n`)
      service.requests.length = 0
      const { code, told } = await push(data, file, limit)
      expect([code, told, written()]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(
            `journal\\.db: it could not be written, and this process may write no more than ${limit} KB .* Nothing was sent\\.`,
          ),
        ),
        0,
      ])
      expect(await push(data, file, 'unlimited', '--quiet')).toEqual({ code: 0, told: '' })
    },
  )
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  GET_TOKEN,
  json,
  jwt,
  problem,
  type Reply,
  startScripted,
  success,
  type Scripted,
} from '../client/scripted-server.js'
import { freshMachine, type Machine } from '../support/cli.js'

const PROCESSES = 3

/** The short form of test/proof/sign-in-storm.py: processes of two profiles that need a token at once. */
describe('many processes that need a token', () => {
  let machine: Machine
  let service: Scripted
  let tokens: Map<string, string>
  let answer: (partner: string) => Reply | undefined

  const mint = (partner: string): Reply => {
    const token = jwt({ exp: 4_000_000_000, jti: String(service.requests.length) })
    tokens.set(`Bearer ${token}`, partner)
    return json(200, { tokenType: 'Bearer', expiresIn: 3600, accessToken: token })
  }

  beforeEach(async () => {
    machine = await freshMachine()
    tokens = new Map()
    answer = mint
    service = await startScripted(({ path: target, query, headers }) => {
      if (target === GET_TOKEN) return answer(query.get('partnerId') ?? '') ?? (() => undefined)
      const partnerId = tokens.get(headers.authorization ?? '')
      return partnerId === undefined ? problem(401, 'no such token') : success({ id: 1, partnerId, name: 'x' })
    })
    for (const partner of ['one', 'two']) {
      const { code } = await machine.run(
        [
          'auth',
          'login',
          '--profile',
          partner,
          '--base-url',
          service.url,
          '--partner-id',
          partner,
          '--secret-stdin',
          '--store',
          'file',
        ],
        { stdin: `${partner}-secret\n` },
      )
      expect(code).toBe(0)
    }
    tokens.clear()
    service.requests.splice(0)
  })
  afterEach(async () => {
    await service.close()
    await machine.remove()
  })

  const start = (profile: string): ReturnType<Machine['start']> =>
    machine.start(['auth', 'whoami', '--json'], { env: { HUBSWITCH_PROFILE: profile } })
  const signIns = (partner: string): number =>
    service.to(GET_TOKEN).filter(({ query }) => query.get('partnerId') === partner).length

  it('sign in once a profile, once more for a holder that is killed, and never as another', async () => {
    let isFirst = true
    answer = (partner) => {
      if (partner !== 'one' || !isFirst) return mint(partner)
      isFirst = false
      return undefined
    }
    const running = ['one', 'two'].flatMap((profile) =>
      Array.from({ length: PROCESSES }, () => ({ profile, ...start(profile) })),
    )
    while (signIns('one') === 0) await sleep(20)
    const note = path.join(machine.env['HUBSWITCH_DATA_DIR'] as string, 'locks', 'sign-in.one.lock.holder')
    const { pid } = JSON.parse(await readFile(note, 'utf8')) as { pid: number }
    running.find((one) => one.pid === pid)?.kill('SIGKILL')
    const ended = await Promise.all(running.map(async ({ profile, ended: end }) => ({ profile, ran: await end })))
    const killed = ended.filter(({ ran }) => ran.signal === 'SIGKILL')
    expect(killed.map(({ profile }) => profile)).toEqual(['one'])
    for (const { profile, ran } of ended)
      if (ran.signal === null) expect([ran.code, ran.json()]).toMatchObject([0, { partnerId: profile }])
    expect([signIns('one'), signIns('two')]).toEqual([2, 1])
  }, 300_000)

  it('all end with 4 where the secret is no longer taken, and are not locked', async () => {
    answer = () => problem(401, 'wrong secret')
    const ended = await Promise.all(Array.from({ length: PROCESSES }, () => start('one').ended))
    expect(ended.map(({ code, json: parsed }) => [code, parsed<{ error: { code: string } }>().error.code])).toEqual(
      Array.from({ length: PROCESSES }, () => [4, 'SIGN_IN_REFUSED']),
    )
    expect(signIns('one')).toBeLessThanOrEqual(PROCESSES)
  }, 300_000)
})

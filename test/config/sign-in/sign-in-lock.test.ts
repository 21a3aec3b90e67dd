import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInAlone } from '../../../src/config/sign-in/sign-in-lock.js'
import { Fault } from '../../../src/errors.js'

describe('sign-ins of processes that share a token', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'hubswitch-sign-in-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const refused = (): Promise<never> =>
    sleep(300).then(() => Promise.reject(new Fault('SIGN_IN_REFUSED', 'Sign-in of partner 4711 failed. Wrong secret.')))
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Fault ? [error.code, error.message] : error),
    )

  it('holds a refusal for all who waited, and asks the service once', async () => {
    let asked = 0
    const sign = (): Promise<never> => {
      asked += 1
      return refused()
    }
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(signInAlone({ dataDir, profile: 'main' }, sign))),
    )
    expect(new Set(codes.map((code) => JSON.stringify(code)))).toEqual(
      new Set(['["SIGN_IN_REFUSED","Sign-in of partner 4711 failed. Wrong secret."]']),
    )
    expect(asked).toBe(1)
  })

  it('keeps its token where the note of an earlier refusal cannot be removed', async () => {
    await mkdir(path.join(dataDir, 'locks', 'sign-in.main.lock.refused'), { recursive: true })
    expect(await signInAlone({ dataDir, profile: 'main' }, () => Promise.resolve('token'))).toBe('token')
  })

  it.each([
    ['that answers with an error', { status: 503 }, 1],
    ['that nobody listens at', { reason: 'ECONNREFUSED', connected: false }, 1],
    ['that did not answer in the time that one process gave it', { reason: 'TIMEOUT' }, 4],
  ])('a service %s is asked by as many as would learn something', async (_what, facts, times) => {
    let asked = 0
    const sign = async (): Promise<never> => {
      asked += 1
      await sleep(300)
      throw new Fault('UNREACHABLE', 'No usable answer (5 attempts).', { facts, next: 'Try again later.' })
    }
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => codeOf(signInAlone({ dataDir, profile: 'main' }, sign))),
    )
    expect(codes).toEqual(Array.from({ length: 4 }, () => ['UNREACHABLE', 'No usable answer (5 attempts).']))
    expect(asked).toBe(times)
    expect(await codeOf(signInAlone({ dataDir, profile: 'main' }, async () => 'token'))).toBe('done')
  })

  it('makes no lock through a link', async () => {
    await mkdir(path.join(dataDir, 'elsewhere'))
    await symlink('elsewhere', path.join(dataDir, 'locks'))
    await expect(signInAlone({ dataDir, profile: 'main' }, async () => 'token')).rejects.toMatchObject({
      code: 'DATA_DIRECTORY',
      message: expect.stringContaining('symbolic link'),
    })
    expect(await readdir(path.join(dataDir, 'elsewhere'))).toEqual([])
  })

  it.skipIf(process.platform === 'win32')(
    'does not wait for a FIFO where a refusal or the holder is noted',
    async () => {
      await mkdir(path.join(dataDir, 'locks'), { mode: 0o700 })
      for (const name of ['refused', 'holder'])
        execFileSync('mkfifo', [path.join(dataDir, 'locks', `sign-in.main.lock.${name}`)])
      expect(await signInAlone({ dataDir, profile: 'main' }, async () => 'token')).toBe('token')
    },
  )

  it('asks again for who begins later: the secret may be another', async () => {
    await codeOf(signInAlone({ dataDir, profile: 'main' }, refused))
    await sleep(5)
    expect(await codeOf(signInAlone({ dataDir, profile: 'main' }, async () => 'token'))).toBe('done')
  })

  it('tells a wait that runs out as no token, not as a lock of a run', async () => {
    const holder = signInAlone({ dataDir, profile: 'main' }, () => sleep(900))
    await sleep(150)
    expect(await codeOf(signInAlone({ dataDir, profile: 'main', waitMs: 200 }, async () => 'token'))).toEqual([
      'UNREACHABLE',
      `There is no token yet: the sign-in of process ${process.pid} has not ended after 0 s.`,
    ])
    await holder
  })

  it('passes on a lock of another kind as it is', async () => {
    expect(
      await codeOf(
        signInAlone({ dataDir, profile: 'main' }, () => Promise.reject(new Fault('LOCKED', 'Locked by run 3.'))),
      ),
    ).toEqual(['LOCKED', 'Locked by run 3.'])
  })
})

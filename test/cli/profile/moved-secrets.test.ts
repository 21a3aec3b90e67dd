import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import AuthLogin from '../../../src/commands/auth/login.js'
import AuthLogout from '../../../src/commands/auth/logout.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

describe('what is stored for a profile', () => {
  let service: Recorder
  let elsewhere: Recorder
  beforeEach(async () => {
    ;[service, elsewhere] = await Promise.all([startRecorder(), startRecorder()])
    delete service.env['HUBSWITCH_BASE_URL']
    service.env['HUBSWITCH_PROFILE'] = 'main'
  })
  afterEach(async () => {
    await service.remove()
    await elsewhere.remove()
  })

  const secrets = (): string => path.join(service.env['HUBSWITCH_CONFIG_DIR'] as string, 'secrets.json')
  const login = (url: string, ...more: string[]) =>
    service.run(AuthLogin, '--base-url', url, '--store', 'file', ...more)

  it('goes with the address that it was given with: PMS credentials too', async () => {
    const pms = service.put('pms.json', '{"username":"night","password":"of-the-pms"}')
    const first = await login(service.url, '--pms-credentials', pms)
    expect([first.code, readFileSync(secrets(), 'utf8')], first.stderr).toEqual([
      0,
      expect.stringContaining('of-the-pms'),
    ])
    const again = await login(service.url)
    expect([again.code, readFileSync(secrets(), 'utf8')]).toEqual([0, expect.stringContaining('of-the-pms')])
    const moved = await login(elsewhere.url)
    expect([moved.code, moved.stderr, readFileSync(secrets(), 'utf8')]).toEqual([
      0,
      expect.stringContaining('PMS credentials were given with another address and were removed'),
      expect.not.stringContaining('of-the-pms'),
    ])
  })

  it.each(['{', '[]', '{"other":{"partnerSecret":7}}'])(
    'is removed by logout where the file is damaged (%s), and that is said',
    async (content) => {
      expect((await login(service.url)).code).toBe(0)
      writeFileSync(secrets(), content)
      const { code, stderr } = await service.run(AuthLogout)
      expect([code, stderr, existsSync(secrets())]).toEqual([
        0,
        expect.stringMatching(/is damaged.*It is removed whole/),
        false,
      ])
    },
  )
})

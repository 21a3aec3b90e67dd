import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Recorded, type Scripted, problem, startScripted, success, withTokens } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'

const SECRET = 'Seaview2027'
const house = { id: 1000009, hubSwitchId: 'HS-A', status: 'ACTIVE', code: 'A', name: `${SECRET} Grand` }

/** A secret that is a word of the data: nothing shows it, and nothing that is compared or sent is changed by that. */
describe('a secret that stands in what the service answers', () => {
  let machine: Machine
  let service: Scripted
  let document: string
  const sent = (): Recorded[] =>
    service.requests.filter(({ method, path: to }) => method !== 'GET' && !to.includes('partners'))
  const run = (...args: string[]): Promise<Ran> =>
    machine.run(args, {
      env: { HUBSWITCH_BASE_URL: service.url, HUBSWITCH_PARTNER_ID: '4711', HUBSWITCH_PARTNER_SECRET: SECRET },
    })

  beforeAll(async () => {
    machine = await freshMachine()
    document = path.join(machine.folder, 'house.yaml')
    service = await startScripted(
      withTokens(({ method, path: to }) => {
        if (method === 'PUT' || to.endsWith('/hubswitch-property-id/HS-A') || to.endsWith('/properties/1000009'))
          return success(house)
        if (to.endsWith('/by-property')) return success({ content: [], totalElements: 0 })
        return problem(404, 'no such property')
      }),
    )
  })
  beforeEach(() => {
    service.requests.length = 0
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  it('is not shown', async () => {
    for (const args of [
      ['property', 'get', '1000009'],
      ['property', 'get', '1000009', '--json'],
      ['api', 'GET', '/api/v1/properties/1000009', '--debug'],
    ]) {
      const { code, stdout, stderr } = await run(...args)
      expect([code, stdout.includes('[secret] Grand'), (stdout + stderr).includes(SECRET)]).toEqual([0, true, false])
    }
  })

  it('is written into no document unless that is asked for, and then as it is', async () => {
    for (const to of [[], ['--out', document]]) {
      const { code, stdout, stderr } = await run('property', 'export', '1000009', ...to)
      expect([code, stdout]).toEqual([7, ''])
      expect(stderr).toMatch(
        /What the service has in property\.name is, or holds, a secret of this profile\.[^]*--include-secrets/,
      )
    }
    expect((await run('property', 'export', '1000009', '--include-secrets')).stdout).toContain(`name: ${SECRET} Grand`)
    expect((await run('property', 'export', '1000009', '--include-secrets', '--out', document)).code).toBe(0)
    expect(await readFile(document, 'utf8')).toContain(`name: ${SECRET} Grand`)
    const again = await run('property', 'apply', document, '--yes')
    expect([again.code, sent()]).toEqual([0, []])
  })

  it('is never compared or sent as its stars', async () => {
    await writeFile(document, 'property: { hubSwitchId: HS-A, status: ACTIVE, code: A, name: "[secret] Grand" }\n')
    for (const args of [
      ['property', 'apply', document, '--yes'],
      ['property', 'update', '1000009', '--name', '[secret] Grand', '--yes'],
      ['property', 'update', '1000009', '--set', 'name=[secret] Grand', '--yes'],
    ]) {
      const { code, stderr } = await run(...args)
      expect([code, sent()], args.join(' ')).toEqual([6, []])
      expect(stderr).toMatch(/has \[secret\] in (?:property\.)?name\./)
    }
  })
})

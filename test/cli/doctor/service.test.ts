import { describe, expect, it } from 'vitest'
import { checksOfProbe } from '../../../src/cli/doctor/service.js'
import type { Probe } from '../../../src/client/index.js'

const DAY = 86_400_000
const certificate = (over: object = {}): Probe['certificate'] => ({
  ok: true,
  value: {
    isTrusted: true,
    reason: undefined,
    validTo: Date.now() + 90 * DAY,
    issuer: 'An Authority',
    protocol: 'TLSv1.3',
    ...over,
  },
})
const good: Probe = {
  host: 'service.example',
  proxy: undefined,
  names: { ok: true, value: ['192.0.2.1'] },
  certificate: certificate(),
  answer: { ok: true, value: { status: 401, aheadMs: 400, tookMs: 120 } },
}
const statesOf = (probe: Partial<Probe>): Record<string, string> =>
  Object.fromEntries(checksOfProbe({ ...good, ...probe }, 'linux').map(({ check, state }) => [check, state]))
const answered = (value: object): Probe['answer'] => ({
  ok: true,
  value: { status: 401, aheadMs: 0, tookMs: 9, ...value },
})

describe('doctor: the service', () => {
  it('all is well', () =>
    expect(statesOf({})).toEqual({ proxy: 'ok', dns: 'ok', tls: 'ok', service: 'ok', clock: 'ok' }))

  it.each<[string, Partial<Probe>, Record<string, string>]>([
    [
      'an unknown host is said once',
      { names: { ok: false, why: 'the host name is not known' }, certificate: { ok: false, why: 'x' } },
      { dns: 'fail' },
    ],
    [
      'an expired certificate',
      {
        certificate: certificate({
          isTrusted: false,
          reason: 'its certificate has expired',
          validTo: Date.now() - DAY,
        }),
      },
      { tls: 'fail' },
    ],
    ['a certificate about to end', { certificate: certificate({ validTo: Date.now() + 5 * DAY }) }, { tls: 'warn' }],
    [
      'no TLS at that port',
      { certificate: { ok: false, why: 'it does not speak HTTPS at this port' } },
      { tls: 'fail' },
    ],
    ['a clock half a minute behind', { answer: answered({ aheadMs: 40_000 }) }, { clock: 'warn' }],
    ['a clock an hour ahead', { answer: answered({ aheadMs: -3_600_000 }) }, { clock: 'fail' }],
    ['a service without a clock', { answer: answered({ aheadMs: undefined }) }, { clock: 'warn' }],
    ['another service at the address', { answer: answered({ status: 404 }) }, { service: 'fail' }],
    ['a redirect', { answer: answered({ status: 302 }) }, { service: 'fail' }],
    ['a service that is down', { answer: answered({ status: 503 }) }, { service: 'fail' }],
    ['a slow one', { answer: answered({ tookMs: 6_000 }) }, { service: 'warn' }],
    ['a proxy variable without an address', { proxy: { variable: 'HTTPS_PROXY', url: undefined } }, { proxy: 'fail' }],
  ])('%s', (_, probe, states) => expect(statesOf(probe)).toMatchObject(states))

  it('every line that is not ok says what to do, and shows no password of a proxy', () => {
    const proxy = { variable: 'HTTPS_PROXY', url: new URL('http://someone:hidden@proxy.example:3128') }
    const checks = checksOfProbe(
      { ...good, proxy, certificate: undefined, answer: { ok: false, why: 'no connection in time' } },
      'linux',
    )
    expect(JSON.stringify(checks)).not.toMatch(/hidden|someone/)
    expect(checks.filter(({ state }) => state !== 'ok').every(({ next }) => (next ?? '').length > 10)).toBe(true)
    expect(checks.find(({ check }) => check === 'clock')).toBeUndefined()
  })
})

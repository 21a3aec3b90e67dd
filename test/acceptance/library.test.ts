import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const run = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('the library', () => {
  it.each([
    [
      // Which nights can be judged depends on the weekday: a generated house asks for longer stays on weekends.
      'push.js',
      /^run 2: done, 3 of 3 nights acknowledged\nverified: (?:3 the same, 0 different, 0|2 the same, 0 different, 1|1 the same, 0 different, 2) not judged\nundone: 3 nights put back, 0 had no earlier value\n$/,
    ],
    ['book.js', /^booked 900001: pending\nconfirmed: confirmed\nnot booked twice: GUARD_RAIL\nopen: 0\n$/],
    ['notification.js', /^built: 0 findings\nfound: counter-gap\ncorrected: 1 changes, 0 findings left\n$/],
  ])('runs samples/library/%s, which prints its own lines alone', (file, words) => {
    expect(run(path.join('samples', 'library', file))).toMatch(words)
  })

  it('says what is wrong by a fault, and sends nothing', () => {
    const script = `
      import { connect, DEMO_ACCOUNTS, planPush, sendPush, startSandbox } from 'hubswitch'
      const sandbox = await startSandbox()
      const { partnerId, secret, channelCredentials } = DEMO_ACCOUNTS[0]
      const service = connect({ baseUrl: sandbox.url, partnerId, partnerSecret: secret, channelCredentials })
      const tell = ({ code, message, findings }) => console.log(code, message, JSON.stringify(findings.map(({ line, field }) => [line, field])))
      await planPush(service, { kind: 'rates', rows: [{ hotel_code: 1, room_id: 2, date: '2027-02-30', price: '9' }, { hotel_code: 1, room_id: 2, date: '2027-03-01', price: '1,2,3' }] }).catch(tell)
      await sendPush(service, 99).catch(tell)
      await planPush(service, { kind: 'rates' }).catch(tell)
      console.log(service.client.stats().requests)
      await service.close()
      await sandbox.close()
    `
    expect(run('--input-type=module', '--eval', script)).toMatch(
      /^INVALID_INPUT 2 rows are wrong; nothing was sent\. \[\[1,"date"\],\[2,"price"\]\]\nNOT_FOUND There is no run 99 .*\nUSAGE A push takes files or rows\. \[\]\n0\n$/,
    )
  })
})

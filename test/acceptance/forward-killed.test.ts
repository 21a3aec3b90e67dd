import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

/** What the PMS took stands in a row, however the listener ends. */
describe('resnotif listen --forward-to that is killed', () => {
  let machine: Machine
  let pms: Scripted
  beforeAll(async () => {
    machine = await freshMachine()
    // It takes every message, and never says so.
    pms = await startScripted(() => () => undefined)
  })
  afterAll(async () => {
    await pms.close()
    await machine.remove()
  })
  const list = async (...flags: string[]) => machine.run(['resnotif', 'listen', 'list', ...flags])

  it('leaves a row for each message that went, which is neither delivered nor failed', async () => {
    const listening = machine.start(['resnotif', 'listen', '--port', '0', '--forward-to', `${pms.url}/pms`])
    const [url = ''] = /http:[^;\s]+/.exec(await listening.seen(/Listening at http:[^;\s]+/)) ?? []
    const body = await readFile(path.join(ROOT, 'samples/notification.xml'))
    const posts = [1, 2, 3].map(() => fetch(url, { method: 'POST', body }).catch(() => 'cut'))
    for (let i = 0; i < 1_000 && pms.requests.length < 3; i++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(pms.requests).toHaveLength(3)
    expect((await list('--json')).json()).toMatchObject(
      [1, 2, 3].map((id) => ({ id, state: 'unknown', unanswered: 'under way' })),
    )
    listening.kill('SIGKILL')
    await listening.ended
    expect(await Promise.all(posts)).toEqual(['cut', 'cut', 'cut'])

    const words = 'The answer is not known: the listener ended before it came.'
    expect((await list('--state', 'unknown', '--json')).json()).toMatchObject(
      [1, 2, 3].map((id) => ({
        id,
        state: 'unknown',
        unanswered: 'listener ended',
        summary: words,
        status: null,
        ms: null,
        isKept: true,
      })),
    )
    expect((await list()).stdout).toContain(words)
    const shown = (await machine.run(['resnotif', 'listen', 'show', '2'])).stdout
    for (const part of [words, 'unknown', '< no answer', '<GivenName>Ada</GivenName>']) expect(shown).toContain(part)
    expect(shown).not.toMatch(/undefined|delivered|failed/)
    expect((await machine.run(['resnotif', 'listen', 'show', '2', '--json'])).json()).toMatchObject({
      id: 2,
      unanswered: 'listener ended',
    })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import SandboxOutboxAddress from '../../../src/commands/sandbox/outbox/address.js'
import { runClass } from '../../support/run-class.js'
import { viewMessage } from '../../../src/cli/command/sandbox-command.js'
import type { OutboxMessage } from '../../../src/sandbox/index.js'

it('a message of the outbox is shown without the card that a guest wrote into a comment', () => {
  const text = (number: string, code: string): string =>
    `<OTA_HotelResNotifRQ><Comment><Text>please charge ${number} cvc ${code}</Text></Comment></OTA_HotelResNotifRQ>`
  const message: Partial<OutboxMessage> = { id: 1, createdAt: 0, nextAt: 0, deliveredAt: null }
  for (const number of ['4929420573595709', '4929 4205 7359 5709']) {
    const shown = viewMessage({ ...message, message: text(number, '739') } as OutboxMessage)
    expect(String(shown['message'])).toContain('please charge')
    expect(String(shown['message'])).not.toMatch(/4929 ?4205|739/)
  }
  const plain = text('the usual one', 'later')
  expect(viewMessage({ ...message, message: plain } as OutboxMessage)['message']).toBe(plain)
})

it('the address of the PMS is shown without the values of its query', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'hubswitch-address-'))
  try {
    const env = { HUBSWITCH_CONFIG_DIR: path.join(data, 'config'), HUBSWITCH_DATA_DIR: data }
    for (const args of [['http://127.0.0.1:9/in?key=KEY0815&hotel=1'], [], ['--json']]) {
      const { code, stdout, stderr } = await runClass(SandboxOutboxAddress, args, env)
      expect([code, stdout.includes('http://127.0.0.1:9/in?key=***&hotel=***')]).toEqual([0, true])
      expect(stdout + stderr).not.toContain('KEY0815')
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})

import { expect, it } from 'vitest'
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

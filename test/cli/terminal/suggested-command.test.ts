import { describe, expect, it } from 'vitest'
import { shownText } from '../../../src/cli/terminal/output.js'
import { redactorOfEnvironment } from '../../../src/cli/unattended/redact.js'

describe('a command that is suggested', () => {
  it.each([
    [
      'Run "hubswitch reservation lookup --booking-id ************1111" first.',
      'Run "hubswitch reservation lookup --booking-id ID" first.',
    ],
    ['"hubswitch reservation confirm \'[secret]\'"', '"hubswitch reservation confirm ID"'],
    [
      '{"next":"Run \\"hubswitch reservation lookup --booking-id=[secret]\\" to see."}',
      '{"next":"Run \\"hubswitch reservation lookup --booking-id=ID\\" to see."}',
    ],
    ['"hubswitch profile set main --partner x***y"', '"hubswitch profile set main --partner VALUE"'],
  ])('%s holds no hidden id', (given, shown) => {
    expect(shownText(given)).toBe(shown)
  })

  it.each([
    'reservation ************1111 is "confirmed"',
    '"hubswitch reservation lookup --booking-id 900001"',
    'the hubswitch token [secret]',
    '{"number":"************1111","next":"\\"hubswitch run list\\""}',
  ])('%s stays', (given) => {
    expect(shownText(given)).toBe(given)
  })

  it('in a log, where an id that may be a card number is starred', async () => {
    const id = '4111'.padEnd(16, '1')
    expect(
      (await redactorOfEnvironment(undefined))(
        `Reservation ${id}: run "hubswitch reservation lookup --booking-id ${id}".`,
      ),
    ).toBe('Reservation ************1111: run "hubswitch reservation lookup --booking-id ID".')
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareFacts } from '../../../src/resnotif/comparison/index.js'
import { type MessageFacts, readMessageFacts } from '../../../src/resnotif/facts/index.js'
import { readMessage } from '../../../src/resnotif/read/index.js'
import { ROOT } from '../../support/cli.js'

const [first, changed] = ['notification.xml', 'notification-modify.xml'].map((name) =>
  readFileSync(path.join(ROOT, 'samples', name), 'utf8'),
) as [string, string]
const facts = (text: string): MessageFacts => readMessageFacts(readMessage(text))
const words = (before: string, after: string): string[] =>
  compareFacts(facts(before), facts(after)).map(({ text }) => text)
const RATE = (price: string, to = '2027-07-02'): string =>
  `<Rates><Rate EffectiveDate="2027-07-01" ExpireDate="${to}" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="${price}" CurrencyCode="EUR"/></Rate></Rates>`
const priced = (price: string, to?: string): string =>
  first.replace(/(<RoomRate RoomTypeCode="101"[^>]*?)\/>/, `$1>${RATE(price, to)}</RoomRate>`)

describe('the facts of a notification', () => {
  it('are those that stand in it', () => {
    expect(facts(first)).toMatchObject({
      status: 'Commit',
      target: 'Production',
      isRepeat: false,
      envelope: 'none',
      security: 'none',
      requestor: { id: 'HUBSWITCH', type: '13' },
      unusual: [],
      reservations: [
        {
          ids: [{ element: 'UniqueID', type: '14', id: 'HS-20270701-1' }, { element: 'HotelReservationID' }],
          booker: { name: 'Ada Lovelace', email: 'ada@guests.example' },
          stays: [
            {
              hotelCode: '1000001',
              arrival: '2027-07-01',
              departure: '2027-07-04',
              nights: 3,
              rooms: [
                { room: '101', plan: '501', units: 2 },
                { room: '102', units: 1 },
              ],
              counts: [{ count: 4, kind: 'adult' }],
              comments: ['Late arrival'],
            },
          ],
          guests: [
            { name: 'Ada Lovelace', isPrimary: true, room: '101', unit: 1 },
            { name: 'Charles Babbage', room: '101', unit: 2 },
            { name: 'Grace Hopper', room: '102', unit: 1 },
            { name: 'Alan Turing', room: '102', unit: 1 },
          ],
        },
      ],
    })
  })

  it('keep blanks that belong to a text, and not those that only lay it out', () => {
    const [text] = facts(
      first
        .replace('Late arrival', '\n  Late\u00a0arrival\n  at \u2028 ten ')
        .replace('<Surname>Lovelace', '<Surname> \u00a0Love\u2003lace\n'),
    ).reservations
    expect(text?.stays[0]?.comments).toEqual(['Late\u00a0arrival at \u2028 ten'])
    expect(text?.guests[0]?.name).toBe('Ada \u00a0Love\u2003lace')
  })

  it('name a guest without any code, and never a card', () => {
    const bare = first.replaceAll(/ (?:ResGuestRPH|GroupEventCode)="[^"]*"/g, '')
    expect(facts(bare).reservations[0]?.guests.map(({ name, room }) => [name, room])).toContainEqual([
      'Alan Turing',
      undefined,
    ])
    const carded = first.replace(
      '<TimeSpan',
      '<Guarantee><GuaranteesAccepted><GuaranteeAccepted><PaymentCard CardNumber="4111111111111111"/></GuaranteeAccepted></GuaranteesAccepted></Guarantee><TimeSpan',
    )
    expect(facts(carded).reservations[0]?.guarantee).toBe('card')
    expect(JSON.stringify(facts(carded))).not.toContain('4111')
  })

  it('tell the price of a night only where the message does', () => {
    expect(facts(priced('100.00')).reservations[0]?.stays[0]?.prices).toMatchObject([
      { amount: '100.00', currency: 'EUR', per: 'night', from: '2027-07-01', to: '2027-07-02', room: '101' },
    ])
    expect(
      facts(priced('100.00', '2027-07-03').replace(' RateTimeUnit="Day"', '')).reservations[0]?.stays[0]?.prices,
    ).toMatchObject([{ per: 'not told' }])
  })

  it('say what is unusual', () => {
    const odd = first
      .replace('Target="Production"', 'Target="Test"')
      .replaceAll('2027-07-01', '2027-05-01')
      .replace(/<Email>.*<\/Email>/, '')
    expect(facts(odd).unusual).toEqual([
      'Target is Test, not Production.',
      'The stay has 64 nights.',
      'Arrival 2027-05-01 is before the message was sent (2027-06-01).',
      'The booker has no e-mail address.',
    ])
  })
})

describe('what a message changes', () => {
  it('is nothing where order, indentation and prefixes differ', () => {
    const turned = first
      .replaceAll(/\n\s*/g, '')
      .replaceAll(/ (Type)="(\d+)" (ID)="([^"]*)"/g, ' $3="$4" $1="$2"')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=')
    expect(turned).not.toBe(first)
    expect(words(first, turned)).toEqual([])
  })

  it('is told in words of a hotel', () => {
    expect(words(first, changed)).toEqual([
      'Status: Commit → Modify.',
      'Stay: 2027-07-01 to 2027-07-04 → 2027-07-01 to 2027-07-05.',
      'Room 101 with plan 501: 2 units → 1 unit.',
      'Charles Babbage moves: room 101 with plan 501, unit 2 → room 102 with plan 501, unit 1.',
    ])
    expect(words(first, first.replace('Turing', 'Kay'))).toEqual([
      'Name changed: Alan Turing → Alan Kay (room 102 with plan 501, unit 1), unless it is another guest.',
    ])
    expect(words(priced('100.00', '2027-07-03'), priced('120.00'))).toEqual([
      'Night 2027-07-01, Room 101 with plan 501: 2 × 100.00 EUR → 2 × 120.00 EUR.',
      'Night 2027-07-02, Room 101 with plan 501 is gone: 2 × 100.00 EUR.',
      'Night 2027-07-03, Room 101 with plan 501 is gone: 2 × 100.00 EUR.',
    ])
    const total = (amount: string): string =>
      first.replace('</ResGlobalInfo>', `<Total AmountAfterTax="${amount}" CurrencyCode="EUR"/></ResGlobalInfo>`)
    expect(words(total('300.00'), total('250.50'))).toEqual([
      'Total of the reservation: 300.00 EUR → 250.50 EUR (-49.50 EUR).',
    ])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import InventoryPush from '../../../src/commands/inventory/push.js'
import RatesPush from '../../../src/commands/rates/push.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { ACCEPTED, type Recorder, startRecorder } from '../../support/recorder.js'

const NIGHTS = ['2030-06-01', '2030-06-02']
const sheet = (columns: string, ...values: string[]): string =>
  `hotel_code,room_id,date,${columns}\n${NIGHTS.map((night, at) => `7,101,${night},${values[at] ?? values[0]}\n`).join('')}`

describe('what an undo leaves', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())
  const push = async (content: string, code = 0) => {
    service.answer = () => (code === 0 ? ACCEPTED : (response) => void response.writeHead(200).end('<html>ok</html>'))
    expect((await service.run(RatesPush, service.put('rates.csv', content), '--yes')).code).toBe(code)
    service.answer = () => ACCEPTED
  }
  const undo = (...flags: string[]) => service.run(RunUndo, ...flags)
  const sentSince = (from: number) =>
    service.writes
      .slice(from)
      .flatMap(({ entries }) =>
        entries.map(({ hotel: _hotel, room_id: _room, from: first, to, ...fields }) => ({ first, to, ...fields })),
      )

  it('for an answer that never came before the run is not sent, and nothing says that it is', async () => {
    await push(sheet('price,currency', '100,EUR'))
    await push(sheet('price,currency', '130,EUR'), 12)
    await push(sheet('price,currency', '120,EUR'), 12)
    const from = service.writes.length
    const dry = await undo('3', '--dry-run')
    const undone = await undo('3', '--yes')
    const told = (await undo('3', '--yes', '--json')).json()
    expect([dry.code, undone.code, sentSince(from)]).toEqual([0, 3, []])
    for (const text of [dry.stdout, undone.stdout]) {
      expect(text).toContain('2030-06-01 to 2030-06-02: price\n')
      expect(text).not.toMatch(/To send|acknowledged in|estored too/)
    }
    expect(told).toMatchObject({ unsureNights: 2, unansweredNights: 0, unsure: [{ fields: ['price'] }] })
  })

  it('of a price keeps its currency too, and the rest of the night is put back', async () => {
    await push(sheet('price,currency,min_stay', '100,EUR,1'))
    await push(sheet('price,currency', '130,USD'), 12)
    await push(sheet('price,currency,min_stay', '120,EUR,3'), 12)
    const from = service.writes.length
    expect((await undo('3', '--yes')).code).toBe(3)
    expect(sentSince(from)).toEqual([{ first: NIGHTS[0], to: NIGHTS[1], min_stay: 1 }])
  })

  it('of a price that had no currency on record is not sent in another one', async () => {
    await push(sheet('price', '100'))
    await push(sheet('price,currency', '120,USD'))
    const from = service.writes.length
    const undone = await undo('2', '--yes')
    expect([undone.code, sentSince(from), undone.stdout]).toEqual([
      3,
      [],
      expect.stringContaining('with no earlier value on record') as string,
    ])
  })

  it.each([
    ['all of it', '100,EUR,1', '150,EUR,3', '150,EUR,3', [{ price: '100.00', currency: 'EUR', min_stay: 1 }]],
    ['some of it', '100,EUR,1', '150,EUR,3', '160,EUR,3', [{ price: '100.00', currency: 'EUR', min_stay: 1 }]],
  ])(
    'is what a later run has sent, %s the same value: named, exit 3, and put back with --over-later',
    async (_what, first, second, third, back) => {
      for (const values of [first, second, third]) await push(sheet('price,currency,min_stay', values))
      const from = service.writes.length
      const undone = await undo('2', '--yes')
      expect([undone.code, sentSince(from)], undone.stdout).toEqual([3, []])
      expect(undone.stdout).toContain('Left unchanged: 2 nights that a later run has set since. Add --over-later')
      expect(undone.stdout).toMatch(/2030-06-02: price, currency, min_stay$/m)
      const over = await undo('2', '--yes', '--over-later')
      expect([over.code, sentSince(from)], over.stdout).toEqual([
        0,
        back.map((fields) => ({ first: NIGHTS[0], to: NIGHTS[1], ...fields })),
      ])
    },
  )

  it('is the availability that a later run has sent, but not what it left out as unchanged', async () => {
    const file = (units: number) =>
      service.put('inventory.csv', `hotel_code,room_id,date,availability\n7,101,${NIGHTS[0]},${units}\n`)
    for (const units of [5, 2]) expect((await service.run(InventoryPush, file(units), '--yes')).code).toBe(0)
    expect((await service.run(InventoryPush, file(2), '--yes', '--changes-only')).code).toBe(0)
    const dry = await undo('2', '--dry-run', '--json')
    expect(dry.json()).toMatchObject({ plan: { nights: 1 }, laterNights: 0 })
    expect((await service.run(InventoryPush, file(2), '--yes')).code).toBe(0)
    const from = service.writes.length
    expect([(await undo('2', '--yes')).code, service.writes.length]).toEqual([3, from])
  })

  it('is nothing of runs that were undone in their turn: the last first, each to what was before it', async () => {
    for (const values of ['100,EUR,1', '150,EUR,3', '160,EUR,3']) await push(sheet('price,currency,min_stay', values))
    expect((await undo('3', '--yes')).code).toBe(0)
    const from = service.writes.length
    const undone = await undo('2', '--yes')
    expect([undone.code, sentSince(from)], undone.stdout).toEqual([
      0,
      [{ first: NIGHTS[0], to: NIGHTS[1], price: '100.00', currency: 'EUR', min_stay: 1 }],
    ])
    // The undo of an undo is a later run again.
    expect((await undo('4', '--yes')).code).toBe(3)
  })

  it('of a room that was first named after a run for all rooms is told, and put back with --over-later', async () => {
    const all = (price: number) => sheet('price', String(price)).replaceAll(',101,', ',*,')
    await push(all(100))
    await push(all(150))
    await push(sheet('price', '150'))
    const from = service.writes.length
    const undone = await undo('2', '--yes')
    expect(undone.code, undone.stdout).toBe(3)
    expect(undone.stderr).toContain('hotel 7, room 101, 2030-06-01 to 2030-06-02: price')
    expect(
      service.writes.slice(from).flatMap(({ entries }) => entries.map((one) => [one.room_id, one['price']])),
    ).toEqual([
      [undefined, '100.00'],
      [101, '150.00'],
    ])
    const again = service.writes.length
    expect((await undo('2', '--yes', '--over-later')).code).toBe(0)
    expect(
      service.writes.slice(again).flatMap(({ entries }) => entries.map((one) => [one.room_id, one['price']])),
    ).toEqual([[101, '100.00']])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unknownRoomWords } from '../../../src/push/guards/unknown-rooms.js'
import type { BadRow, Row } from '../../../src/files/reading/row.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { entriesOf, Grid, plan, row, withMemoryJournal } from '../support.js'

const NIGHT = 20_600
const GUARDS = {
  mayZeroPrice: true,
  mayBeOlder: true,
  mayRepeatFullLoad: true,
  mayExceedUnits: true,
  mayChangeCurrency: true,
  mayUnknownRooms: false,
}

describe('rooms that the service does not list', () => {
  const Cell = fc.record({
    hotel: fc.constantFrom('7', '8'),
    room: fc.constantFrom('', '101', '102', '103'),
    at: fc.integer({ min: 0, max: 5 }),
    price: fc.constantFrom('10.00', '20.00'),
  })
  const Listed = fc.subarray(['101', '102', '103'])

  it('none of their rows is sent, each is named once, and all others are sent', () =>
    fc.assert(
      fc.asyncProperty(fc.array(Cell, { minLength: 1, maxLength: 12 }), Listed, Listed, (cells, seven, eight) =>
        withMemoryJournal(async (journal) => {
          const rows = cells.map(({ hotel, room, at, price }, index): Row =>
            row(index + 2, { hotel, room, from: NIGHT + at, fields: { price } }),
          )
          const listed: Record<string, string[]> = { 7: seven, 8: eight }
          const bad: BadRow[] = []
          const grid = new Grid()
          const planned = await plan(
            journal,
            rows,
            { skipInvalid: true, guards: GUARDS },
            {
              onBad: (one) => bad.push(one),
              roomsOf: (wanted) =>
                Promise.resolve(
                  new Map([...wanted.keys()].map((hotel) => [hotel, (listed[hotel] ?? []).map((room) => ({ room }))])),
                ),
            },
          )
          if (planned.runId !== undefined)
            await sendRun({ journal, runId: planned.runId, send: grid.send, concurrency: 1 })
          const isUnknown = ({ hotel, room }: { hotel: string; room: string }): boolean =>
            room !== '' && !(listed[hotel] ?? []).includes(room)
          const sent = grid.sent.flatMap((batch) =>
            entriesOf(batch).map(({ room_id: room }) => ({
              hotel: batch.hotel,
              room: room === undefined ? '' : String(room),
            })),
          )
          expect(sent.filter(isUnknown)).toEqual([])
          const named = bad.filter(({ field }) => field === 'room_id').map(({ line }) => line)
          const contradicting = new Set(bad.filter(({ field }) => field !== 'room_id').map(({ line }) => line))
          const unknown = rows.filter((one) => isUnknown(one)).map(({ line }) => line)
          // Where a hotel sends nothing after all, its rooms are not asked for.
          expect(unknown.filter((line) => !contradicting.has(line)).sort()).toEqual(named.sort())
          expect(planned.badRows).toBe(bad.length)
          // What is neither unknown nor in doubt is at the service.
          for (const { hotel, room, from, line, fields } of rows) {
            if (contradicting.has(line) || isUnknown({ hotel, room }) || room === '') continue
            expect(grid.nights.get(`${hotel} ${room}  ${from}`)).toMatchObject({ price: fields['price'] })
          }
        }),
      ),
      { numRuns: 60 },
    ))

  it('the room that was probably meant is named, with what a person calls it', () => {
    const facts = [{ room: '101', code: 'DBL', name: 'Double room' }, { room: '2001' }]
    expect(unknownRoomWords('7', '011', facts).remedy).toMatch(
      /^Did you mean 101 \(DBL, Double room\)\? To send it anyway, .* --allow-unknown-rooms\.$/,
    )
    expect(unknownRoomWords('7', '20001', facts).remedy).toMatch(/^Did you mean 2001\?/)
    expect(unknownRoomWords('7', '999999', facts).remedy).toMatch(/^It lists 101 \(DBL, Double room\), 2001\./)
    expect(unknownRoomWords('7', '5', facts.slice(1)).reason).toContain('lists one active room for hotel 7')
  })

  it('an id with leading zeros is the same integer on the wire', () =>
    withMemoryJournal(async (journal) => {
      const planned = await plan(
        journal,
        [row(2, { room: '0101', from: NIGHT, fields: { price: '1' } })],
        { guards: GUARDS },
        { roomsOf: () => Promise.resolve(new Map([['7', [{ room: '101' }]]])) },
      )
      expect([planned.badRows, planned.isSendable]).toEqual([0, true])
    }))
})

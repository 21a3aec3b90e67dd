import { describe, expect, it } from 'vitest'
import { BodyBuffers } from '../../../src/client/http/body-buffers.js'
import { connect, serve } from '../fixtures.js'
import { json, withTokens } from '../scripted-server.js'

describe('memory for bodies', () => {
  it('is used again once it is given back, and not before', () => {
    const buffers = new BodyBuffers()
    const first = buffers.take(100_000)
    const second = buffers.take(100_000)
    expect([first.length, second.length]).toEqual([100_000, 100_000])
    expect(second.buffer).not.toBe(first.buffer)
    buffers.giveBack(first)
    const third = buffers.take(100)
    expect(third).toHaveLength(100)
    expect(third.buffer).toBe(first.buffer)
    expect(buffers.take(100_000).buffer).not.toBe(first.buffer)
  })

  it('is not given for a body that is larger', () => {
    const buffers = new BodyBuffers()
    const small = buffers.take(10)
    buffers.giveBack(small)
    expect(buffers.take(200_000).buffer).not.toBe(small.buffer)
    expect(buffers.take(10).buffer).toBe(small.buffer)
  })

  it('never mixes bodies that are on their way together, some of them refused', async () => {
    const seen = new Set<string>()
    const server = await serve(
      withTokens(({ body }) => {
        const { hotel_code: hotel, room_settings: rows } = JSON.parse(body) as {
          hotel_code: number
          room_settings: { room_id: number }[]
        }
        seen.add(`${hotel} ${rows.length} ${rows.every(({ room_id: room }) => room === hotel) ? 'whole' : 'mixed'}`)
        return hotel % 3 === 0 ? json(200, { success: false, error: { message: 'no' } }) : json(200, { success: true })
      }),
    )
    const client = connect(server.url)
    const hotels = Array.from({ length: 120 }, (_, at) => at + 1)
    const sizeOf = (hotel: number): number => 1 + ((hotel * 7919) % 9000)
    const push = (hotel: number) =>
      client
        .callText(
          'rates.push',
          `{"hotel_code":${hotel},"room_settings":[${Array.from({ length: sizeOf(hotel) }, () => `{"room_id":${hotel}}`).join(',')}]}`,
        )
        .then(
          () => true,
          () => false,
        )
    const accepted: boolean[] = []
    for (let at = 0; at < hotels.length; at += 12)
      accepted.push(...(await Promise.all(hotels.slice(at, at + 12).map(push))))
    expect(accepted).toEqual(hotels.map((hotel) => hotel % 3 !== 0))
    expect([...seen].toSorted()).toEqual(hotels.map((hotel) => `${hotel} ${sizeOf(hotel)} whole`).toSorted())
  })
})

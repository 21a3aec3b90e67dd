// What a user would write: one POST a row. `fetch` in sequence, or undici with 32 at a time.
import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { Pool } from 'undici'

const [url, way, file, most] = process.argv.slice(2)
const pool = new Pool(url, { connections: 32 })
const post = async (body) => {
  if (way === 'fetch')
    await (
      await fetch(`${url}/v1/room_settings`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
      })
    ).json()
  else
    await (
      await pool.request({
        path: '/v1/room_settings',
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
      })
    ).body.json()
}
const bodies = []
for await (const [hotel, room, plan, date, price, currency, min, max, closed, cta, ctd] of createReadStream(file).pipe(
  parse({ from_line: 2, to_line: Number(most) + 1 }),
)) {
  const entry = {
    room_id: Number(room),
    rate_plan_id: Number(plan),
    from: date,
    to: date,
    price,
    currency,
    min_stay: Number(min),
    max_stay: Number(max),
    closed: closed === 'true',
    closed_to_arrival: cta === 'true',
    closed_to_departure: ctd === 'true',
  }
  bodies.push(
    JSON.stringify({
      credentials: { id: 123, duty_code: 'bench', user: '15786' },
      hotel_code: Number(hotel),
      room_settings: [entry],
    }),
  )
}
const started = performance.now()
const next = bodies[Symbol.iterator]()
await Promise.all(
  Array.from({ length: way === 'fetch' ? 1 : 32 }, async () => {
    for (const body of next) await post(body)
  }),
)
process.stdout.write(
  `${JSON.stringify({ rows: bodies.length, ms: performance.now() - started, bytes: bodies.reduce((sum, body) => sum + body.length, 0) })}\n`,
)
await pool.close()

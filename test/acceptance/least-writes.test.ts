import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const FIELDS = ['price', 'min_stay', 'max_stay', 'closed'] as const
const HOTELS = ['9007199254740993', '9007199254740995', '1000003']
const NIGHTS = 120
const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`

type Line = [hotel: string, night: string, price: string, min: string, max: string, closed: string]

function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x8000_0000
}

const day = (at: number): string => new Date(Date.UTC(2027, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)

/** Two calendars, as a portal exports them: the second has other prices on one night in twenty, other stays and closings on some. */
function calendars(): { first: Line[]; second: Line[] } {
  const random = randomFrom(7)
  const first = HOTELS.flatMap((hotel, index) =>
    Array.from({ length: NIGHTS }, (_, at): Line => [
      hotel,
      day(at),
      `${80 + index * 40 + (at % 7 > 4 ? 25 : 0)}.00`,
      at < 60 ? '2' : '3',
      random() < 0.1 ? '' : '28',
      random() < 0.05 ? 't' : 'f',
    ]),
  )
  const second = first.map(([hotel, night, price, min, max, closed]): Line => [
    hotel,
    night,
    random() < 0.05
      ? `${Number(price) + 1 + Math.floor(random() * 30)}.00`
      : random() < 0.5
        ? String(Number(price))
        : price,
    random() < 0.03 ? String(Number(min) + 1) : min,
    random() < 0.02 ? '14' : max,
    random() < 0.02 ? (closed === 't' ? 'f' : 't') : closed,
  ])
  return { first, second }
}

/** What a file says, by hotel, night and field, as the service would have to hold it. */
function said(lines: readonly Line[]): Map<string, string> {
  return new Map(
    lines.flatMap(([hotel, night, price, min, max, closed]) => {
      const values = [String(Number(price)), min, max, closed === 't' ? 'true' : 'false']
      return FIELDS.flatMap((field, at) =>
        values[at] === '' ? [] : [[`${hotel} ${night} ${field}`, values[at] as string] as const],
      )
    }),
  )
}

describe('a changed calendar pushed with --changes-only', () => {
  let machine: Machine
  let service: Scripted
  const run = (...args: string[]): Promise<Ran> =>
    runWarm([...args, '--yes', '--json'], {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_RATE: '1000',
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    })
  /** Each value of the requests since `from`, as `hotel night field` and the value. Ids are read as text: a double would merge two hotels. */
  const received = (from: number): [string, string][] =>
    service
      .to('/v1/room_settings')
      .slice(from)
      .flatMap(({ body }) => {
        const hotel = /"hotel_code":(\d+)/.exec(body)?.[1] as string
        return (
          JSON.parse(body) as { room_settings: Record<string, string | number | boolean>[] }
        ).room_settings.flatMap(({ from: first, to, ...fields }) => {
          const nights = (Date.parse(String(to)) - Date.parse(String(first))) / 86_400_000 + 1
          return Array.from({ length: nights }, (_, at) =>
            Object.entries(fields).map(([field, value]): [string, string] => [
              `${hotel} ${new Date(Date.parse(String(first)) + at * 86_400_000).toISOString().slice(0, 10)} ${field}`,
              field === 'price' ? String(Number(value)) : String(value),
            ]),
          ).flat()
        })
      })
  const write = async (name: string, lines: readonly Line[]): Promise<string> => {
    const file = path.join(machine.folder, name)
    await writeFile(
      file,
      `hotel_code,date,price,min_stay,max_stay,closed\n${lines.map((line) => line.join(',')).join('\n')}\n`,
    )
    return file
  }

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted(({ path: place }) => {
      if (place === '/api/v1/partners/get-token')
        return json(200, {
          result: { accessToken: TOKEN, expiresIn: 3600 },
          status: 'success',
          message: null,
          executionTime: 1,
        })
      if (place === '/v1/room_settings') return json(200, { success: true, error: null, processing_times: {} })
      return json(200, {
        success: false,
        error: { code: 'FORBIDDEN', message: 'not for this agent' },
        processing_times: {},
      })
    })
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  it('sends the values that differ, each once and no other, and leaves the service with the second file', async () => {
    const { first, second } = calendars()
    expect((await run('rates', 'push', await write('first.csv', first))).code).toBe(0)
    const held = new Map(received(0))
    expect(held).toEqual(said(first))
    // Somebody changes a minimum stay that the second file leaves as it is.
    const [before, after] = [said(first), said(second)]
    const untouched = [...after].find(
      ([key, value]) => key.endsWith('min_stay') && before.get(key) === value,
    )?.[0] as string
    held.set(untouched, '9')
    const requests = service.to('/v1/room_settings').length
    const pushed = await run('rates', 'push', await write('second.csv', second), '--changes-only')
    const differing = [...after].filter(([key, value]) => before.get(key) !== value)
    const sent = received(requests)
    expect(sent.toSorted()).toEqual(differing.toSorted())
    expect(pushed.json()).toMatchObject({
      run: { state: 'done' },
      plan: { values: differing.length, unchangedValues: after.size - differing.length },
    })
    for (const [key, value] of sent) held.set(key, value)
    // A value that only the first file had stays as well: a blank cell sends nothing.
    expect(held).toEqual(new Map([...before, ...after, [untouched, '9']]))
    const once = service.to('/v1/room_settings').length
    expect(
      (await run('rates', 'push', path.join(machine.folder, 'second.csv'), '--changes-only')).json(),
    ).toMatchObject({ plan: { nights: 0, values: 0, unchangedValues: after.size } })
    expect(service.to('/v1/room_settings').length).toBe(once)
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { json, type Recorded, type Reply, type Scripted, startScripted, withTokens } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

/** Commands at a service that answers otherwise than the wire defaults say, without any overlay. */
describe('without an overlay', () => {
  let machine: Machine
  let server: Scripted | undefined

  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterEach(() => server?.close())
  afterAll(() => machine.remove())

  const at = async (answer: (request: Recorded) => Reply): Promise<(...args: string[]) => Promise<Ran>> => {
    server = await startScripted(withTokens(answer))
    const env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: server.url,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 'some-secret',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":"AG-17","duty_code":"duty-code"}',
    }
    return (...args) => runWarm([...args, '--yes'], env)
  }

  /** 250 rows behind pages that begin at 1; page 0 is taken for the first. */
  const searched = ({ body }: Recorded): Reply => {
    const { pageNumber = 1, pageSize = 10 } = JSON.parse(body) as { pageNumber?: number; pageSize?: number }
    const page = Math.max(1, pageNumber)
    const content = Array.from({ length: 250 }, (_, row) => ({
      id: 1_000_000 + row,
      name: row === 3 ? null : `Hotel ${row}`,
    })).slice((page - 1) * pageSize, page * pageSize)
    return json(200, {
      result: { content, pageNumber: page, totalElements: 250 },
      status: 'success',
      message: null,
      executionTime: '2',
    })
  }

  it('a search over pages that begin at 1 finds every row, one without a name among them', async () => {
    const run = await at(searched)
    const found = await run('property', 'search', '--latitude', '1', '--longitude', '2', '--all', '--json')
    expect({ code: found.code, rows: found.json<{ content: { id: number }[] }>().content.length }).toEqual({
      code: 0,
      rows: 250,
    })
  })

  it('a search that is given fewer rows than the service counts is no success', async () => {
    const run = await at((request) =>
      JSON.parse(request.body).pageNumber > 1
        ? json(200, { result: { content: [], totalElements: 250 }, status: 'success' })
        : searched(request),
    )
    const found = await run('property', 'search', '--latitude', '1', '--longitude', '2', '--all')
    expect({ code: found.code, stdout: found.stdout }).toEqual({ code: 12, stdout: '' })
    expect(found.stderr).toMatch(/counts 250 rows and gave 100 of them/)
    expect(found.stderr).toMatch(/firstPage/)
  })

  it('a payment type that only the service knows goes through', async () => {
    const run = await at(({ path, body }) =>
      json(
        200,
        path.endsWith('payment-types')
          ? [{ id: '1', code: 'per_week', name: null }]
          : { result: { id: '9', ...JSON.parse(body) }, status: 'OK' },
      ),
    )
    expect((await run('unit', 'payment-types')).stdout).toContain('per_week')
    const added = await run('unit', 'add', '1000001', '--payment-type', 'per_week', '--name', '1:Cabin', '--json')
    expect({ code: added.code, unit: added.json() }).toMatchObject({
      code: 0,
      unit: { id: 9, paymentType: 'per_week' },
    })
  })

  it('the sandbox has the known ones only, and names the nearest', async () => {
    const refused = await runWarm(
      ['unit', 'add', '1000001', '--payment-type', 'per_nigth', '--name', '1:Cabin', '--yes', '--json'],
      machine.env,
    )
    expect({ code: refused.code, text: refused.stdout }).toEqual({
      code: 5,
      text: expect.stringContaining('must be one of per_stay, per_night'),
    })
    expect((await machine.run(['unit', 'add', '--help'])).stdout.replace(/\s+/g, ' ')).toContain(
      'per_stay, per_night, per_person, per_person_per_night, per_unit, or another that the service has',
    )
  })

  it('rooms by other names are rooms, with null for a name', async () => {
    const run = await at(() =>
      json(200, {
        success: true,
        rooms: [
          { room_id: '101', room_name: 'Double', available: '3' },
          { room_id: 102, room_name: null, units: 4 },
        ],
      }),
    )
    expect((await run('room', 'list', '1000001', '--json')).json()).toMatchObject({
      rooms: [
        { id: '101', name: 'Double', quantity: 3 },
        { id: 102, quantity: 4 },
      ],
    })
  })

  it('a reservation is looked up, its guests a list of ages and its numbers text', async () => {
    const run = await at(() =>
      json(200, {
        result: [
          {
            bookingId: 900001,
            status: null,
            propertyId: '1000001',
            totalGuestCounts: [34, 6],
            rooms: [{ roomId: 101, ratePlanId: null, units: '2' }],
          },
        ],
        status: 'OK',
      }),
    )
    const looked = await run('reservation', 'lookup', '--booking-id', '900001', '--json')
    expect({ code: looked.code, text: looked.stdout }).toMatchObject({ code: 0 })
    expect(JSON.stringify(looked.json())).toContain('"totalGuestCounts":{"adults":1,"children":[{"age":6,"count":1}]}')
    expect((await run('reservation', 'lookup', '--booking-id', '900001')).stdout).not.toMatch(/undefined|null/)
  })
})

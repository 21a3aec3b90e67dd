import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formatNight, parseNight } from '../../src/calendar/index.js'
import { checkKnownStay, LOOK_AROUND_NIGHTS } from '../../src/push/verify/check-stay.js'
import { type KnownSeries, openJournal } from '../../src/journal/index.js'
import { freshMachine } from '../support/cli.js'
import { startTestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

/**
 * Random stays: what `calendar check` says from the journal, what the sandbox sells, and a model of plain arrays that
 * shares no code with either. Run it alone: `npx tsx test/proof/stays.ts [stays] [seed]`; CI runs a short form. Several may run side by side, each with its seed.
 */
export interface StaysReport {
  stays: number
  sellable: number
  requests: number
  /** The first twenty that differ. */
  differences: string[]
}

interface Cell {
  price: number
  min: number | undefined
  max: number | undefined
  closed: boolean | undefined
  noArrival: boolean | undefined
  noDeparture: boolean | undefined
}

const FIRST = parseNight('2027-03-01') as number
const NIGHTS = 120
const ROOMS = 12
const PLANS = ['Flexible', 'Saver', 'Long']

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x8000_0000
  }
}

export async function proveStays(
  wanted: number,
  seed: number,
  onSearch?: (report: StaysReport) => void,
): Promise<StaysReport> {
  const random = randomFrom(seed)
  const machine = await freshMachine()
  const sandbox = await startTestSandbox()
  sandbox.sandbox.seed({
    properties: [
      {
        name: 'Inn',
        code: 'INN',
        hubSwitchId: 'INN',
        currency: 'EUR',
        units: Array.from({ length: ROOMS }, (_, at) => ({
          name: `Room ${at}`,
          count: 5,
          basePrice: 80,
          ratePlans: PLANS,
        })),
      },
    ],
  })
  const env: Record<string, string> = {
    ...machine.env,
    HUBSWITCH_BASE_URL: sandbox.url,
    HUBSWITCH_PARTNER_ID: 'demo-supplier',
    HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
    HUBSWITCH_RATE: '1000',
    HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
    HUBSWITCH_DISTRIBUTOR_ID: 'demo-distributor',
    HUBSWITCH_DISTRIBUTOR_CODE: 'DEMO',
  }
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runWarm([...args, '--json', '--yes'], env)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout} ${stderr}`)
    return stdout
  }
  type Offer = { roomTypes: { roomId: number; ratePlans: { ratePlanId: number }[] }[] }
  const caller = await sandbox.as('demo-supplier')
  const search = async (from: number, nights: number): Promise<Offer> => {
    const body = {
      propertyId: 1_000_001,
      checkInDate: formatNight(from),
      checkOutDate: formatNight(from + nights),
      distributorId: 'demo-distributor',
      distributorCode: 'DEMO',
    }
    return (await caller.post('/api/v1/hubswitch/products', body)).body['result'] as unknown as Offer
  }
  const products = (await search(FIRST, 1)).roomTypes.flatMap(({ roomId, ratePlans }) =>
    ratePlans.map(({ ratePlanId }) => ({ room: String(roomId), plan: String(ratePlanId) })),
  )
  const rooms = [...new Set(products.map(({ room }) => room))]

  const maybe = <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined)
  const cells = new Map(
    products.map(({ room, plan }) => [
      `${room} ${plan}`,
      Array.from({ length: NIGHTS }, (): Cell => ({
        price: 50 + Math.floor(random() * 200),
        min: maybe(0.5, () => 1 + Math.floor(random() * 3)),
        max: maybe(0.3, () => 2 + Math.floor(random() * 6)),
        closed: maybe(0.4, () => random() < 0.15),
        noArrival: maybe(0.4, () => random() < 0.3),
        noDeparture: maybe(0.4, () => random() < 0.3),
      })),
    ]),
  )
  const counts = new Map(
    rooms.map((room) => [
      room,
      Array.from({ length: NIGHTS }, () => Math.max(0, Math.floor(random() * 6) - (random() < 0.1 ? 5 : 0))),
    ]),
  )
  const text = (value: unknown): string => (value === undefined ? '' : String(value))
  const rates = path.join(machine.folder, 'rates.csv')
  const rateRow = (
    room: string,
    plan: string,
    at: number,
    { price, min, max, closed, noArrival, noDeparture }: Cell,
  ): string =>
    [
      '1000001',
      room,
      plan,
      formatNight(FIRST + at),
      `${price}.00`,
      'EUR',
      text(min),
      max === undefined ? '' : text(Math.max(max, min ?? 1)),
      text(closed),
      text(noArrival),
      text(noDeparture),
    ].join(',')
  await writeFile(
    rates,
    [
      'hotel_code,room_id,rate_plan_id,date,price,currency,min_stay,max_stay,closed,closed_to_arrival,closed_to_departure',
      ...products.flatMap(({ room, plan }) =>
        (cells.get(`${room} ${plan}`) as Cell[]).map((cell, at) => rateRow(room, plan, at, cell)),
      ),
    ].join('\n'),
  )
  const inventory = path.join(machine.folder, 'inventory.csv')
  await writeFile(
    inventory,
    [
      'hotel_code,room_id,date,availability',
      ...rooms.flatMap((room) =>
        (counts.get(room) as number[]).map((count, at) => `1000001,${room},${formatNight(FIRST + at)},${count}`),
      ),
    ].join('\n'),
  )
  await run('rates', 'push', rates)
  await run('inventory', 'push', inventory)

  const mayStay = (room: string, plan: string, at: number, length: number): boolean => {
    const own = cells.get(`${room} ${plan}`) as Cell[]
    const { min = 1, max = Infinity, noArrival } = own[at] as Cell
    if (noArrival === true || own[at + length]?.noDeparture === true || length < min || length > Math.max(max, min))
      return false
    return (
      own.slice(at, at + length).every(({ closed }) => closed !== true) &&
      (counts.get(room) as number[]).slice(at, at + length).every((count) => count > 0)
    )
  }

  const journal = openJournal(env['HUBSWITCH_DATA_DIR'] ?? '')
  const target = { profile: 'env', service: sandbox.url }
  const known = new Map(
    rooms.map((room) => [
      room,
      (['rates', 'inventory'] as const).map((kind) =>
        journal.acknowledged(target, kind, '1000001', {
          room,
          from: FIRST - LOOK_AROUND_NIGHTS,
          until: FIRST + NIGHTS + LOOK_AROUND_NIGHTS,
        }),
      ),
    ]),
  )
  const report: StaysReport = { stays: 0, sellable: 0, requests: 0, differences: [] }
  while (report.stays < wanted) {
    const length = 1 + Math.floor(random() * 7)
    const at = Math.floor(random() * (NIGHTS - length - 1))
    const offer = await search(FIRST + at, length)
    report.requests += 1
    onSearch?.(report)
    const sold = new Set(
      offer.roomTypes.flatMap(({ roomId, ratePlans }) => ratePlans.map(({ ratePlanId }) => `${roomId} ${ratePlanId}`)),
    )
    const [first, end] = [FIRST + at - LOOK_AROUND_NIGHTS, FIRST + at + length + LOOK_AROUND_NIGHTS + 1]
    const near = (series: readonly KnownSeries[]): KnownSeries[] =>
      series.map((one) => ({ ...one, segments: one.segments.filter(({ from, until }) => from < end && until > first) }))
    for (const room of rooms) {
      const [ownRates = [], ownCounts = []] = (known.get(room) ?? []).map(near)
      for (const { plan, answer, nearest } of checkKnownStay(ownRates, ownCounts, {
        room,
        from: FIRST + at,
        nights: length,
        earliest: FIRST,
      })) {
        const isRight = mayStay(room, plan, at, length)
        const other = nearest === undefined ? undefined : (parseNight(nearest.checkIn) as number) - FIRST
        const isNearestRight = other === undefined || mayStay(room, plan, other, length)
        report.stays += 1
        if (isRight) report.sellable += 1
        const isSold = sold.has(`${room} ${plan}`)
        if (
          (answer !== (isRight ? 'yes' : 'no') || isSold !== isRight || !isNearestRight) &&
          report.differences.length < 20
        )
          report.differences.push(
            `room ${room}, plan ${plan}, ${formatNight(FIRST + at)} for ${length}: check ${answer}, sandbox ${isSold}, model ${isRight}, nearest ${nearest?.checkIn ?? 'none'}`,
          )
      }
    }
  }
  journal.close()
  await sandbox.close()
  await machine.remove()
  return report
}

if (process.argv[1]?.endsWith('stays.ts') === true) {
  const [stays = 1_000_000, seed = 1] = process.argv.slice(2).map(Number)
  const report = await proveStays(stays, seed, (sofar) => {
    if (sofar.requests % 1000 === 0) process.stderr.write(`${JSON.stringify(sofar)}\n`)
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = report.differences.length === 0 ? 0 : 1
}

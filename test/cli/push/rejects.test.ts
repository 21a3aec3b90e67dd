import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunResume from '../../../src/commands/run/resume.js'
import { ACCEPTED, type Recorder, refusal, startRecorder, type WrittenEntry } from '../../support/recorder.js'
import { json } from '../../client/scripted-server.js'
import { workbook } from '../../support/workbook.js'

interface NightRow {
  hotel: string
  room: string
  date: string
  price: string
}

/** What a person reads of a push with `--json`. */
interface Pushed {
  run: {
    id: number
    state: string
    nights: { acknowledged: number; rejected: number; untried?: number; left: number }
    rejectedRowCount: number
  }
  rejectedRows: { file: string; line: number; reason: string }[]
  untriedRows?: { file: string; line: number; reason: string }[]
  rejects?: { file?: string; rows: number; problem?: string }
}

const dayOf = (index: number): string => new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10)
const HEADER = 'hotel_code,room_id,date,price'
const lineOf = ({ hotel, room, date, price }: NightRow): string => `${hotel},${room},${date},${price}`
const objectOf = ({ hotel, room, date, price }: NightRow): object => ({
  hotel_code: Number(hotel),
  room_id: Number(room),
  date,
  price,
})

/** The ways to write the same rows, and the line on which the n-th of them stands. */
const FORMS: Record<
  string,
  { name: string; write: (rows: readonly NightRow[]) => string | Buffer; line: (at: number) => number; rejects: string }
> = {
  csv: {
    name: 'rates.csv',
    write: (rows) => `${HEADER}\n${rows.map((row) => `${lineOf(row)}\n`).join('')}`,
    line: (at) => at + 2,
    rejects: 'rejects.csv',
  },
  quoted: {
    name: 'rates.csv',
    write: (rows) =>
      `${HEADER}\n${rows
        .map(
          (row) =>
            `${lineOf(row)
              .split(',')
              .map((cell) => `"${cell}"`)
              .join(',')}\n`,
        )
        .join('')}`,
    line: (at) => at + 2,
    rejects: 'rejects.csv',
  },
  gz: {
    name: 'rates.csv.gz',
    write: (rows) => gzipSync(`${HEADER}\r\n${rows.map((row) => `${lineOf(row)}\r\n`).join('')}`),
    line: (at) => at + 2,
    rejects: 'rejects.csv',
  },
  xlsx: {
    name: 'rates.xlsx',
    write: (rows) =>
      workbook({
        sheets: [
          {
            rows: [
              HEADER.split(','),
              ...rows.map(({ hotel, room, date, price }) => [Number(hotel), Number(room), { date }, Number(price)]),
            ],
          },
        ],
      }),
    line: (at) => at + 2,
    rejects: 'rejects.csv',
  },
  ndjson: {
    name: 'rates.ndjson',
    write: (rows) => rows.map((row) => `${JSON.stringify(objectOf(row))}\n`).join(''),
    line: (at) => at + 1,
    rejects: 'rejects.ndjson',
  },
  yaml: {
    name: 'rates.yaml',
    write: (rows) => rows.map((row) => `- ${JSON.stringify(objectOf(row))}\n`).join(''),
    line: (at) => at + 1,
    rejects: 'rejects.ndjson',
  },
}

/** Stretches of equal nights, of several hotels and rooms; a price of 666 is what the service refuses. */
const calendar = fc
  .array(
    fc.record({
      room: fc.constantFrom('101', '102', '103'),
      nights: fc.integer({ min: 1, max: 90 }),
      price: fc.constantFrom('100.00', '120.50', '666.00'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((stretches) => {
    const at: Record<string, number> = {}
    return stretches.flatMap(({ room, nights, price }) =>
      Array.from({ length: nights }, (): NightRow => {
        at[room] = (at[room] ?? -1) + 1
        return { hotel: room === '103' ? '1000002' : '1000001', room, date: dayOf(at[room]), price }
      }),
    )
  })

/** More than a block of 64 KB above, so that what follows is read the fast way. */
const FILLER: NightRow[] = Array.from({ length: 3000 }, (_, i) => ({
  hotel: '1000003',
  room: String(201 + Math.floor(i / 1500)),
  date: dayOf(i % 1500),
  price: i % 2 === 0 ? '80.00' : '81.00',
}))

const isGuilty = ({ price }: WrittenEntry): boolean => Number(price) === 666
/** Refuses as a whole; names the guilty entries, or not. */
const judge =
  (named: boolean): Recorder['answer'] =>
  ({ entries }) => {
    const guilty = entries.flatMap((entry, at) => (isGuilty(entry) ? [at] : []))
    return guilty.length === 0
      ? ACCEPTED
      : refusal(
          'INVALID_PRICE',
          'The price is not possible.',
          named
            ? guilty.map((at) => ({ field: `room_settings[${at}].price`, message: 'The price is not possible.' }))
            : undefined,
        )
  }

describe('rejects of a push', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  const push = (file: string, ...more: string[]) =>
    service.run(
      RatesPush,
      file,
      '--yes',
      '--json',
      '--allow-full-load',
      '--rejects',
      path.join(service.folder, 'rejects'),
      ...more,
    )

  it('hold every row that the service refused and no other, whatever the form of the file, and can be pushed', async () => {
    await fc.assert(
      fc.asyncProperty(
        calendar,
        fc.constantFrom(...Object.keys(FORMS)),
        fc.boolean(),
        fc.boolean(),
        async (rows, form, isLarge, named) => {
          rmSync(path.join(service.folder, 'data'), { recursive: true, force: true })
          rmSync(path.join(service.folder, 'rejects'), { force: true })
          const { name, write, line } = FORMS[form] as (typeof FORMS)[string]
          const all = isLarge ? [...FILLER, ...rows] : rows
          const wanted = all.flatMap(({ price }, at) => (price === '666.00' ? [line(at)] : []))
          service.answer = judge(named)
          const { code, stdout, json: parsed } = await push(service.put(name, write(all)))
          expect(code, stdout).toBe(wanted.length === 0 ? 0 : wanted.length === all.length ? 5 : 3)
          const { run, rejectedRows, untriedRows = [], rejects } = parsed<Pushed>()
          expect({
            refused: run.nights.rejected,
            untried: run.nights.untried ?? 0,
            acknowledged: run.nights.acknowledged,
            left: run.nights.left,
          }).toEqual({
            refused: rejectedRows.length,
            untried: untriedRows.length,
            acknowledged: all.length - wanted.length,
            left: 0,
          })
          expect(run.rejectedRowCount).toBe(rejectedRows.length)
          expect([...rejectedRows, ...untriedRows].map((row) => row.line).toSorted((a, b) => a - b)).toEqual(wanted)
          if (wanted.length === 0) {
            expect(rejects).toBeUndefined()
            return
          }
          expect(rejects).toEqual({ file: path.join(service.folder, 'rejects'), rows: wanted.length })
          const text = readFileSync(path.join(service.folder, 'rejects'), 'utf8')
          const lines = text.trimEnd().split('\n')
          const found = text.startsWith('{')
            ? lines.map((one) => Number((JSON.parse(one) as { _line: string })._line))
            : lines.slice(1).map((one) => Number(one.split(',')[0]))
          expect(found).toEqual(wanted)
          service.answer = () => ACCEPTED
          const again = await service.run(RatesPush, path.join(service.folder, 'rejects'), '--yes', '--json')
          expect(again.code, again.stdout).toBe(0)
          expect(again.json<Pushed>().run.nights).toMatchObject({ acknowledged: wanted.length, rejected: 0, left: 0 })
        },
      ),
      { numRuns: Number(process.env['REJECTS_RUNS'] ?? 12) },
    )
  })

  it('of ranges and of tables with dates across hold the refused nights alone, with the same values, and can be pushed again', async () => {
    const Range = fc.record({
      room: fc.constantFrom('101', '102', '*'),
      from: fc.integer({ min: 0, max: 40 }),
      nights: fc.integer({ min: 1, max: 30 }),
      price: fc.integer({ min: 50, max: 53 }),
      minStay: fc.constantFrom('', '2', '3'),
      days: fc.constantFrom('daily', 'fri,sat', 'mon-thu'),
    })
    const head = ['hotel_code', 'room', 'First Night', 'to', 'days', 'price', 'currency', 'min_stay']
    const rangeForms: Record<string, (rows: readonly string[][]) => [name: string, content: string | Buffer]> = {
      csv: (rows) => [
        'ranges.csv',
        `${[head, ...rows].map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(';')).join('\n')}\n`,
      ],
      xlsx: (rows) => [
        'ranges.xlsx',
        workbook({
          sheets: [
            {
              rows: [
                head,
                ...rows.map((cells) => cells.map((cell, at) => (at === 2 || at === 3 ? { date: cell } : cell))),
              ],
            },
          ],
        }),
      ],
      ndjson: (rows) => [
        'ranges.ndjson',
        rows
          .map(
            (cells) =>
              `${JSON.stringify(Object.fromEntries(head.map((name, at) => [name, cells[at] === '' ? null : cells[at]])))}\n`,
          )
          .join(''),
      ],
    }
    const matrix = (cells: readonly (string | undefined)[][], form: string): [string, string | Buffer] => {
      const rows = [
        ['hotel_code', 'room_id', ...(cells[0] ?? []).map((_, at) => dayOf(at))],
        ...cells.map((prices, at) => ['7', String(101 + at), ...prices.map((price) => price ?? '')]),
      ]
      return form === 'xlsx'
        ? ['matrix.xlsx', workbook({ sheets: [{ rows }] })]
        : ['matrix.csv', rows.map((row) => `${row.join(',')}\n`).join('')]
    }
    const Ranges = fc
      .tuple(
        fc.constantFrom(...Object.keys(rangeForms)),
        fc.array(Range, { minLength: 2, maxLength: 8 }),
        fc.constantFrom('', 'EUR'),
      )
      .map(([form, rows, currency]) => ({
        file: (rangeForms[form] as (typeof rangeForms)[string])(
          rows.flatMap(({ room, from, nights, price, minStay, days }) => [
            ['7', room, dayOf(from), dayOf(from + Math.max(nights, 7) - 1), days, `${price}.00`, currency, minStay],
          ]),
        ),
        flags: ['--overlap', 'last-wins', '--map', 'from=First Night'],
        again: rows.some(({ room }) => room === '*') ? ['--overlap', 'last-wins'] : [], // Without it what was replaced would contradict.
      }))
    const Matrices = fc
      .tuple(
        fc.constantFrom('csv', 'xlsx'),
        fc.integer({ min: 2, max: 40 }).chain((nights) =>
          fc.array(
            fc
              .array(fc.constantFrom('50.00', '51.00', undefined), { minLength: nights, maxLength: nights })
              .map(([first, ...rest]) => [first ?? '50.00', ...rest]),
            { minLength: 1, maxLength: 3 },
          ),
        ),
      )
      .map(([form, cells]) => ({
        file: matrix(cells, form),
        flags: ['--matrix', 'price'],
        again: ['--matrix', 'price'],
      }))
    const nightsIn = (entries: readonly WrittenEntry[]): [string, object][] =>
      entries.flatMap(({ hotel: _hotel, from, to, room_id: room, ...fields }) => {
        const nights: [string, object][] = []
        for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000)
          nights.push([`${room ?? '*'} ${new Date(day).toISOString().slice(0, 10)}`, fields])
        return nights
      })
    // What is for all rooms is set in each of them, and what is for one room lies over it.
    const heldAfter = (nights: readonly [string, object][]): Map<string, object> => {
      const all = new Map(nights.filter(([key]) => key.startsWith('* ')).map(([key, fields]) => [key.slice(2), fields]))
      const own = new Map(nights)
      const days = new Set(nights.map(([key]) => key.slice(key.indexOf(' ') + 1)))
      return new Map(
        [...days].flatMap((day) =>
          ['101', '102', '103', '*'].map((room): [string, object] => [
            `${room} ${day}`,
            { ...all.get(day), ...own.get(`${room} ${day}`) },
          ]),
        ),
      )
    }
    let partly = 0
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(Ranges, Matrices),
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 3 }),
        async ({ file: [name, content], flags, again: sameFlags }, closed) => {
          rmSync(path.join(service.folder, 'data'), { recursive: true, force: true })
          rmSync(path.join(service.folder, 'rejects'), { force: true })
          const isBad = ({ from, to }: WrittenEntry): boolean =>
            closed.some((day) => from <= dayOf(day) && dayOf(day) <= to)
          const refused = new Map<string, object>()
          let accepted = 0
          service.answer = ({ entries }) => {
            const isRefused = entries.some(isBad)
            if (!isRefused) accepted += entries.length
            // What is refused as part of a larger entry may be accepted by itself.
            for (const [key, fields] of isRefused && entries.length > 1 ? [] : nightsIn(entries)) {
              if (isRefused) refused.set(key, fields)
              else refused.delete(key)
            }
            return isRefused ? refusal('INVALID_PRICE', 'That night is closed.') : ACCEPTED
          }
          const { code, stdout } = await push(service.put(name, content), ...flags)
          expect(code, stdout).toBe(refused.size === 0 ? 0 : accepted === 0 ? 5 : 3)
          if (refused.size === 0) return
          if (accepted > 0) partly += 1
          const before = service.writes.length
          service.answer = () => ACCEPTED
          const again = await service.run(
            RatesPush,
            path.join(service.folder, 'rejects'),
            '--yes',
            '--json',
            '--allow-full-load',
            ...sameFlags,
          )
          expect(again.code, `${again.stdout}\n${readFileSync(path.join(service.folder, 'rejects'), 'utf8')}`).toBe(0)
          expect(heldAfter(nightsIn(service.writes.slice(before).flatMap(({ entries }) => entries)))).toEqual(
            heldAfter([...refused]),
          )
        },
      ),
      { numRuns: Number(process.env['REJECTS_RUNS'] ?? 12) },
    )
    expect(partly).toBeGreaterThan(0)
  })

  it('of a table with dates across keep of a row that a check refused the wrong cells, and not those that were sent', async () => {
    const file = service.put(
      'matrix.csv',
      'hotel_code,room_id,2030-01-01,2030-01-02,2030-01-03\n7,101,50.00,n/a,52.00\n7,102,60.00,61.00,62.00\n',
    )
    expect((await push(file, '--matrix', 'price', '--skip-invalid')).code).toBe(3)
    expect(readFileSync(path.join(service.folder, 'rejects'), 'utf8').split('\n')[1]).toMatch(/,7,101,,n\/a,$/)
  })

  it('hold rows that were refused when they were sent again, and may have been applied before', async () => {
    let sent = 0
    service.answer = () =>
      sent++ === 0 ? (response) => void response.destroy() : refusal('INVALID_PRICE', 'That night is closed.')
    const file = service.put('rates.csv', `${HEADER}\n1000001,101,2030-01-01,100.00\n`)
    expect((await push(file)).code).toBe(12)
    expect(readFileSync(path.join(service.folder, 'rejects'), 'utf8')).toBe(
      `_line,_reason,${HEADER}\n2,That night is closed (whether an earlier request for it was applied is not known),1000001,101,2030-01-01,100.00\n`,
    )
  })

  it('name two equal rows that are wrong in a file above 64 KB, and the run that was sent is told', async () => {
    const bad = [`1000001,101,2031-01-01,100.00,5,2`, `1000001,101,2031-01-02,100.00,5,2`]
    const file = service.put(
      'rates.csv',
      `${HEADER},min_stay,max_stay\n${FILLER.map((row) => `${lineOf(row)},,\n`).join('')}${bad.map((line) => `${line}\n`).join('')}`,
    )
    const { code, json: parsed, stdout } = await push(file, '--skip-invalid')
    expect(code, stdout).toBe(3)
    expect(parsed<Pushed>()).toMatchObject({
      run: { state: 'done', nights: { acknowledged: 3000, left: 0 } },
      rejects: { rows: 2 },
    })
    expect(
      readFileSync(path.join(service.folder, 'rejects'), 'utf8')
        .split('\n')
        .slice(1, 3)
        .map((line) => line.split(',').slice(-6).join(',')),
    ).toEqual(bad)
    expect(stdout).not.toMatch(/nothing was sent/i)
    const again = await service.run(RatesPush, file, '--yes', '--skip-invalid', '--allow-full-load')
    expect([again.code, again.stdout]).toEqual([
      3,
      expect.stringContaining('Run 2: Partly done. 3,000 nights acknowledged') as string,
    ])
  })

  it('are the rows as they were sent where the file has been replaced meanwhile', async () => {
    const rows = Array.from({ length: 40 }, (_, i): NightRow => ({
      hotel: '1000001',
      room: '101',
      date: dayOf(i),
      price: i < 30 ? '666.00' : '90.00',
    }))
    const file = service.put('rates.csv', (FORMS['csv'] as (typeof FORMS)[string]).write(rows))
    service.answer = (write, index, request) => {
      // The same lines exist in the newer export; they say something else.
      writeFileSync(
        file,
        (FORMS['csv'] as (typeof FORMS)[string]).write(rows.map((row) => ({ ...row, price: '70.00' }))),
      )
      return judge(false)(write, index, request)
    }
    const { code, json: parsed, stdout } = await push(file)
    expect(code, stdout).toBe(3)
    const { rejects, run } = parsed<Pushed>()
    expect(run).toMatchObject({ state: 'partial', rejectedRowCount: 30, nights: { acknowledged: 10, rejected: 30 } })
    expect(rejects?.problem).toContain('has changed since it was read')
    const written = readFileSync(path.join(service.folder, 'rejects'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { from?: string; to?: string; date?: string })
    for (const one of written)
      expect(one).toMatchObject({
        hotel_code: '1000001',
        room_id: '101',
        price: '666.00',
        _reason: 'The price is not possible.',
      })
    expect(written.map(({ from, date }) => from ?? date).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, i) => dayOf(i)),
    )
    service.answer = () => ACCEPTED
    expect(
      (await service.run(RatesPush, path.join(service.folder, 'rejects'), '--yes', '--json')).json<Pushed>().run.nights
        .acknowledged,
    ).toBe(30)
  })

  it('of seasons with plans hold the refused nights alone, and can be pushed', async () => {
    const file = service.put(
      'seasons.yaml',
      `hotel_code: 7
rooms:
  - room_id: 101
    base: { from: 2030-01-01, to: 2030-03-31, price: 100, min_stay: 1 }
    exceptions: [{ date: 2030-02-02, price: 140 }]
    plans: &plans
      - { name: flexible, plan: 501, from: base, change: +10% }
      - { plan: 502, from: flexible, change: -5, min_stay: 7 }
  - room_id: 102
    base: { from: 2030-01-01, to: 2030-01-31, price: 130 }
    plans: *plans
`,
    )
    const keyOf = ({ room_id: room, rate_plan_id: plan, from, to }: WrittenEntry): string =>
      [room, plan ?? '*', from, to].join(' ')
    const refused = new Set<string>()
    const accepted = new Set<string>()
    const onIt = ({ from, to }: WrittenEntry): boolean => from <= '2030-02-20' && '2030-02-20' <= to
    service.answer = ({ entries }) => {
      const isRefused = entries.some(onIt)
      if (!isRefused || entries.length === 1)
        for (const entry of entries) (isRefused ? refused : accepted).add(keyOf(entry))
      return isRefused ? refusal('INVALID_PRICE', 'That night is closed.') : ACCEPTED
    }
    expect((await push(file)).code).toBe(3)
    expect(refused.size).toBeGreaterThan(2)
    const before = service.writes.length
    service.answer = () => ACCEPTED
    const again = await service.run(RatesPush, path.join(service.folder, 'rejects'), '--yes', '--json')
    expect(again.code, again.stdout).toBe(0)
    const sent = service.writes.slice(before).flatMap(({ entries }) => entries.map(keyOf))
    expect(new Set(sent)).toEqual(refused)
    expect(sent.filter((key) => accepted.has(key))).toEqual([])
  })

  it('as they were sent name no plan beside those that do, and can be pushed', async () => {
    const row = (plan: string, price: string) =>
      JSON.stringify({ hotel_code: 7, room_id: 101, rate_plan_id: plan, date: dayOf(0), price })
    const [file, plan, to] = [
      service.put('rates.ndjson', `${row('*', '666.00')}\n${row('501', '666.00')}\n`),
      path.join(service.folder, 'plan'),
      path.join(service.folder, 'rejects'),
    ]
    expect((await service.run(RatesPush, file, '--save-plan', plan)).code).toBe(0)
    service.answer = judge(true)
    expect((await service.run(RatesPush, '--plan', plan, '--yes', '--rejects', to)).code).toBe(5)
    service.answer = () => ACCEPTED
    expect((await service.run(RatesPush, to, '--yes', '--json')).json<Pushed>().run.nights.acknowledged).toBe(2)
  })

  it('that cannot be written are a usage error before anything is sent', async () => {
    const file = service.put('rates.csv', `${HEADER}\n1000001,101,2030-01-01,100.00\n`)
    for (const to of [path.join(service.folder, 'none', 'rejects.csv'), service.folder, file]) {
      const { code, stdout } = await service.run(RatesPush, file, '--yes', '--json', '--rejects', to)
      expect([code, service.requests.length], stdout).toEqual([2, 0])
    }
  })

  it('of a resumed run and of a saved plan are written as the rows were sent', async () => {
    const rows = Array.from({ length: 10 }, (_, i): NightRow => ({
      hotel: '1000001',
      room: '101',
      date: dayOf(i),
      price: i < 3 ? '666.00' : '90.00',
    }))
    const file = service.put('rates.csv', (FORMS['csv'] as (typeof FORMS)[string]).write(rows))
    const [plan, to] = [path.join(service.folder, 'plan'), path.join(service.folder, 'rejects')]
    expect((await service.run(RatesPush, file, '--save-plan', plan)).code).toBe(0)
    service.answer = judge(true)
    expect(
      (await service.run(RatesPush, '--plan', plan, '--yes', '--json', '--rejects', to)).json<Pushed>().rejects,
    ).toEqual({ file: to, rows: 3 })
    rmSync(to)
    service.answer = () => json(401, { status: 'fail' })
    expect((await push(file, '--allow-older-file')).code).not.toBe(0)
    expect(existsSync(to)).toBe(false)
    service.answer = judge(true)
    const resumed = await service.run(RunResume, '--last', '--json', '--rejects', to)
    expect([resumed.code, resumed.json<Pushed>().rejects], resumed.stdout).toEqual([3, { file: to, rows: 3 }])
  })
})

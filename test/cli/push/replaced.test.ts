import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

const HEADER = 'hotel_code,room_id,from,to,price,currency,min_stay\n'

interface Fate {
  line: number
  fate: string
  reason?: string
}

/** Rows of one hotel, and what becomes of each: line, fate, reason. */
const CASES: [string, string[], [number, string, string?][]][] = [
  [
    'a whole row',
    ['101,2040-01-01,2040-01-01,100', '101,2040-01-02,2040-01-02,110', '101,2040-01-01,2040-01-01,120'],
    [
      [2, 'replaced', 'replaced by FILE:4'],
      [3, 'acknowledged'],
      [4, 'acknowledged'],
    ],
  ],
  [
    'some nights of a row',
    ['101,2040-01-01,2040-01-05,100', '101,2040-01-04,2040-01-09,120'],
    [
      [2, 'acknowledged', 'partly replaced by FILE:3'],
      [3, 'acknowledged'],
    ],
  ],
  [
    'a row by two others',
    ['101,2040-01-01,2040-01-02,100', '101,2040-01-01,2040-01-01,120', '101,2040-01-02,2040-01-02,130'],
    [
      [2, 'replaced', 'replaced by FILE:3'],
      [3, 'acknowledged'],
      [4, 'acknowledged'],
    ],
  ],
  [
    'a chain of rows',
    ['101,2040-01-01,2040-01-01,100', '101,2040-01-01,2040-01-01,110', '101,2040-01-01,2040-01-01,120'],
    [
      [2, 'replaced', 'replaced by FILE:4'],
      [3, 'replaced', 'replaced by FILE:4'],
      [4, 'acknowledged'],
    ],
  ],
  [
    'a room by a row for all rooms',
    ['101,2040-01-01,2040-01-01,100', '*,2040-01-01,2040-01-01,120'],
    [
      [2, 'replaced', 'replaced by FILE:3'],
      [3, 'acknowledged'],
    ],
  ],
  [
    'nothing where the values are the same',
    ['101,2040-01-01,2040-01-01,100', '101,2040-01-01,2040-01-01,100.00'],
    [
      [2, 'acknowledged'],
      [3, 'acknowledged'],
    ],
  ],
  [
    'a row of which only the currency is repeated',
    ['101,2040-01-01,2040-01-01,100,EUR', '101,2040-01-01,2040-01-01,120,EUR'],
    [
      [2, 'replaced', 'replaced by FILE:3'],
      [3, 'acknowledged'],
    ],
  ],
  [
    'the price of a row whose least stay is sent',
    ['101,2040-01-01,2040-01-01,100,EUR,3', '101,2040-01-01,2040-01-01,120,EUR'],
    [
      [2, 'acknowledged', 'partly replaced by FILE:3'],
      [3, 'acknowledged'],
    ],
  ],
  [
    'nothing of the row for all rooms by one of a room',
    ['*,2040-01-01,2040-01-01,100', '101,2040-01-01,2040-01-01,120'],
    [
      [2, 'acknowledged'],
      [3, 'acknowledged'],
    ],
  ],
]

describe('--overlap last-wins replaces', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  const write = (rows: readonly string[]): string =>
    service.put(
      'a.csv',
      HEADER + rows.map((row) => `1000001,${row}${','.repeat(5 - row.split(',').length + 1)}\n`).join(''),
    )
  const fates = async (): Promise<Fate[]> => (await service.run(RunShow, '--last', '--rows', '--json')).json<Fate[]>()

  it.each(CASES)('%s: what was never sent is not called acknowledged', async (_what, rows, expected) => {
    const file = write(rows)
    const pushed = await service.run(RatesPush, file, '--overlap', 'last-wins', '--yes', '--json')
    expect(pushed.code, pushed.stderr).toBe(0)
    expect(
      (await fates()).map(({ line, fate, reason }) => [
        line,
        fate,
        ...(reason === undefined ? [] : [reason.replaceAll(file, 'FILE')]),
      ]),
    ).toEqual(expected)
    const replaced = expected.filter(([, fate]) => fate === 'replaced').map(([line]) => line)
    expect(pushed.json<{ plan: { replacedRows: number } }>().plan.replacedRows).toBe(replaced.length)
    expect(
      (await service.run(RunShow, '--last', '--json'))
        .json<{ replaced: { line: number }[] }>()
        .replaced.map(({ line }) => line),
    ).toEqual(replaced)
  })

  it('the same in a saved plan, in words too, and leaves what was replaced out of the rejects', async () => {
    const file = write([
      '101,2040-01-01,2040-01-01,100',
      '101,2040-01-02,2040-01-02,110',
      '101,2040-01-01,2040-01-01,120',
    ])
    const plan = `${service.folder}/a.plan`
    expect((await service.run(RatesPush, file, '--overlap', 'last-wins', '--save-plan', plan)).stdout).toContain(
      'Replaced   1 row that later rows replace, not sent',
    )
    service.answer = (write) =>
      write.entries.some(({ price }) => Number(price) === 120) ? refusal('INVALID_PRICE', 'No.') : ACCEPTED
    const pushed = await service.run(RatesPush, '--plan', plan, '--yes', '--json')
    expect(pushed.json<{ rejectedRows: { line: number }[] }>().rejectedRows.map(({ line }) => line)).toEqual([4])
    expect((await fates()).map(({ line, fate }) => [line, fate])).toEqual([
      [2, 'replaced'],
      [3, 'acknowledged'],
      [4, 'refused'],
    ])
    expect((await service.run(RunShow, '--last')).stdout).toContain('1 row never sent: a later row has replaced it')
  })
  it.each<[string, string[], (entry: { from: string }) => boolean, string[]]>([
    [
      'the nights around it',
      ['101,2040-01-01,2040-01-10,100,EUR', '101,2040-01-05,2040-01-06,150,EUR'],
      ({ from }) => from === '2040-01-01',
      ['2040-01-01 2040-01-04 100'],
    ],
    [
      'the nights of the later row',
      ['101,2040-01-01,2040-01-10,100,EUR', '101,2040-01-05,2040-01-06,150,EUR'],
      ({ from }) => from === '2040-01-05',
      ['2040-01-05 2040-01-06 150'],
    ],
    [
      'the only night of both',
      ['101,2040-01-01,2040-01-01,100,EUR', '101,2040-01-01,2040-01-01,150,EUR'],
      () => true,
      ['2040-01-01 2040-01-01 150'],
    ],
  ])(
    'what is refused of overlapping rows, %s, is all that the rejects hold: pushed again they change nothing else',
    async (_what, rows, isRefused, expected) => {
      const [file, rejects] = [write(rows), `${service.folder}/rejects.csv`]
      service.answer = (sent) =>
        sent.entries.some((entry) => isRefused(entry as unknown as { from: string }))
          ? refusal('INVALID_PRICE', 'No.')
          : ACCEPTED
      await service.run(RatesPush, file, '--overlap', 'last-wins', '--yes', '--rejects', rejects)
      const [header = '', ...lines] = readFileSync(rejects, 'utf8').trim().split('\n')
      const at = (line: string, name: string): string => line.split(',')[header.split(',').indexOf(name)] ?? ''
      expect(lines.map((line) => ['from', 'to', 'price'].map((name) => at(line, name)).join(' '))).toEqual(expected)
    },
  )

  it.each<[string, string[], Record<string, string>[]]>([
    [
      'a value of the earlier row',
      ['101,2040-01-01,2040-01-03,100,EUR,3', '101,2040-01-02,2040-01-02,120,EUR'],
      [
        { from: '2040-01-01', price: '100.00', currency: 'EUR', min_stay: '3' },
        { from: '2040-01-02', min_stay: '3' },
        { from: '2040-01-03', price: '100.00', currency: 'EUR', min_stay: '3' },
        { from: '2040-01-02', price: '120.00', currency: 'EUR' },
      ],
    ],
    [
      'the price of a room by that of all rooms',
      ['101,2040-01-01,2040-01-01,100,EUR,3', '*,2040-01-01,2040-01-01,120,EUR'],
      [
        { from: '2040-01-01', min_stay: '3' },
        { from: '2040-01-01', price: '120.00', currency: 'EUR' },
      ],
    ],
  ])(
    '%s: rejects hold no value that was replaced, and can be pushed without the flag',
    async (_what, rows, expected) => {
      const [file, rejects] = [write(rows), `${service.folder}/rejects.csv`]
      service.answer = () => refusal('INVALID_PRICE', 'No.')
      await service.run(RatesPush, file, '--overlap', 'last-wins', '--yes', '--rejects', rejects)
      const [header = '', ...lines] = readFileSync(rejects, 'utf8').trim().split('\n')
      const rowsOf = lines.map((line) =>
        Object.fromEntries(
          line
            .split(',')
            .map((cell, at) => [header.split(',')[at], cell] as const)
            .filter(([name = '', cell]) => ['from', 'price', 'currency', 'min_stay'].includes(name) && cell !== ''),
        ),
      )
      expect(rowsOf).toEqual(expected)
      service.answer = () => ACCEPTED
      expect((await service.run(RatesPush, rejects, '--yes')).code).toBe(0)
    },
  )
})

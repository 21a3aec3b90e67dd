import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../support/cli.js'
import { workbook } from '../../support/workbook.js'

/** One reader: what it is given, and the command lines that have it read. */
export interface Target {
  name: string
  seeds: Buffer[]
  /** Puts the bytes where they are read; the command lines, and what they need in their environment. */
  lay(bytes: Buffer, folder: string): { lines: string[][]; env?: Record<string, string> }
}

const sample = (name: string): Buffer => readFileSync(path.join(ROOT, 'samples', name))
/** The first rows of a file, whole lines. */
const rows = (name: string, count: number): Buffer =>
  Buffer.from(`${sample(name).toString().split('\n').slice(0, count).join('\n')}\n`)
const samples = (...names: string[]): Buffer[] => names.map(sample)

/** Files of a folder given from outside, by their endings; large ones by their beginning. */
function given(folder: string | undefined, endings: readonly string[]): Buffer[] {
  if (folder === undefined) return []
  return (readdirSync(folder, { recursive: true }) as string[]).flatMap((name) => {
    const file = path.join(folder, name)
    return endings.some((ending) => name.endsWith(ending)) && statSync(file).isFile()
      ? [readFileSync(file).subarray(0, 20_000)]
      : []
  })
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const HEADER = ['hotel_code', 'room_id', 'date', 'price', 'closed']
const MATRIX =
  'hotel_code;room_id;05.01.2027;06.01.2027;25.01.2027\n1000001;101;99,50;120,00;\n1000001;102;80,00;81,00;82,00\n'

/** A file that is read by its name, with more arguments behind it. */
const file =
  (name: string, lines: (file: string) => string[][]): Target['lay'] =>
  (bytes, folder) => {
    const at = path.join(folder, name)
    writeFileSync(at, bytes)
    return { lines: lines(at) }
  }
const push = (name: string, ...more: string[]): Target['lay'] =>
  file(name, (at) => [['rates', 'push', at, '--dry-run', ...more]])

/** A file of the configuration or data folder. */
const kept =
  (variable: string, name: string, lines: string[][], from?: string): Target['lay'] =>
  (bytes, folder) => {
    const at = path.join(folder, 'kept')
    mkdirSync(at, { recursive: true, mode: 0o700 })
    if (from !== undefined) cpSync(from, at, { recursive: true })
    writeFileSync(path.join(at, name), bytes, { mode: 0o600 })
    return { lines, env: { [variable]: at } }
  }

/** @param made a folder with a journal, a saved plan and a configuration, as commands have written them; `url` of a service that answers what `answer` was given */
export function targets(
  made: { dataDir: string; plan: string },
  url: string,
  answer: (bytes: Buffer) => void,
  more: string | undefined,
): Target[] {
  const service = {
    HUBSWITCH_BASE_URL: url,
    HUBSWITCH_ACCESS_TOKEN: 'a.b.c',
    HUBSWITCH_CHANNEL_CREDENTIALS: sample('channel-credentials.json').toString(),
  }
  const answered =
    (...args: string[]): Target['lay'] =>
    (bytes) => {
      answer(bytes)
      return { lines: [[...args, '--timeout', '2s']], env: service }
    }
  const property = {
    success: true,
    code: '200',
    message: 'ok',
    result: {
      id: 1000001,
      name: 'Seaview',
      hubSwitchId: 'x',
      address: { city: 'Kiel', country: 'DE' },
      phones: [{ phoneNumber: '+49' }],
      coordinates: { latitude: 54.3, longitude: 10.1 },
    },
  }
  const offers = {
    success: true,
    result: {
      content: [
        {
          id: 1000001,
          name: 'Seaview',
          roomTypes: [{ id: 101, ratePlans: [{ id: 1, price: 120.5, currency: 'EUR' }] }],
        },
      ],
      totalElements: 1,
      pageNumber: 0,
    },
  }
  const reservation = {
    success: true,
    result: {
      id: 900001,
      bookingId: 900001,
      state: 'confirmed',
      checkInDate: '2027-07-01',
      checkOutDate: '2027-07-04',
      totalPrice: 300,
      currency: 'EUR',
      units: [{ id: 101, guests: [{ firstName: 'A', lastName: 'B' }] }],
    },
  }
  return [
    { name: 'csv', seeds: [rows('rates.csv', 80), ...given(more, ['.csv'])], lay: push('rates.csv') },
    { name: 'csv matrix', seeds: [Buffer.from(MATRIX)], lay: push('matrix.csv', '--matrix', 'price') },
    {
      name: 'csv explained',
      seeds: [rows('rates.csv', 40), Buffer.from(MATRIX)],
      lay: push('seen.csv', '--explain-input', '--currency', 'EUR'),
    },
    {
      name: 'csv with codes',
      seeds: samples('own-codes.csv'),
      lay: push('own.csv', '--map', path.join(ROOT, 'samples/mapping.yaml')),
    },
    {
      name: 'tsv',
      seeds: [Buffer.from(rows('rates.csv', 80).toString().replaceAll(',', '\t'))],
      lay: push('rates.tsv'),
    },
    {
      name: 'xlsx',
      seeds: [
        workbook({
          sheets: [
            {
              rows: [
                HEADER,
                [1000001, '101', { date: '2027-01-16' }, 120.5, true],
                [1000001, 102, { text: '26.01.2027' }, { formula: 'D2*2', value: 241 }, null],
              ],
            },
          ],
          formats: ['0.00', 'dd.mm.yyyy'],
        }),
      ],
      lay: push('rates.xlsx'),
    },
    {
      name: 'jsonl',
      seeds: [
        Buffer.from(
          '{"hotel_code":1000001,"room_id":"101","date":"2027-01-05","price":120.5}\n{"hotel_code":1000001,"room_id":101,"from":"2027-01-06","to":"2027-02-01","days":["mon"],"price":"99"}\n',
        ),
      ],
      lay: push('rates.jsonl'),
    },
    { name: 'yaml rates', seeds: samples('seasons.yaml'), lay: push('seasons.yaml') },
    {
      name: 'yaml inventory',
      seeds: samples('inventory.yaml'),
      lay: file('inventory.yaml', (at) => [['inventory', 'push', at, '--dry-run']]),
    },
    {
      name: 'mapping',
      seeds: samples('mapping.yaml'),
      lay: file('mapping.yaml', (at) => [
        ['rates', 'push', path.join(ROOT, 'samples/own-codes.csv'), '--map', at, '--dry-run'],
      ]),
    },
    {
      name: 'notification',
      seeds: [...samples('notification.xml', 'notification-wrong.xml'), ...given(more, ['.xml'])],
      lay: file('message.xml', (at) => [
        ['resnotif', 'lint', at],
        ['resnotif', 'explain', at],
        ['resnotif', 'fix', at],
      ]),
    },
    {
      name: 'overlay',
      seeds: samples('overlay.yaml'),
      lay: file('overlay.yaml', (at) => [
        ['profile', 'set', 'fuzz', '--base-url', 'https://service.example', '--wire', at],
      ]),
    },
    {
      name: 'body',
      seeds: samples('property.yaml'),
      lay: (bytes, folder) => {
        answer(json(property))
        return {
          ...file('body.yaml', (at) => [
            ['property', 'create', '--file', at],
            ['unit', 'add', '1000001', '--file', at],
          ])(bytes, folder),
          env: service,
        }
      },
    },
    {
      name: 'document',
      seeds: samples('harbour-hostel.yaml'),
      lay: file('hostel.yaml', (at) => [['property', 'apply', at, '--dry-run']]),
    },
    {
      name: 'preview',
      seeds: samples('reservation.yaml'),
      lay: file('booking.yaml', (at) => [['resnotif', 'preview', at]]),
    },
    {
      name: 'config',
      seeds: [
        Buffer.from(
          'current: a\nprofiles:\n  a:\n    baseUrl: https://service.example\n    partnerId: x\n    limits: { concurrency: 3 }\n  b: { baseUrl: http://127.0.0.1:1, wire: x.yaml }\n',
        ),
      ],
      lay: kept('HUBSWITCH_CONFIG_DIR', 'config.yaml', [
        ['profile', 'list'],
        ['auth', 'status'],
      ]),
    },
    {
      name: 'secrets',
      seeds: [json({ a: { partnerSecret: 'x', accessToken: { accessToken: 'a.b.c', expiresAt: 1, obtainedAt: 0 } } })],
      lay: kept('HUBSWITCH_CONFIG_DIR', 'secrets.json', [['auth', 'status']]),
    },
    {
      name: 'channel credentials',
      seeds: samples('channel-credentials.json'),
      lay: (bytes, folder) => {
        writeFileSync(path.join(folder, 'channel.json'), bytes, { mode: 0o600 })
        return {
          lines: [['auth', 'status']],
          env: { HUBSWITCH_CHANNEL_CREDENTIALS_FILE: path.join(folder, 'channel.json') },
        }
      },
    },
    {
      name: 'journal',
      seeds: [readFileSync(path.join(made.dataDir, 'journal.db'))],
      lay: kept('HUBSWITCH_DATA_DIR', 'journal.db', [
        ['run', 'list'],
        ['run', 'journal', 'check'],
        ['calendar', 'show', '1000001'],
      ]),
    },
    {
      name: 'saved plan',
      seeds: [readFileSync(made.plan)],
      lay: file('plan.bin', (at) => [['rates', 'push', '--plan', at, '--dry-run']]),
    },
    {
      name: 'estate',
      seeds: samples('estate.yaml'),
      lay: file('estate.yaml', (at) => [['sandbox', 'seed', '--file', at]]),
    },
    { name: 'answer property', seeds: [json(property)], lay: answered('property', 'get', '1000001') },
    {
      name: 'answer rooms',
      seeds: [json({ success: true, error: null, result: [{ id: 101, name: 'Double', units: 3 }] })],
      lay: answered('room', 'list', '1000001'),
    },
    {
      name: 'answer search',
      seeds: [json(offers), json({ success: true, result: { content: [{ id: 1, name: 'x' }], totalElements: 1 } })],
      lay: answered('property', 'search', '--latitude', '1', '--longitude', '1', '--radius', '5'),
    },
    {
      name: 'answer reservation',
      seeds: [json(reservation)],
      lay: answered('reservation', 'lookup', '--booking-id', '900001'),
    },
  ]
}

import { spawn } from 'node:child_process'
import { readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileWatch } from '../../../src/files/index.js'
import { readRows } from '../../../src/files/read-rows.js'
import { kindOf } from '../../../src/files/kinds/index.js'
import { inputsOf, unchanged } from '../../../src/cli/input/inputs.js'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'
import { json } from '../../client/scripted-server.js'
import { faultOf } from '../../files/reading.js'

const dayOf = (index: number): string => new Date(Date.UTC(2030, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
/** Every line has the same length, whatever the price: one export can lie over the other. */
const exported = (price: number, rows = 6000): string =>
  `hotel_code,room_id,date,price\n${Array.from({ length: rows }, (_, i) => `1000001,${101 + Math.floor(i / 1000)},${dayOf(i % 1000)},${price}.00\n`).join('')}`

/** Reads a file as a push does, and has it changed behind the first chunk. */
async function readWhile(file: string, change: () => void, map?: string): Promise<number> {
  const inputs = await inputsOf([file], map)
  let rows = 0
  for await (const chunk of unchanged(inputs, readRows({ files: inputs.files, kind: kindOf('rates'), options: {} }))) {
    if (rows === 0) change()
    rows = chunk.rowsRead
  }
  return rows
}

describe('a file that changes while it is read', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  const changes: [string, (file: string) => void][] = [
    ['is rewritten in place', (file) => writeFileSync(file, exported(222))],
    [
      'is rewritten in place with its old times',
      (file) => {
        const { atime, mtime } = statSync(file)
        writeFileSync(file, exported(222))
        utimesSync(file, atime, mtime)
      },
    ],
    [
      'is replaced by another',
      (file) => {
        writeFileSync(`${file}.new`, exported(222))
        renameSync(`${file}.new`, file)
      },
    ],
    ['is cut at the end of a line', (file) => truncateSync(file, exported(111).indexOf('\n', 150_000) + 1)],
    ['grows', (file) => writeFileSync(file, exported(333, 100), { flag: 'a' })],
    ['is removed', (file) => rmSync(file)],
  ]
  it.each(changes)('%s: it is refused', async (_what, change) => {
    const file = service.put('rates.csv', exported(111))
    const fault = await faultOf(readWhile(file, () => change(file)))
    expect([fault.code, fault.message]).toEqual(['INVALID_INPUT', `${file}: has changed since it was read.`])
  })

  it('is taken where only its times or its permissions differ', async () => {
    const file = service.put('rates.csv', exported(111))
    const inputs = await inputsOf([file], undefined)
    for await (const _chunk of unchanged(
      inputs,
      readRows({ files: inputs.files, kind: kindOf('rates'), options: {} }),
    ));
    utimesSync(file, 1, 1)
    await inputs.lookAgain()
    expect(inputs.records[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('two readings of which found different bytes is refused, though it is the first ones again', async () => {
    const file = service.put('rates.csv', 'one')
    const watch = new FileWatch(file)
    watch.take(0, Buffer.from('one'))
    watch.take(0, Buffer.from('two'))
    expect((await faultOf(watch.check())).code).toBe('INVALID_INPUT')
  })
})

describe('a file that changes before the first request', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  /** Counts are judged by the rooms of the service, so the push asks for them: then the file changes, and no write may follow. */
  const changing = async (name: string, write: string | Buffer, change: (file: string) => void, ...more: string[]) => {
    const file = service.put(name, write)
    service.rooms = (response, request) => {
      change(file)
      json(200, {
        success: true,
        error: null,
        rooms: [
          { id: 101, name: 'Double', quantity: 9, price: { mode: 'per_room', amount: '99.00', currency: 'EUR' } },
        ],
        processing_times: {},
      })(response, request)
    }
    return service.run(RatesPush, file, '--yes', '--json', '--currency', 'EUR', ...more)
  }
  const refused = (ran: { code: number | null; stdout: string; json<T>(): T }, name: string): void => {
    expect(ran.code, ran.stdout).toBe(6)
    expect(ran.json<{ error: { message: string } }>().error.message).toBe(
      `${path.join(service.folder, name)}: has changed since it was read.`,
    )
    expect(service.writes).toEqual([])
  }

  it('is not sent, and leaves no run behind', async () => {
    refused(
      await changing('rates.csv', exported(111, 500), (file) => writeFileSync(file, exported(222, 500))),
      'rates.csv',
    )
    expect((await service.run(RunShow, '--last')).code).toBe(5)
  })

  it('compressed too', async () => {
    const rows = exported(111, 500)
    refused(
      await changing('rates.csv.gz', gzipSync(rows), (file) => writeFileSync(file, gzipSync(exported(222, 500)))),
      'rates.csv.gz',
    )
  })

  it('is sent where it was only touched, with its digest in the journal', async () => {
    const { code, stdout } = await changing('rates.csv', exported(111, 500), (file) =>
      utimesSync(file, 1_900_000_000, 1_900_000_000),
    )
    expect(code, stdout).toBe(0)
    expect(
      (await service.run(RunShow, '--last', '--json')).json<{ files: { sha256?: string }[] }>().files[0]?.sha256,
    ).toMatch(/^[0-9a-f]{64}$/)
  })

  it('a mapping file too', async () => {
    const map = service.put('map.yaml', 'columns: {price: rate}\n')
    refused(
      await changing(
        'rates.csv',
        exported(111, 500).replace('price', 'rate'),
        () => writeFileSync(map, 'columns: {price: other}\n'),
        '--map',
        map,
      ),
      'map.yaml',
    )
  })
})

describe('what can be read only once', () => {
  it('a named pipe is read like a file: doubtful columns are looked through, refused rows are written', async () => {
    const service = await startRecorder()
    try {
      const [pipe, rejects] = [path.join(service.folder, 'pipe'), path.join(service.folder, 'rejects.csv')]
      await new Promise((resolve) => spawn('mkfifo', [pipe]).on('close', resolve))
      const pushing = service.run(RatesPush, pipe, '--yes', '--json', '--skip-invalid', '--rejects', rejects)
      spawn('sh', [
        '-c',
        `printf 'hotel_code,room_id,date,price\\n1000001,101,03/04/2030,100.00\\n1000001,101,13/04/2030,100.00\\n1000001,101,14/04/2030,x\\n' > '${pipe}'`,
      ])
      const { code, stdout } = await pushing
      expect(code, stdout).toBe(3)
      expect(service.writes[0]?.entries.map(({ from }) => from)).toEqual(['2030-04-03', '2030-04-13'])
      expect(readFileSync(rejects, 'utf8')).toContain(',yes,1000001,101,*,2030-04-14,,,daily,x (not read),')
    } finally {
      await service.remove()
    }
  })
})

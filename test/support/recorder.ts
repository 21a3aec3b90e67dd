import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Command, Config } from '@oclif/core'
import { type Recorded, type Reply, type Scripted, json, startScripted, withTokens } from '../client/scripted-server.js'
import { type Ran } from './cli.js'
import { runClass } from './run-class.js'

/** One entry of a write, in the service's names. */
export interface WrittenEntry {
  hotel: string
  room_id?: number
  rate_plan_id?: number
  from: string
  to: string
  [field: string]: unknown
}

export interface Write {
  path: string
  hotel: string
  entries: WrittenEntry[]
  at: number
}

export const ACCEPTED: Reply = json(200, { success: true, error: null, processing_times: {} })

/** A refusal as the interface words it; `details` name the guilty entries where the service does. */
export const refusal = (code: string, message: string, details?: unknown): Reply =>
  json(200, {
    success: false,
    error: { code, message, ...(details === undefined ? {} : { details }) },
    processing_times: {},
  })

/** A service of its own that keeps what is written to it and answers as the test says, and a machine with nothing on it. */
export interface Recorder extends Scripted {
  folder: string
  env: Record<string, string>
  writes: Write[]
  /** Answers each write. */
  answer: (write: Write, index: number, request: Recorded) => Reply
  /** What `/v1/rooms` answers. */
  rooms: Reply
  /** What answers every other request; `rooms` by default. */
  other: (request: Recorded) => Reply
  /** Writes a file and answers its path. */
  put(name: string, content: string | Buffer): string
  /** Runs a command of the source inside this process. */
  run(command: typeof Command & (new (argv: string[], config: Config) => Command), ...args: string[]): Promise<Ran>
  remove(): Promise<void>
}

export async function startRecorder(): Promise<Recorder> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-recorder-'))
  const writes: Write[] = []
  const recorder: Pick<Recorder, 'answer' | 'rooms' | 'other'> = {
    answer: () => ACCEPTED,
    rooms: json(200, {
      success: false,
      error: { code: 'FORBIDDEN', message: 'not for this agent' },
      processing_times: {},
    }),
    other: () => recorder.rooms,
  }
  const scripted = await startScripted(
    withTokens((request) => {
      if (!request.path.endsWith('/v1/room_settings') && !request.path.endsWith('/v1/inventory'))
        return recorder.other(request)
      const body = JSON.parse(
        request.headers['content-encoding'] === 'gzip' ? gunzipSync(request.bytes).toString() : request.body,
      ) as { hotel_code: number; room_settings?: WrittenEntry[]; availabilities?: WrittenEntry[] }
      const hotel = String(body.hotel_code)
      const write = {
        path: request.path,
        hotel,
        entries: (body.room_settings ?? body.availabilities ?? []).map((entry) => ({ ...entry, hotel })),
        at: request.at,
      }
      writes.push(write)
      return recorder.answer(write, writes.length - 1, request)
    }),
  )
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    NO_COLOR: '1',
    HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'),
    HUBSWITCH_DATA_DIR: path.join(folder, 'data'),
    HUBSWITCH_CACHE_DIR: path.join(folder, 'cache'),
    HUBSWITCH_BASE_URL: scripted.url,
    HUBSWITCH_PARTNER_ID: 'p',
    HUBSWITCH_PARTNER_SECRET: 'not-a-secret',
    HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"not-a-secret"}',
    HUBSWITCH_WRITES_PER_MINUTE: '600000',
  }
  return Object.assign(recorder, scripted, {
    folder,
    env,
    writes,
    put(name: string, content: string | Buffer) {
      const file = path.join(folder, name)
      writeFileSync(file, content)
      return file
    },
    run: (command: Parameters<Recorder['run']>[0], ...args: string[]) => runClass(command, args, env),
    remove: async () => {
      await scripted.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  })
}

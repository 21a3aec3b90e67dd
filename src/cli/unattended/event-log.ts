import { stat } from 'node:fs/promises'
import { Fault } from '../../errors.js'
import { headOf, refuseOwnFile } from '../../files/index.js'
import type { RunRecord } from '../../journal/index.js'
import { printableJson } from '../../printable.js'
import type { RequestEvent, SendNews, SendProgress } from '../../push/index.js'
import { keepsQuiet } from '../report/index.js'
import type { RunEvents } from '../sending/index.js'
import { type Answer, shownValue } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'
import { type EventSink, openEventSink } from './event-sink.js'

/** Version of the lines: it rises when a key goes or changes its meaning. */
export const EVENTS_VERSION = 1
/** A progress is told no more often than that, milliseconds. */
const PROGRESS_EVERY_MS = 1_000
/** What every line of ours begins with. */
const HEAD = `{"v":${EVENTS_VERSION},"event":"`

/** How a command ended, as the last line tells it. */
export interface EventsEnd {
  run: number | undefined
  exitCode: number
  answer?: Answer | undefined
  fault?: Fault | undefined
}

/** What happens to a run, as lines of JSON for a program that watches. Nothing of it ever holds up the run or changes how it ends. */
export class EventLog implements RunEvents {
  readonly #command: string
  readonly #redact: (text: string) => string
  #sink: EventSink | undefined
  #run: number | undefined
  #progressAt = 0
  #hasEnded = false
  readonly #begunAt = steadyMs()
  /** The process ends before the command has, such as by a second Ctrl-C. */
  readonly #onExit = (code: number): void => {
    if (!this.#hasEnded) this.#write('done', { ...this.#end(code), isAtOnce: true })
  }

  private constructor(command: string, redact: (text: string) => string) {
    this.#command = command
    this.#redact = redact
  }

  /** @param tell hears what goes wrong with it, in words */
  static async open(
    to: string,
    { command, redact, tell }: { command: string; redact: (text: string) => string; tell: (line: string) => void },
  ): Promise<EventLog> {
    const log = new EventLog(command, redact)
    process.once('exit', log.#onExit)
    log.#sink = await openEventSink(to, { tell, lostLine: (count) => log.#line('lost', { count }) })
    return log
  }

  begins({ id, kind, target, startedAt, files, batches, nights }: RunRecord): void {
    this.#run = id
    const { profile, service } = target
    this.#write('planned', {
      command: this.#command,
      pid: process.pid,
      kind,
      profile,
      service,
      files: files.map(({ name }) => name),
      isResumed: startedAt !== undefined,
      batches,
      nights,
    })
  }

  request({ event, ...rest }: RequestEvent): void {
    this.#write(event, rest)
  }

  news(news: SendNews): void {
    if (news.kind === 'back') return this.#write('back', { awayMs: Math.round(news.ms) })
    if (keepsQuiet(news)) return
    const { kind, ms, ...rest } = news
    this.#write('waiting', { reason: kind, ms: Math.round(ms), ...rest })
  }

  progress({ requests, batches, nights }: SendProgress): void {
    const now = steadyMs()
    if (now - this.#progressAt < PROGRESS_EVERY_MS) return
    this.#progressAt = now
    this.#write('progress', { requests, batches, nights })
  }

  /** The last line. False where whoever reads has not taken it. */
  async done({ run, exitCode, answer, fault }: EventsEnd): Promise<boolean> {
    this.#run ??= run
    const data = (answer?.data ?? {}) as {
      run?: Record<string, unknown>
      error?: Partial<Pick<Fault, 'code' | 'message' | 'next'>>
    }
    const { id: _, ...report } = typeof data.run === 'object' ? data.run : {}
    const { code, message, next } = fault ?? data.error ?? {}
    this.#write('done', {
      ...this.#end(exitCode),
      ...report,
      ...(code === undefined ? {} : { error: { code, message, next } }),
    })
    this.#hasEnded = true
    process.removeListener('exit', this.#onExit)
    return (await this.#sink?.close()) ?? true
  }

  #end(exitCode: number): object {
    const seconds = Math.round((steadyMs() - this.#begunAt) / 100) / 10
    return { command: this.#command, exitCode, seconds }
  }

  #write(event: string, more: object): void {
    this.#sink?.write(this.#line(event, more))
  }

  #line(event: string, more: object): string {
    const line = { v: EVENTS_VERSION, event, run: this.#run ?? null, time: new Date().toISOString(), ...more }
    const text = JSON.stringify(shownValue(line), (_, value: unknown) =>
      typeof value === 'string' ? this.#redact(value) : value,
    )
    return `${printableJson(text)}\n`
  }
}

/**
 * Events are appended to a file that is empty, new, or holds some; anything else is another file that was named by mistake.
 * @throws Fault USAGE
 */
export async function refuseOtherFile(to: string, sources: readonly { name: string }[]): Promise<void> {
  if (to === '-') return
  await refuseOwnFile({ to, flag: '--events', sources: [...sources] })
  const head = await headOfFile(to)
  if (head !== '' && !head.startsWith(HEAD))
    throw new Fault('USAGE', `--events ${to} is a file that no earlier --events has written.`, {
      next: 'Name another file with --events. Nothing was sent.',
    })
}

/** A pipe has no beginning, and opened to look it would wait for a writer. */
async function headOfFile(to: string): Promise<string> {
  const found = await stat(to).catch(() => undefined)
  return found?.isFile() === true && found.size > 0 ? headOf(to, HEAD.length) : ''
}

import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeReason } from '../../whole-file.js'
import { print, untaken } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'

/** Where lines go that nobody may be held up by. */
export interface EventSink {
  write(line: string): void
  /** Waits for a slow reader, a moment at most; false where it has not taken all. */
  close(): Promise<boolean>
}

/** What a reader that is behind may leave untaken. */
const WAITING_BYTES_MAX = 1_000_000
/** How long the end waits for a reader. */
const CLOSE_MS = 1_000
/** How long somebody is waited for who reads a named pipe. */
const READER_MS = 500
const LOOK_EVERY_MS = 20

interface SinkOptions {
  /** Told at most once for each trouble. */
  tell: (line: string) => void
  /** The line that stands for so many that were left out. */
  lostLine: (count: number) => string
  waitingBytesMax?: number
}

/**
 * Opens what `--events` names: `-` for standard output, a file that lines are appended to, or a pipe. What cannot be opened or written is told in words, and
 * everything goes on without it.
 */
export async function openEventSink(to: string, options: SinkOptions): Promise<EventSink> {
  if (to === '-') return new PipeSink('standard output', standardOutput(), options)
  try {
    const kind = statSync(to, { throwIfNoEntry: false })
    if (kind?.isFIFO() === true) return new PipeSink(to, await namedPipe(to), options)
    return new FileSink(to, openFile(to, kind?.isCharacterDevice() === true), options)
  } catch (error) {
    options.tell(goesOn(to, writeReason(error)))
    return NOWHERE
  }
}

const goesOn = (to: string, why: string): string =>
  `The events cannot be written to ${to}: ${why}. The run goes on without them.`

const NOWHERE: EventSink = { write: () => undefined, close: () => Promise.resolve(true) }

/** Appends to a file, a whole line at a time. */
class FileSink implements EventSink {
  #isOpen = true

  constructor(
    private readonly to: string,
    private readonly handle: number,
    private readonly options: SinkOptions,
  ) {}

  write(line: string): void {
    if (!this.#isOpen) return
    const bytes = Buffer.from(line)
    try {
      if (writeSync(this.handle, bytes) < bytes.length) throw new Error('the disk is full')
    } catch (error) {
      // What follows half a line could not be read.
      this.#end()
      this.options.tell(goesOn(this.to, writeReason(error)))
    }
  }

  close(): Promise<boolean> {
    if (this.#isOpen) this.#end()
    return Promise.resolve(true)
  }

  #end(): void {
    this.#isOpen = false
    closeSync(this.handle)
  }
}

/** Something that takes lines by and by. */
interface Outlet {
  write(line: string): void
  /** Bytes that it has not taken yet. */
  waiting(): number
  /** Hears why no more can be written. */
  onEnd(hear: (why: string) => void): void
  end(): void
}

/** Writes to a reader. One that is too slow loses lines, and is told how many. */
class PipeSink implements EventSink {
  #lost = 0
  #hasTold = false
  #hasEnded = false

  constructor(
    private readonly to: string,
    private readonly outlet: Outlet,
    private readonly options: SinkOptions,
  ) {
    outlet.onEnd((why) => {
      if (!this.#hasEnded) options.tell(goesOn(to, why))
      this.#hasEnded = true
    })
  }

  write(line: string): void {
    if (this.#hasEnded) return
    const { waitingBytesMax = WAITING_BYTES_MAX, tell, lostLine } = this.options
    if (this.outlet.waiting() > waitingBytesMax) {
      this.#lost += 1
      if (!this.#hasTold)
        tell(
          `Whoever reads the events at ${this.to} is too slow: the run goes on, and events are left out until it has caught up.`,
        )
      this.#hasTold = true
      return
    }
    if (this.#lost > 0) this.outlet.write(lostLine(this.#lost))
    this.#lost = 0
    this.outlet.write(line)
  }

  async close(): Promise<boolean> {
    const until = steadyMs() + CLOSE_MS
    while (!this.#hasEnded && this.outlet.waiting() > 0 && steadyMs() < until) await sleep(LOOK_EVERY_MS)
    const isTaken = this.#hasEnded || this.outlet.waiting() === 0
    if (isTaken && !this.#hasEnded && this.#lost > 0) this.outlet.write(this.options.lostLine(this.#lost))
    this.#hasEnded = true
    if (!isTaken) this.options.tell(`Whoever reads the events at ${this.to} has not taken the last of them.`)
    this.outlet.end()
    return isTaken
  }
}

function standardOutput(): Outlet {
  return {
    write: print,
    waiting: untaken,
    // That standard output cannot be written is told at the end, as of every command.
    onEnd: () => undefined,
    end: () => undefined,
  }
}

/** Opened for writing it would wait for a reader, perhaps for ever. */
async function namedPipe(to: string): Promise<Outlet> {
  const until = steadyMs() + READER_MS
  let handle: number | undefined
  while (handle === undefined) {
    try {
      handle = openSync(to, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
      if (steadyMs() > until) throw new Error('nobody reads this pipe', { cause: error })
      await sleep(LOOK_EVERY_MS)
    }
  }
  const socket = new Socket({ fd: handle, readable: false, writable: true })
  return {
    write: (line) => void socket.write(line),
    waiting: () => socket.writableLength,
    onEnd: (hear) =>
      void socket.on('error', (error) =>
        hear((error as NodeJS.ErrnoException).code === 'EPIPE' ? 'its reader has gone' : writeReason(error)),
      ),
    end: () => void socket.destroy(),
  }
}

/** Never through a link, and a file of nobody else: whoever owns it reads what is written there. */
function openFile(to: string, isDevice: boolean): number {
  const { O_APPEND, O_CREAT, O_RDWR, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  if (isDevice) return openSync(to, O_WRONLY | O_NONBLOCK)
  const handle = openSync(to, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const { uid, size } = fstatSync(handle)
    if (process.getuid !== undefined && uid !== process.getuid() && uid !== 0)
      throw new Error(`it belongs to another user (uid ${uid})`)
    // The line of a run that was cut short is no beginning for the next one.
    if (size > 0 && lastByte(handle, size) !== 0x0a) writeSync(handle, '\n')
    return handle
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

function lastByte(handle: number, size: number): number | undefined {
  const byte = Buffer.alloc(1)
  return readSync(handle, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined
}

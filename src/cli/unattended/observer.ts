import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pinger } from '../../client/index.js'
import { EXIT, type ExitCode, Fault } from '../../errors.js'
import { writeReason } from '../../whole-file.js'
import { doneBeforeSignal } from '../command/index.js'
import { type Ending, headline, renderSummary, storyOf, writeSummary } from '../report/index.js'
import { lastWords } from '../signals/index.js'
import type { UnattendedWishes } from './flags.js'
import type { Level, LogFile } from './log-file.js'

const KEPT_NOTICES = 200
/** A --deadline is not extended by more than that for the last word to the monitor, milliseconds. */
const GRACE_MS = 6_000
const ENDED_AT_ONCE = 'Ended at once, before it was done.'
const LOOK_FIRST = 'look at what it has done before you run it again.'
/** Longest time that the end of a command waits for the monitor to take its start. */
const START_MS = 1_000
export const PING_CHARACTERS = 10_000

export interface ObserverOptions {
  wishes: UnattendedWishes
  log: LogFile | undefined
  pinger: Pinger | undefined
  redact: (text: string) => string
  /** Shown whatever --quiet says: nobody would learn of it otherwise. */
  tell: (line: string) => void
}

/** Keeps log, monitor and summary of one command. Nothing of it ever changes how the command ends. */
export class Observer {
  readonly #options: ObserverOptions
  readonly #notices: string[] = []
  readonly #insisted: string[] = []
  #hasSummaryFailed = false
  #starting: Promise<string | undefined> | undefined
  #hasEnded = false
  #begun: Ending | undefined
  #takeBack: () => void = () => undefined
  /** The process ends before the command has. */
  readonly #onExit = (code: number): void => {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.log?.write({ level: 'error', event: 'ended', message: ENDED_AT_ONCE })
    if (this.#begun !== undefined) this.writeSummary(this.#endedAtOnce(this.#begun, code))
  }
  run: number | undefined

  constructor(options: ObserverOptions) {
    this.#options = options
  }

  /** What --quiet kept back, for a failure. */
  get notices(): readonly string[] {
    return this.#notices
  }

  began(message: string): void {
    const { log, pinger } = this.#options
    log?.write({ level: 'info', event: 'began', message })
    // Not waited for: a monitor that is slow must not make a push late.
    this.#starting = pinger?.send('start', message)
  }

  /** The first summary is written, and from here on an end at once is told, too. */
  watches(begun: Ending): void {
    this.#begun = begun
    this.writeSummary(begun)
    process.once('exit', this.#onExit)
    const { pinger, redact } = this.#options
    this.#takeBack = lastWords(async (code) => {
      this.#onExit(code)
      const ending = this.#endedAtOnce(this.#begun ?? begun, code)
      await pinger?.send('failure', redact(renderSummary(ending, 'text')))
    })
  }

  /** The first request that changes something is about to leave: an end from here on is told as `ifDied` says. */
  mayHaveChanged(ifDied: string): void {
    if (this.#begun === undefined || this.#begun.ifDied === ifDied) return
    this.#begun = { ...this.#begun, run: this.run, ifDied }
    if (!this.writeSummary(this.#begun)) this.#removeSummary()
  }

  /** What stands there says that nothing was changed, and that may be wrong soon. */
  #removeSummary(): void {
    const { summary } = this.#options.wishes
    try {
      if (summary !== undefined) rmSync(summary.file, { force: true })
    } catch {
      // Where it can neither be written nor removed, that was told.
    }
  }

  #endedAtOnce(begun: Ending, exitCode: number): Ending {
    return {
      ...begun,
      run: this.run,
      seconds: Math.round((Date.now() - begun.startedAt) / 100) / 10,
      exitCode: exitCode as ExitCode,
      fault: new Fault(exitCode === EXIT.deadline ? 'DEADLINE' : 'INTERRUPTED', ENDED_AT_ONCE, {
        next:
          this.run === undefined
            ? asSentence(begun.ifDied ?? LOOK_FIRST)
            : `"hubswitch run resume ${this.run}" sends what is not acknowledged.`,
      }),
      insisted: this.#insisted,
    }
  }

  sends(run: number): void {
    this.run = run
    const { log } = this.#options
    if (log === undefined) return
    log.run = run
    log.write({ level: 'info', event: 'sending', message: `Sending run ${run}.` })
  }

  heard(line: string, level: Level): void {
    // Whoever reads it later cannot see when it was said.
    if (this.#notices.length < KEPT_NOTICES) this.#notices.push(`${new Date().toISOString().slice(0, 19)}Z  ${line}`)
    this.#options.log?.write({ level, event: 'notice', message: line })
  }

  /** What was told whatever --quiet says. */
  insisted(line: string): void {
    this.#insisted.push(line)
    this.#options.log?.write({ level: 'warn', event: 'notice', message: line })
  }

  /** A summary of how it stands; the one from before it began would be taken for its own if it were killed. False where it cannot be written. */
  writeSummary(ending: Ending): boolean {
    const {
      wishes: { summary },
      redact,
      tell,
    } = this.#options
    if (summary === undefined) return true
    try {
      writeSummary(summary.file, redact(renderSummary(ending, summary.format)))
      return true
    } catch (error) {
      if (!this.#hasSummaryFailed)
        tell(
          `The summary ${summary.file} cannot be written: ${writeReason(error)}. That changes nothing about how the command ends.`,
        )
      this.#hasSummaryFailed = true
      return false
    }
  }

  async ended(given: Ending): Promise<void> {
    const ending = { ...given, insisted: this.#insisted }
    if (this.#hasEnded) return
    this.#hasEnded = true
    const { log, pinger, redact, tell } = this.#options
    const { exitCode, fault, seconds } = ending
    const isOk = exitCode === 0
    process.removeListener('exit', this.#onExit)
    this.#takeBack()
    if (log !== undefined) {
      log.run ??= ending.run
      log.write({
        level: isOk ? 'info' : exitCode === 3 ? 'warn' : 'error',
        event: 'ended',
        message: `${headline(ending)}. ${storyOf(ending)}`,
        facts: { exitCode, seconds, ...(fault === undefined ? {} : { code: fault.code }) },
      })
    }
    this.writeSummary(ending)
    if (pinger === undefined) return
    const problems = new Set<string>()
    const reporting = this.#report(
      pinger,
      isOk ? 'success' : 'failure',
      redact(renderSummary(ending, 'text')).slice(0, PING_CHARACTERS),
    ).then((found) => found.forEach((problem) => problems.add(problem)))
    // What the command had to do is done: a signal ends the wait for the monitor, not the command with another exit code.
    const isTold = await doneBeforeSignal(
      Promise.race([
        reporting,
        sleep(GRACE_MS, undefined, { ref: false }).then(() => problems.add('it took too long')),
      ]),
    )
    if (!isTold) problems.add('interrupted before it had answered')
    for (const problem of problems) {
      tell(`The monitor of --ping-url was not told: ${problem}.`)
      log?.write({ level: 'warn', event: 'notice', message: `The monitor was not told: ${problem}.` })
    }
  }

  async #report(pinger: Pinger, event: 'success' | 'failure', body: string): Promise<string[]> {
    const startProblem = await Promise.race([this.#starting, sleep(START_MS, undefined, { ref: false })])
    const problems = [startProblem, await pinger.send(event, body)].filter((problem) => problem !== undefined)
    await pinger.close()
    return problems
  }
}

function asSentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

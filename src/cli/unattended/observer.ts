import { setTimeout as sleep } from 'node:timers/promises'
import type { Pinger } from '../../client/index.js'
import { doneBeforeSignal } from '../command/index.js'
import { type Ending, headline, renderSummary, storyOf, writeSummary } from '../report/index.js'
import type { UnattendedWishes } from './flags.js'
import { type Level, type LogFile, reasonOf } from './log-file.js'

const KEPT_NOTICES = 200
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
  readonly #onExit = (): void =>
    this.#options.log?.write({ level: 'error', event: 'ended', message: 'Ended at once, before it was done.' })
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
    if (log !== undefined) process.once('exit', this.#onExit)
    // Not waited for: a monitor that is slow must not make a push late.
    this.#starting = pinger?.send('start', message)
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

  /** A summary of how it stands; the one from before it began would be taken for its own if it were killed. */
  writeSummary(ending: Ending): void {
    const {
      wishes: { summary },
      redact,
      tell,
    } = this.#options
    if (summary === undefined) return
    try {
      writeSummary(summary.file, redact(renderSummary(ending, summary.format)))
    } catch (error) {
      if (!this.#hasSummaryFailed)
        tell(
          `The summary ${summary.file} cannot be written: ${reasonOf(error)}. That changes nothing about how the command ends.`,
        )
      this.#hasSummaryFailed = true
    }
  }

  async ended(given: Ending): Promise<void> {
    const ending = { ...given, insisted: this.#insisted }
    if (this.#hasEnded) return
    this.#hasEnded = true
    const { log, pinger, redact, tell } = this.#options
    const { exitCode, fault, seconds } = ending
    const isOk = exitCode === 0
    if (log !== undefined) {
      process.removeListener('exit', this.#onExit)
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
    if (!(await doneBeforeSignal(reporting))) problems.add('interrupted before it had answered')
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

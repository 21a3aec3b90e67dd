import type { Command } from '@oclif/core'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkOutput, headOf, refuseOwnFile } from '../../bulk/index.js'
import { readVariable } from '../../config/index.js'
import { EXIT, type ErrorCode, Fault } from '../../errors.js'
import type { Ended } from '../base-command.js'
import { durationText } from '../plan-time.js'
import { ServiceCommand } from '../service-command.js'
import type { Answer } from '../view.js'
import { readUnattended, type UnattendedFlags, type UnattendedWishes } from './flags.js'
import type { Level } from './log-file.js'
import { isLog, LogFile } from './log-file.js'
import { Observer } from './observer.js'
import { redactorOfEnvironment } from './redact.js'
import { isSummary } from './summary.js'

const PING_VARIABLE = 'HUBSWITCH_PING_URL'
/** Faults that say so in words of their own, or need not. */
const UNTOLD: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INTERRUPTED', 'OUTCOME_UNKNOWN', 'PARTIAL', 'NOT_FOUND'])

/** A command that sends a run, and may do so with nobody at the screen. */
export abstract class SendingCommand<T extends typeof Command> extends ServiceCommand<T> {
  #observer: Observer | undefined
  #startedAt = Date.now()
  #begunAt = performance.now()

  /** Whether this invocation is to send: a dry run reports to no monitor and prints its plan. */
  protected abstract isToSend(): boolean

  protected override onlyReads(): boolean {
    return !this.isToSend()
  }

  protected override async begin(): Promise<void> {
    const wishes = readUnattended(this.flags as unknown as UnattendedFlags)
    if (!this.isToSend()) return
    await this.#checkFiles(wishes)
    this.#observer = await this.#observe(wishes)
    this.#observer?.writeSummary({ command: this.#name(), ...this.#where(), run: undefined, startedAt: this.#startedAt, seconds: 0, warnings: [] })
    if (wishes.jitterMs !== undefined) await this.#wait(wishes.jitterMs)
    this.restartClock()
    this.#startedAt = Date.now()
    this.#begunAt = performance.now()
    this.#observer?.began(`Began hubswitch ${this.#name()}.`)
  }

  /**
   * No file of the command is written over by another, and none that is something else.
   * @throws Fault USAGE
   */
  async #checkFiles({ log, summary }: UnattendedWishes): Promise<void> {
    const { rejects, plan, map } = this.flags as Readonly<Record<string, string | undefined>>
    const others = [...this.operands, rejects, plan, map].filter((name) => name !== undefined && name !== '-').map((name) => ({ name: name as string }))
    const withLog = log === undefined ? others : [...others, { name: log.file }]
    if (summary !== undefined) await checkOutput({ to: summary.file, flag: '--summary', what: 'the summary', sources: withLog, isOurs: isSummary, mayBeUnwritable: true })
    if (log === undefined) return
    await refuseOwnFile({ to: log.file, flag: '--log-file', sources: others })
    const found = await stat(log.file).catch(() => undefined)
    if (found?.isFile() === true && found.size > 0 && !isLog(await headOf(log.file))) {
      throw new Fault('USAGE', `--log-file ${log.file} is a file that no earlier --log-file has written.`, { next: 'Name another file with --log-file. Nothing was sent.' })
    }
  }

  /** A run of this command goes out. */
  runBegins(run: number): void {
    this.#observer?.sends(run)
  }

  protected override isSilent({ exitCode = EXIT.ok }: Answer): boolean {
    const { quiet, json, output, columns } = this.flags as { quiet: boolean; json: boolean; output?: string; columns?: string }
    if (!quiet || !this.isToSend()) return false
    if (exitCode === EXIT.ok) return !json && output === undefined && columns === undefined && this.warnings().length === 0
    this.#tellKept()
    return false
  }

  protected override async whenEnded({ answer, fault, exitCode }: Ended): Promise<void> {
    if (this.#observer === undefined) return
    const run = this.#observer.run ?? runOf(answer?.data) ?? runOf(fault?.facts)
    await this.#observer.ended({
      command: this.#name(), ...this.#where(), run, startedAt: this.#startedAt,
      seconds: Math.round((performance.now() - this.#begunAt) / 100) / 10, exitCode, answer, fault, warnings: this.warnings(),
    })
  }

  /** Says of every failure before the first request that it is one. */
  protected override endingOf(fault: Fault): Fault {
    const ended = super.endingOf(fault)
    const { code, message, next, findings, facts, cause } = ended
    if (!this.isToSendNow() || this.writesSent() > 0 || UNTOLD.has(code) || /nothing was (?:sent|changed)|had sent/i.test(`${message} ${next}`)) return ended
    return new Fault(code, message, { next: `${next} Nothing was sent.`, findings, facts, cause })
  }

  /** What could not be parsed has sent nothing, and is not asked what it would have sent. */
  private isToSendNow(): boolean {
    return (this.flags as object | undefined) !== undefined && this.isToSend()
  }

  protected override beforeFault(): void {
    if ((this.flags as { quiet?: boolean } | undefined)?.quiet === true) this.#tellKept()
  }

  override notice(line: string, isPainted = false, level: Level = 'info'): void {
    super.notice(line, isPainted)
    this.#observer?.heard(line, level)
  }

  /** What --quiet kept back is part of a failure's story. */
  #tellKept(): void {
    for (const line of this.#observer?.notices ?? []) this.alert(line)
  }

  #where(): { profile?: string; service?: string } {
    try {
      return this.target()
    } catch {
      // Settings that cannot be read are what it ended with.
      return {}
    }
  }

  #name(): string {
    return (this.id ?? '').replaceAll(':', ' ')
  }

  async #observe(wishes: UnattendedWishes): Promise<Observer | undefined> {
    const { 'ping-url': flag, quiet } = this.flags as { 'ping-url'?: string; quiet: boolean }
    const variable = flag === undefined ? readVariable(process.env, PING_VARIABLE, 'USAGE') : undefined
    const address = flag ?? variable?.value
    if (wishes.log === undefined && wishes.summary === undefined && address === undefined && !quiet) return undefined
    const redact = wishes.log === undefined && wishes.summary === undefined && address === undefined ? (text: string): string => text : await redactorOfEnvironment(address)
    const tell = (line: string): void => this.alert(redact(line))
    const log = wishes.log === undefined ? undefined : new LogFile({ ...wishes.log, command: this.#name(), onProblem: tell, redact })
    if (address === undefined) return new Observer({ wishes, log, pinger: undefined, redact, tell })
    const { createPinger } = await import('../../client/index.js')
    const pinger = createPinger(address.trim(), { name: flag === undefined ? (variable?.from ?? PING_VARIABLE) : '--ping-url', userAgent: this.config.userAgent, caFile: this.#caFile() })
    return new Observer({ wishes, log, pinger, redact, tell })
  }

  /** Settings that cannot be read are what the command ends with; the monitor is to hear of that. */
  #caFile(): string | undefined {
    try {
      return this.settings().caFile.value
    } catch {
      return undefined
    }
  }

  async #wait(jitterMs: number): Promise<void> {
    const ms = Math.round(Math.random() * jitterMs)
    this.notice(`Waiting ${durationText(Math.ceil(ms / 1000))} before it begins (--jitter ${durationText(Math.ceil(jitterMs / 1000))}).`)
    await sleep(ms, undefined, { signal: this.interruption() }).catch(() => {
      throw new Fault('INTERRUPTED', 'Interrupted before it began. Nothing was sent.')
    })
  }
}

function runOf(data: unknown): number | undefined {
  const { run } = (data ?? {}) as { run?: unknown }
  const id = typeof run === 'object' && run !== null ? (run as { id?: unknown }).id : run
  return typeof id === 'number' ? id : undefined
}

import type { Command } from '@oclif/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { readVariable } from '../../config/index.js'
import { durationText } from '../../duration-text.js'
import { type ErrorCode, Fault } from '../../errors.js'
import { placeBeside, refuseOwnFile } from '../../files/index.js'
import { shellWord } from '../../shell-word.js'
import { type Ended, ServiceCommand } from '../command/index.js'
import { isSummary } from '../report/index.js'
import { steadyMs } from '../../clock.js'
import { leftAlone, tellEarlyEnd } from './failed-early.js'
import { FROM_VARIABLE, PING_VARIABLE, readUnattended, type UnattendedFlags, type UnattendedWishes } from './flags.js'
import { type Level, LogFile } from './log-file.js'
import { Observer } from './observer.js'
import { impersonalAnswer, impersonalFault } from './personal.js'
import { redactorOfEnvironment } from './redact.js'
import { isShared, mayAppend } from './shared-log.js'

/** How a command is left that died before its first request that changes something. */
const UNCHANGED = 'nothing that changes anything had been sent: run the same command again.'

/** Of the journal, the configuration and the locks of this machine, not of the service. */
const OF_THIS_MACHINE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['DATA_DIRECTORY', 'DAMAGED', 'LOCKED'])

/** A command that may run with nobody at the screen: log, summary and monitor are told how it ended. */
export abstract class ReportingCommand<T extends typeof Command> extends ServiceCommand<T> {
  #observer: Observer | undefined
  #startedAt = Date.now()
  #begunAt = steadyMs()

  /**
   * What settles it where its process dies before it has ended: from the middle of a sentence on, after "If it has died,". It stands in the summary, for
   * whoever finds that file, from before the first request that changes something; from the beginning where there is none.
   */
  protected abstract ifDied(): string

  /** The profile as it has to be named once more, for a command that is suggested. */
  protected get sameProfile(): string {
    const { profile } = this.flags as { profile?: string }
    return profile === undefined ? '' : ` --profile ${shellWord(profile)}`
  }

  /** Whether this invocation is reported: a dry run tells no monitor and prints its plan. */
  protected isReported(): boolean {
    return true
  }

  /** Whether HUBSWITCH_PING_URL alone has the monitor told. It watches for pushes: a command that merely looks must not be taken for one. */
  protected isPingedByVariable(): boolean {
    return false
  }

  /** A clock reads its exit code: nothing about its printing may replace it. */
  protected override async changes(): Promise<boolean> {
    return true
  }

  /** What this command has told so far; undefined where nobody is to hear of it. */
  protected get observer(): Observer | undefined {
    return this.#observer
  }

  protected override async begin(): Promise<void> {
    const given = readUnattended(this.flags as unknown as UnattendedFlags)
    if (!this.isReported()) {
      const left = leftAlone(this.flags)
      if (left !== undefined) this.notice(left)
      this.armDeadline()
      return
    }
    const wishes = await this.#settleFiles(given)
    this.#observer = await this.#observe(wishes)
    const begun = {
      command: this.#name(),
      ...this.#where(),
      run: undefined,
      startedAt: this.#startedAt,
      seconds: 0,
      warnings: [],
      ifDied: (await this.isToWrite()) ? UNCHANGED : this.ifDied(),
    }
    this.#observer?.watches(begun)
    if (wishes.jitterMs !== undefined) await this.#wait(wishes.jitterMs)
    this.restartClock()
    this.#startedAt = Date.now()
    this.#begunAt = steadyMs()
    this.armDeadline()
    this.#observer?.began(`Began hubswitch ${this.#name()}.`)
  }

  /** Whether requests of this command change something: until the first of them nothing can be in doubt. */
  protected async isToWrite(): Promise<boolean> {
    return (await import('../show/known-columns.js')).isWriting((this.ctor as typeof ServiceCommand).calls)
  }

  /** What did not happen where this machine keeps the command from its first request, such as "Nothing was booked." */
  protected ifKept(): string | undefined {
    return undefined
  }

  protected override endingOf(fault: Fault): Fault {
    const ended = super.endingOf(fault)
    const { code, message, next, findings, facts, cause } = ended
    const said = this.ifKept()
    if (said === undefined || !OF_THIS_MACHINE.has(code) || this.writesSent() > 0) return ended
    return /nothing was|was not asked/i.test(`${message} ${next}`)
      ? ended
      : new Fault(code, message, { next: `${next} ${said}`.trim(), findings, facts, cause })
  }

  protected override beforeFirstWrite(): void {
    this.#observer?.mayHaveChanged(this.ifDied())
  }

  /**
   * No file of the command is written over by another, and none that is something else: a summary goes beside it, a log is appended to.
   * @returns the wishes, with the place of the summary
   * @throws Fault USAGE
   */
  async #settleFiles(wishes: UnattendedWishes): Promise<UnattendedWishes> {
    const { log, summary } = wishes
    const { rejects, plan, map, file } = this.flags as Readonly<Record<string, string | undefined>>
    const others = [...this.operands, rejects, plan, map, file]
      .filter((name) => name !== undefined && name !== '-')
      .map((name) => ({ name: name as string }))
    const withLog = log === undefined ? others : [...others, { name: log.file }]
    const to =
      summary === undefined
        ? undefined
        : await placeBeside({
            to: summary.file,
            flag: '--summary',
            what: 'the summary',
            sources: withLog,
            isOurs: isSummary,
            mayBeUnwritable: true,
          })
    if (summary !== undefined && to !== summary.file)
      this.alert(
        `${summary.file} is a file that no earlier --summary has written, and is left as it is. The summary is written to ${to}.`,
      )
    if (log !== undefined) {
      await refuseOwnFile({ to: log.file, flag: '--log-file', sources: others })
      if (!(await mayAppend(log.file)))
        throw new Fault('USAGE', `--log-file ${log.file} is a file that no earlier --log-file has written.`, {
          next: 'Name another file with --log-file. Nothing was sent.',
        })
      if (await isShared(log.file))
        this.notice(`${log.file} does not begin like a log of hubswitch; it is appended to.`)
    }
    return summary === undefined || to === undefined ? wishes : { ...wishes, summary: { ...summary, file: to } }
  }

  protected override async whenEnded({ answer, fault, exitCode }: Ended): Promise<void> {
    if (this.#observer === undefined) {
      // Without flags, or with wrong ones, nothing observes it yet.
      if (fault?.code === 'USAGE' || fault?.code === 'DATA_DIRECTORY')
        await tellEarlyEnd(
          {
            command: this.#name(),
            run: undefined,
            startedAt: this.#startedAt,
            seconds: 0,
            exitCode,
            fault,
            warnings: [],
          },
          this.argv,
          {
            isByVariable: this.isPingedByVariable(),
            userAgent: this.config.userAgent,
            caFile: this.#caFile(),
            tell: (line) => this.alert(line),
            folders: this.#foldersIfAny(),
          },
        )
      return
    }
    const run = this.#observer.run ?? runOf(answer?.data) ?? runOf(fault?.facts)
    await this.#observer.ended({
      command: this.#name(),
      ...this.#where(),
      run,
      startedAt: this.#startedAt,
      seconds: Math.round((steadyMs() - this.#begunAt) / 100) / 10,
      exitCode,
      answer: answer && impersonalAnswer(answer),
      fault: fault && impersonalFault(fault),
      warnings: this.warnings(),
    })
  }

  override insist(line: string): void {
    super.insist(line)
    this.#observer?.insisted(line)
  }

  override notice(line: string, isPainted = false, level: Level = 'info'): void {
    super.notice(line, isPainted, level === 'info' ? level : 'warn')
    this.#observer?.heard(line, level)
  }

  /** Folders that cannot be told are what the command ended with. */
  #foldersIfAny(): ReturnType<typeof this.folders> | undefined {
    try {
      return this.folders()
    } catch {
      return undefined
    }
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
    const byVariable = flag === FROM_VARIABLE || (flag === undefined && this.isPingedByVariable())
    const variable = byVariable ? readVariable(process.env, PING_VARIABLE, 'USAGE') : undefined
    if (flag === FROM_VARIABLE && variable === undefined)
      throw new Fault('USAGE', `--ping-url ${FROM_VARIABLE} takes the URL from ${PING_VARIABLE}, which is not set.`, {
        next: `Set ${PING_VARIABLE} or ${PING_VARIABLE}_FILE. Nothing was sent.`,
      })
    const address = variable?.value ?? flag
    if (wishes.log === undefined && wishes.summary === undefined && address === undefined && !quiet) return undefined
    const redact =
      wishes.log === undefined && wishes.summary === undefined && address === undefined
        ? (text: string): string => text
        : await redactorOfEnvironment(address)
    const tell = (line: string): void => this.alert(redact(line))
    const log =
      wishes.log === undefined
        ? undefined
        : new LogFile({ ...wishes.log, command: this.#name(), onProblem: tell, redact })
    if (address === undefined) return new Observer({ wishes, log, pinger: undefined, redact, tell })
    const { createPinger } = await import('../../client/index.js')
    const pinger = createPinger(address.trim(), {
      name: variable?.from ?? '--ping-url',
      userAgent: this.config.userAgent,
      caFile: this.#caFile(),
    })
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
    this.notice(
      `Waiting ${durationText(Math.ceil(ms / 1000))} before it begins (--jitter ${durationText(Math.ceil(jitterMs / 1000))}).`,
    )
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

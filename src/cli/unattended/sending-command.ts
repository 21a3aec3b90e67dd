import type { Command } from '@oclif/core'
import { type ErrorCode, EXIT, Fault } from '../../errors.js'
import type { Ended } from '../command/index.js'
import { RUN_FIELDS, type RunEvents } from '../sending/index.js'
import { type Shows, tellLost } from '../show/index.js'
import { leave } from '../signals/index.js'
import { type Answer, TIME_UP, timeUpFault } from '../terminal/index.js'
import { EventLog, refuseOtherFile } from './event-log.js'
import { redactorOfEnvironment } from './redact.js'
import { ReportingCommand } from './reporting-command.js'

/** Faults that say so in words of their own, or need not. */
const UNTOLD: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INTERRUPTED', 'OUTCOME_UNKNOWN', 'PARTIAL', 'NOT_FOUND'])

/** What the documents of pushes, resumes and undos hold where there is nothing to say. */
const NOTHING_SENT = { run: null, plan: null, rejectedRows: [], rejectedNights: [] }

/** A command that sends a run, and may do so with nobody at the screen: with --quiet it is silent on success, and complete on failure. */
export abstract class SendingCommand<T extends typeof Command> extends ReportingCommand<T> {
  #events: EventLog | undefined

  /** Whether this invocation is to send: a dry run reports to no monitor and prints its plan. */
  protected abstract isToSend(): boolean

  protected override ifDied(): string {
    return `which "hubswitch run lock list" shows, "hubswitch run list" tells what it sent, and "hubswitch run resume --last${this.sameProfile}" sends the rest.`
  }

  protected override isReported(): boolean {
    return this.isToSend()
  }

  protected override isPingedByVariable(): boolean {
    return true
  }

  protected override onlyReads(): boolean {
    return !this.isToSend()
  }

  protected override buildsOn(): 'calendar' {
    return 'calendar'
  }

  /**
   * For work that lets no timer run meanwhile, before anything is sent.
   * @throws Fault DEADLINE once the time is up that --deadline gives
   */
  endIfLate(): void {
    if ((this.sending().deadlineMs ?? 1) <= 0) throw timeUpFault(new Fault('DEADLINE', TIME_UP), 0)
  }

  /** Whoever wants to hear of every request. */
  events(): RunEvents | undefined {
    return this.#events
  }

  protected override async begin(): Promise<void> {
    const { events: to } = this.flags as { events?: string }
    if (to === undefined || !this.isToSend()) return super.begin()
    await this.#refuseEvents(to)
    const redact = await redactorOfEnvironment(undefined)
    this.#events = await EventLog.open(to, {
      command: (this.id ?? '').replaceAll(':', ' '),
      redact,
      tell: (line) => this.insist(line),
    })
    return super.begin()
  }

  /**
   * Standard output holds one thing, and a file that the command uses otherwise keeps what it is for.
   * @throws Fault USAGE
   */
  async #refuseEvents(to: string): Promise<void> {
    const { json, output, columns } = this.flags as { json: boolean; output?: string; columns?: string }
    if (to === '-' && (json || output !== undefined || columns !== undefined))
      throw new Fault('USAGE', '--events - and the answer of the command would both be written to standard output.', {
        next: 'Name a file or a pipe with --events, or leave out --json, --output and --columns. Nothing was sent.',
      })
    const flags = this.flags as Readonly<Record<string, string | undefined>>
    const others = ['rejects', 'plan', 'map', 'log-file', 'summary'].map((name) => flags[name])
    const sources = [...this.operands, ...others].filter((name) => name !== undefined && name !== '-')
    await refuseOtherFile(
      to,
      sources.map((name) => ({ name: name as string })),
    )
  }

  protected override async whenEnded(ended: Ended): Promise<void> {
    await super.whenEnded(ended)
    if (this.#events === undefined) return
    const { answer, fault, exitCode } = ended
    const isTaken = await this.#events.done({ run: this.observer?.run, exitCode, answer, fault })
    // A reader that takes nothing of standard output would hold up the end for ever.
    if (!isTaken && this.streamsData()) leave(exitCode)
    if (!this.streamsData()) return
    // Whoever read the events has not got all of them.
    if ((await tellLost({ isData: true })) && exitCode === EXIT.ok) process.exitCode = EXIT.partial
  }

  protected override streamsData(): boolean {
    return this.#events !== undefined && (this.flags as { events?: string }).events === '-'
  }

  /** A run of this command goes out. */
  runBegins(run: number): void {
    this.observer?.sends(run)
  }

  /** What was planned, sent, or both has the same keys. */
  protected override inFull(answer: Answer): Answer {
    const { data } = answer
    if (typeof data !== 'object' || data === null || !('run' in data || 'plan' in data)) return answer
    const isDry = (this.flags as { 'dry-run'?: boolean })['dry-run'] === true
    return { ...answer, data: { ...NOTHING_SENT, dryRun: isDry, ...data } }
  }

  protected override async isSilent(answer: Answer): Promise<boolean> {
    const { events, quiet } = this.flags as { events?: string; quiet: boolean }
    if (this.#events !== undefined && events === '-') {
      const isWell = (answer.exitCode ?? EXIT.ok) === EXIT.ok
      if (!(quiet && isWell) && answer.view.kind === 'text') this.alert(answer.view.text)
      return true
    }
    return this.isToSend() && super.isSilent(answer)
  }

  protected override shows(): Shows {
    return { fields: RUN_FIELDS, isOwn: true }
  }

  /** Says of every failure before the first request that it is one. */
  protected override endingOf(fault: Fault): Fault {
    const ended = super.endingOf(fault)
    const { code, message, next, findings, facts, cause } = ended
    const runId = this.handedOver
    if (runId !== undefined && !next.includes('hubswitch run show'))
      return new Fault(code, message, {
        next: `${next} "hubswitch run show ${runId}" tells whether run ${runId} is in the estate, and how it goes.`.trim(),
        findings,
        facts: { ...facts, run: runId },
        cause,
      })
    if (
      !this.isToSendNow() ||
      this.writesSent() > 0 ||
      UNTOLD.has(code) ||
      /nothing was (?:sent|changed)|had sent/i.test(`${message} ${next}`)
    )
      return ended
    return new Fault(code, message, { next: `${next} Nothing was sent.`, findings, facts, cause })
  }

  /** What could not be parsed has sent nothing, and is not asked what it would have sent. */
  private isToSendNow(): boolean {
    return (this.flags as object | undefined) !== undefined && this.isToSend()
  }

  /** With the time of each, because it is read hours later. */
  protected override tellKept(): void {
    if (this.observer === undefined) return super.tellKept()
    if ((this.flags as { quiet?: boolean } | undefined)?.quiet === true)
      for (const line of this.observer.notices) this.alert(line)
  }
}

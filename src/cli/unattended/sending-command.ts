import type { Command } from '@oclif/core'
import { type ErrorCode, Fault } from '../../errors.js'
import { RUN_FIELDS } from '../sending/index.js'
import type { Shows } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { ReportingCommand } from './reporting-command.js'

/** Faults that say so in words of their own, or need not. */
const UNTOLD: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INTERRUPTED', 'OUTCOME_UNKNOWN', 'PARTIAL', 'NOT_FOUND'])

/** What the documents of pushes, resumes and undos hold where there is nothing to say. */
const NOTHING_SENT = { dryRun: false, run: null, plan: null, rejectedRows: [], rejectedNights: [] }

/** A command that sends a run, and may do so with nobody at the screen: with --quiet it is silent on success, and complete on failure. */
export abstract class SendingCommand<T extends typeof Command> extends ReportingCommand<T> {
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

  /** A run of this command goes out. */
  runBegins(run: number): void {
    this.observer?.sends(run)
  }

  /** What was planned, sent, or both has the same keys. */
  protected override inFull(answer: Answer): Answer {
    const { data } = answer
    if (typeof data !== 'object' || data === null || !('run' in data || 'plan' in data)) return answer
    return { ...answer, data: { ...NOTHING_SENT, ...data } }
  }

  protected override async isSilent(answer: Answer): Promise<boolean> {
    return this.isToSend() && super.isSilent(answer)
  }

  protected override shows(): Shows {
    return { fields: RUN_FIELDS, isOwn: true }
  }

  /** Says of every failure before the first request that it is one. */
  protected override endingOf(fault: Fault): Fault {
    const ended = super.endingOf(fault)
    const { code, message, next, findings, facts, cause } = ended
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

import type { Command } from '@oclif/core'
import { EXIT } from '../../errors.js'
import type { Answer } from '../view.js'
import { ReportingCommand } from './reporting-command.js'

/** A command that sends a run, and may do so with nobody at the screen: with --quiet it is silent on success, and complete on failure. */
export abstract class SendingCommand<T extends typeof Command> extends ReportingCommand<T> {
  /** Whether this invocation is to send: a dry run reports to no monitor and prints its plan. */
  protected abstract isToSend(): boolean

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

  protected override isSilent({ exitCode = EXIT.ok }: Answer): boolean {
    const { quiet, json, output, columns } = this.flags as { quiet: boolean; json: boolean; output?: string; columns?: string }
    if (!quiet || !this.isToSend()) return false
    if (exitCode === EXIT.ok) return !json && output === undefined && columns === undefined && this.warnings().length === 0
    this.#tellKept()
    return false
  }

  protected override beforeFault(): void {
    if ((this.flags as { quiet?: boolean } | undefined)?.quiet === true) this.#tellKept()
  }

  /** What --quiet kept back is part of a failure's story. */
  #tellKept(): void {
    for (const line of this.observer?.notices ?? []) this.alert(line)
  }
}

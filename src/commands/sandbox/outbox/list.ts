import { Flags } from '@oclif/core'
import { outboxColumns, SandboxCommand, sandboxFlags, viewMessage } from '../../../cli/command/index.js'
import { list } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class SandboxOutboxList extends SandboxCommand<typeof SandboxOutboxList> {
  static override summary = 'List notifications to the PMS and their delivery state'
  static override description =
    'waiting: an attempt is still to come. partial: the PMS took it and left something undone. unknown: the PMS received it, or may have, and has not said whether it took it. failed: a dead letter, sent again only by "sandbox outbox resend". superseded: failed, partial or unknown before, and a later message has brought the PMS the booking or cancelled it there; or the message of a booking cancelled before the PMS had it. --json shows the messages themselves. Like every command that opens the sandbox, it first sends what is due.'
  static override examples = [
    '<%= config.bin %> sandbox outbox list',
    '<%= config.bin %> sandbox outbox list --state failed --json',
  ]
  static override flags = {
    ...sandboxFlags,
    state: Flags.option({
      options: ['waiting', 'delivered', 'partial', 'unknown', 'failed', 'superseded'] as const,
      summary: 'Only notifications in this state',
    })(),
  }

  async execute(): Promise<Answer> {
    const sandbox = await this.openSandbox()
    await sandbox.outbox.caughtUp()
    const { outbox } = sandbox
    const messages = outbox.list(this.flags.state).map((one) => viewMessage(one, { isHeld: outbox.isHeld(one) }))
    return list(
      messages,
      messages,
      outboxColumns,
      this.flags.state === undefined ? 'The outbox is empty.' : `Nothing in the outbox is ${this.flags.state}.`,
    )
  }
}

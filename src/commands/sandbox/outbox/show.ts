import { Args } from '@oclif/core'
import { SandboxCommand, sandboxFlags } from '../../../cli/command/index.js'
import { viewEntry } from '../../../cli/sandbox/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import { Fault } from '../../../errors.js'

export default class SandboxOutboxShow extends SandboxCommand<typeof SandboxOutboxShow> {
  static override summary =
    'Show a notification with every attempt: when, what the PMS answered, when the next one follows'
  static override description =
    'Of a message that is tried no more, says when and why it ended and what its deadline was; ended in --json. The last 500 attempts are kept. A change behind a booking that is a dead letter goes out as that booking, as it stands now. Behind one of which it is not known whether the PMS took it, a change waits until you settle that with "sandbox outbox resend". A cancellation is sent where the PMS has the booking or may have it, and does not wait for such a change; once the PMS has taken it, what was open before it is superseded. Behind a booking that the PMS never had it is not sent, and both are superseded. Like every command that opens the sandbox, it first sends what is due.'
  static override examples = [
    '<%= config.bin %> sandbox outbox show 1',
    '<%= config.bin %> sandbox outbox show 1 --json',
  ]
  static override args = { id: Args.string({ required: true, description: 'Id in "sandbox outbox list"' }) }
  static override flags = { ...sandboxFlags }

  async execute(): Promise<Answer> {
    const { id } = this.args
    if (!/^[1-9]\d{0,14}$/.test(id))
      throw new Fault('USAGE', `"${id}" is not the id of a notification.`, {
        next: 'Run "hubswitch sandbox outbox list".',
      })
    const sandbox = await this.openSandbox()
    await sandbox.outbox.caughtUp()
    return viewEntry(sandbox.outbox.entry(Number(id)))
  }
}

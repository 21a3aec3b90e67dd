import { Args, Flags } from '@oclif/core'
import {
  exitOfLeft,
  faultOfResend,
  openSandboxOf,
  outboxColumns,
  sandboxWriteFlags,
  viewMessage,
  wordsOfLeft,
} from '../../../cli/command/index.js'
import { list, triedAnswer } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../../cli/unattended/index.js'
import { Fault } from '../../../errors.js'
import { shellWord } from '../../../shell-word.js'

/** Above the preview: its rows are of a copy. */
const WOULD =
  'Dry run: nothing was sent, and nothing was changed. These would be sent again, in this order; the table shows them as they would stand in the outbox before their attempt, each with the answer of an earlier one:'

export default class SandboxOutboxResend extends ReportingCommand<typeof SandboxOutboxResend> {
  static override summary = 'Send notifications to the PMS again'
  static override description =
    'Takes failed and delivered notifications and starts over with the attempts. Later notifications of the same reservation follow, so that the PMS ends up with the current state. A change that waits because it is not known whether the PMS has the booking goes alone where you name it: name it only where the PMS has the booking. ' +
    'Ends with 0 when all were taken, 12 when it is not known whether the PMS took one, else 13 when it refused one, else 3 when it took one in part, else 10 when it did not answer. What --all leaves alone counts as it stands: 12 for unknown outcome, 3 for taken in part.'
  static override examples = [
    '<%= config.bin %> sandbox outbox resend 1',
    '<%= config.bin %> sandbox outbox resend --all',
    '<%= config.bin %> sandbox outbox resend --all --include-unknown',
  ]
  static override args = { id: Args.string({ description: 'Id in the outbox; several are allowed' }) }
  static override strict = false
  static override flags = {
    ...sandboxWriteFlags,
    all: Flags.boolean({ summary: 'All failed notifications' }),
    'include-unknown': Flags.boolean({
      dependsOn: ['all'],
      summary:
        'With --all: also those that the PMS took in part, or of which it is not known whether it took them; a PMS that has one may book it twice',
    }),
    ...unattendedFlags,
  }

  protected override isReported(): boolean {
    return !this.flags['dry-run']
  }

  protected override ifDied(): string {
    return `"hubswitch sandbox outbox list${this.flags.data === undefined ? '' : ` --data ${shellWord(this.flags.data)}`}" shows what became of each message. One that was under way may have arrived: check at the PMS before you send it again.`
  }

  async execute(): Promise<Answer> {
    const ids = this.operands.map((given) => {
      if (/^[1-9]\d{0,14}$/.test(given)) return Number(given)
      throw new Fault('USAGE', `"${given}" is not the id of a notification.`, {
        next: 'Run "hubswitch sandbox outbox list".',
      })
    })
    if (ids.length > 0 ? this.flags.all : !this.flags.all)
      throw new Fault('USAGE', 'Give the ids of notifications, or --all for all failed ones.', {
        next: '"hubswitch sandbox outbox list" shows them.',
      })
    const sandbox = await openSandboxOf({
      data: this.flags.data,
      folders: this.folders(),
      userAgent: this.config.userAgent,
      whenDone: (close) => this.whenDone(close),
      isDry: this.flags['dry-run'],
    })
    const isWhole = this.flags['include-unknown']
    const wanted = isWhole ? 'open' : this.flags.all ? 'failed' : ids
    const isDry = this.flags['dry-run']
    const sent = isDry ? sandbox.outbox.queueAgain(wanted) : await sandbox.outbox.resend(wanted)
    // What was sent may have superseded one that was left alone.
    const left =
      this.flags.all && !isWhole
        ? [...sandbox.outbox.list('unknown'), ...sandbox.outbox.list('partial')].filter(
            ({ id }) => !sent.some((one) => one.id === id),
          )
        : []
    const fault = isDry ? undefined : faultOfResend(sent, left)
    if (fault !== undefined) throw fault
    if (left.length > 0) this.notice(wordsOfLeft(left, { isDry }), false, 'warn')
    const messages = sent.map((one) => viewMessage(one))
    if (isDry) this.notice(sent.length > 0 ? WOULD : 'Dry run: nothing was sent.')
    const answer = list(
      messages,
      messages,
      outboxColumns,
      isWhole ? 'No failed notifications, and none of unknown outcome or taken in part.' : 'No failed notifications.',
    )
    return isDry ? triedAnswer(answer) : { ...answer, exitCode: exitOfLeft(left) }
  }
}

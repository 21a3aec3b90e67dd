import { Args, Flags } from '@oclif/core'
import { BaseCommand } from '../../cli/command/index.js'
import { explainFile } from '../../cli/resnotif/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifExplain extends BaseCommand<typeof ResnotifExplain> {
  static override summary = 'Explain what a captured notification books, and what its counters should be'
  static override description =
    'Says what a message does, and lists guests, dates, rooms, prices and requests of any sender, with the codes as they are and as they should be. Takes what lint takes: a message, a dump of HTTP, a trace, a log, a HAR file, a folder or an archive. Exits with 6 if there is no notification in it, and with 3 if a part of it cannot be read.'
  static override examples = [
    '<%= config.bin %> resnotif explain samples/notification-wrong.xml',
    '<%= config.bin %> resnotif explain - --json < samples/notification.xml',
    '<%= config.bin %> resnotif explain samples/notification-modify.xml --diff samples/notification.xml  # what the change means for the hotel',
    '<%= config.bin %> resnotif explain samples/notification-wrong.xml --html notification.html',
  ]
  static override args = {
    file: Args.string({ required: true, description: 'Captured message; - for standard input', ignoreStdin: true }),
  }

  static override flags = {
    diff: Flags.string({
      summary:
        'Tell what the message changes of this earlier one: who moves, which nights, what it costs, and every other value that differs',
      helpValue: '<file>',
    }),
    'other-message': Flags.integer({
      min: 1,
      dependsOn: ['diff'],
      summary:
        'Of several messages in the file of --diff, this one; without it the only one about the same reservation',
    }),
    html: Flags.string({ summary: 'Also write it as a page of HTML, to send to the other side', helpValue: '<file>' }),
    message: Flags.integer({ min: 1, summary: 'Of several messages in a capture, only this one' }),
  }

  async execute(): Promise<Answer> {
    const { output, columns, diff, html, message } = this.flags
    return explainFile({
      file: this.args.file,
      message,
      diff,
      otherMessage: this.flags['other-message'],
      html,
      terminal: this.terminal,
      output,
      columns,
      notice: (line) => this.notice(line),
    })
  }
}

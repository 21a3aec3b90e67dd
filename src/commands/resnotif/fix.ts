import { Args, Flags } from '@oclif/core'
import { BaseCommand } from '../../cli/command/index.js'
import { fixFile } from '../../cli/resnotif/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifFix extends BaseCommand<typeof ResnotifFix> {
  static override summary = 'Correct the counters and references of a captured notification'
  static override description =
    'Everything else is left byte for byte as it is. Of a capture (a dump, a log, a HAR file, an archive) the bare message is written. Changes are listed on standard error. A terminal and --json show stars for card numbers and passwords; a file or pipe gets the message whole. If the message does not say which guests share a unit, their counters are left unchanged unless --guest-units or --guests-per-unit says who does. The order of the guests says nothing. Exits with 8 if errors remain.'
  static override examples = [
    '<%= config.bin %> resnotif fix samples/notification-wrong.xml > corrected.xml',
    '<%= config.bin %> resnotif fix samples/captured.log --save corrected.xml  # the bare message, taken out of the log',
    'cp samples/notification-wrong.xml captured.xml && <%= config.bin %> resnotif fix captured.xml --in-place',
  ]
  static override args = {
    file: Args.string({ required: true, description: 'Captured message; - for standard input', ignoreStdin: true }),
  }
  static override flags = {
    'guests-per-unit': Flags.string({
      summary:
        'Guests of each unit, where those of one stand one behind the other: 1,3, or 101-501=1,3 for one product; can be repeated',
      helpValue: '<n,n>',
      multiple: true,
    }),
    'guest-units': Flags.string({
      summary:
        'Unit of each guest, in the order of the message: 1,2,1, or 101-501=1,2,1 for one product; can be repeated',
      helpValue: '<n,n>',
      multiple: true,
    }),
    message: Flags.integer({ min: 1, summary: 'Of several messages in a capture, this one' }),
    save: Flags.string({
      summary: 'Write the corrected message to a file',
      helpValue: '<file>',
      exclusive: ['in-place'],
    }),
    'in-place': Flags.boolean({ summary: 'Overwrite the captured message' }),
  }

  protected override async changes(): Promise<boolean> {
    return this.flags.save !== undefined || this.flags['in-place']
  }

  async execute(): Promise<Answer> {
    const {
      message,
      save,
      'in-place': isInPlace,
      'guests-per-unit': guestsPerUnit = [],
      'guest-units': guestUnits = [],
      json,
      output,
      columns,
    } = this.flags
    const isData = json || output !== undefined || columns !== undefined
    return fixFile({
      file: this.args.file,
      message,
      save,
      isInPlace,
      isData,
      isScreen: this.terminal.stdout,
      output: json ? 'json' : output,
      guestsPerUnit,
      guestUnits,
      notice: (line, isPainted) => this.notice(line, isPainted),
    })
  }
}

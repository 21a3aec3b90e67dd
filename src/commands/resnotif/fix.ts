import { Args, Flags } from '@oclif/core'
import { BaseCommand } from '../../cli/base-command.js'
import { fixFile } from '../../cli/resnotif-fix.js'
import type { Answer } from '../../cli/view.js'

export default class ResnotifFix extends BaseCommand<typeof ResnotifFix> {
  static override summary = 'Correct the counters and references of a captured notification'
  static override description = 'Everything else stays byte for byte. The changes are listed on standard error. Exit 8 where errors remain that cannot be corrected.'
  static override examples = ['<%= config.bin %> resnotif fix samples/notification-wrong.xml > corrected.xml', '<%= config.bin %> resnotif fix captured.xml --in-place']
  static override args = { file: Args.string({ required: true, description: 'Captured message; - reads standard input', ignoreStdin: true }) }
  static override flags = {
    save: Flags.string({ summary: 'Write the corrected message to a file', helpValue: '<file>', exclusive: ['in-place'] }),
    'in-place': Flags.boolean({ summary: 'Write the corrected message over the captured one' }),
  }

  async execute(): Promise<Answer> {
    const { save, 'in-place': isInPlace, json, output, columns } = this.flags
    const isData = json || output !== undefined || columns !== undefined
    return fixFile({ file: this.args.file, save, isInPlace, isData, output: json ? 'json' : output, notice: (line) => this.notice(line) })
  }
}

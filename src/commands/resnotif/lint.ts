import { Args, Flags } from '@oclif/core'
import { BaseCommand } from '../../cli/base-command.js'
import { lintFiles, listRules } from '../../cli/resnotif-lint.js'
import type { Answer } from '../../cli/view.js'

export default class ResnotifLint extends BaseCommand<typeof ResnotifLint> {
  static override summary = 'Check captured notifications: why a PMS rejects them, and what to change'
  static override description =
    'Any OTA_HotelResNotifRQ, yours or a stranger\'s, in an envelope or not, broken XML included. Exit 8 where a file has an error; warnings alone are exit 0.'
  static override examples = ['<%= config.bin %> resnotif lint samples/notification.xml samples/notification-wrong.xml  # exit 8: one counter is wrong', '<%= config.bin %> resnotif lint - --json < samples/notification.xml', '<%= config.bin %> resnotif lint --rules']
  static override strict = false
  static override args = { file: Args.string({ description: 'Captured messages; - reads standard input', ignoreStdin: true }) }
  static override flags = {
    xsd: Flags.string({ summary: 'Check against this schema too; findings on composite references are set aside and counted', helpValue: '<file>' }),
    rules: Flags.boolean({ summary: 'List all rules' }),
  }

  async execute(): Promise<Answer> {
    const { xsd, rules, output, columns } = this.flags
    return rules ? listRules() : lintFiles({ files: this.operands, xsd, terminal: this.terminal, output, columns, notice: (line) => this.notice(line) })
  }
}

import { Args, Flags } from '@oclif/core'
import { BaseCommand } from '../../cli/command/index.js'
import { lintFiles, listRules } from '../../cli/resnotif/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifLint extends BaseCommand<typeof ResnotifLint> {
  static override summary = 'Check captured notifications: why a PMS would reject them, and what to change'
  static override description =
    'Takes any OTA_HotelResNotifRQ, with or without a SOAP envelope, even broken XML. Exits with 8 if a file has an error; warnings alone exit with 0.'
  static override examples = [
    '<%= config.bin %> resnotif lint samples/notification.xml samples/notification-wrong.xml  # exit 8: one counter is wrong',
    '<%= config.bin %> resnotif lint - --json < samples/notification.xml',
    '<%= config.bin %> resnotif lint --rules',
  ]
  static override strict = false
  static override args = {
    file: Args.string({ description: 'Captured message; - for standard input', ignoreStdin: true }),
  }
  static override flags = {
    xsd: Flags.string({
      summary: 'Also validate against this schema; findings on composite references are only counted',
      helpValue: '<file>',
    }),
    rules: Flags.boolean({ summary: 'List all rules' }),
  }

  async execute(): Promise<Answer> {
    const { xsd, rules, output, columns } = this.flags
    return rules
      ? listRules()
      : lintFiles({
          files: this.operands,
          xsd,
          terminal: this.terminal,
          output,
          columns,
          notice: (line) => this.notice(line),
        })
  }
}

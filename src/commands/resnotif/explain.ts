import { Args } from '@oclif/core'
import { BaseCommand } from '../../cli/command/index.js'
import { explainFile } from '../../cli/resnotif/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifExplain extends BaseCommand<typeof ResnotifExplain> {
  static override summary = 'Explain what a captured notification books, and what its counters should be'
  static override description =
    'Lists guests, dates, rooms and prices of any sender, with the codes as they are and as they should be. Exits with 6 if the text is not a notification.'
  static override examples = [
    '<%= config.bin %> resnotif explain samples/notification-wrong.xml',
    '<%= config.bin %> resnotif explain - --json < samples/notification.xml',
  ]
  static override args = {
    file: Args.string({ required: true, description: 'Captured message; - for standard input', ignoreStdin: true }),
  }

  async execute(): Promise<Answer> {
    const { output, columns } = this.flags
    return explainFile({ file: this.args.file, terminal: this.terminal, output, columns })
  }
}

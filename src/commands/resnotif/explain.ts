import { Args } from '@oclif/core'
import { BaseCommand } from '../../cli/base-command.js'
import { explainFile } from '../../cli/resnotif-explain.js'
import type { Answer } from '../../cli/view.js'

export default class ResnotifExplain extends BaseCommand<typeof ResnotifExplain> {
  static override summary = 'Tell what a captured notification books, and what its counters should be'
  static override description = 'Guests, days, rooms and money in plain words, of any sender; codes as they are beside codes as they should be. Exit 6 where the text holds no notification.'
  static override examples = ['<%= config.bin %> resnotif explain samples/notification-wrong.xml', '<%= config.bin %> resnotif explain - --json < captured.xml']
  static override args = { file: Args.string({ required: true, description: 'Captured message; - reads standard input', ignoreStdin: true }) }

  async execute(): Promise<Answer> {
    const { output, columns } = this.flags
    return explainFile({ file: this.args.file, terminal: this.terminal, output, columns })
  }
}

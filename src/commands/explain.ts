import { Args } from '@oclif/core'
import { BaseCommand } from '../cli/command/index.js'
import { explain } from '../cli/explain/index.js'
import type { Answer } from '../cli/terminal/index.js'

export default class Explain extends BaseCommand<typeof Explain> {
  static override summary = 'Explain the code of an error: cause, example, what to do'
  static override description =
    'Every error has a code, which --json prints as error.code. An exit code works too. Without one, all codes are listed.'
  static override examples = [
    '<%= config.bin %> explain OUTCOME_UNKNOWN',
    '<%= config.bin %> explain 7',
    '<%= config.bin %> explain',
  ]
  static override args = { code: Args.string({ description: 'Code of an error, or an exit code' }) }

  async execute(): Promise<Answer> {
    return explain(this.args.code)
  }
}

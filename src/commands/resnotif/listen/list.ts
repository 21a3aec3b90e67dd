import { Flags } from '@oclif/core'
import { BaseCommand } from '../../../cli/command/index.js'
import { listExchanges } from '../../../cli/forward/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class ResnotifListenList extends BaseCommand<typeof ResnotifListenList> {
  static override summary = 'List the notifications that "resnotif listen --forward-to" has passed on'
  static override description =
    'The last that were kept, the newest last. state: what the answer of the PMS proves; unknown if it did not say, did not answer yet, the listener ended before it did, or the message was not read, so that a Success proves nothing; errors is then empty, and notLinted in --json says why.'
  static override examples = [
    '<%= config.bin %> resnotif listen list',
    '<%= config.bin %> resnotif listen list --state failed --json',
  ]
  static override flags = {
    state: Flags.option({
      options: ['delivered', 'partial', 'unknown', 'failed'] as const,
      summary: 'Only notifications in this state',
    })(),
  }

  async execute(): Promise<Answer> {
    return listExchanges(this, this.flags)
  }
}

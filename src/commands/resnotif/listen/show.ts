import { Args } from '@oclif/core'
import { BaseCommand } from '../../../cli/command/index.js'
import { showExchange } from '../../../cli/forward/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class ResnotifListenShow extends BaseCommand<typeof ResnotifListenShow> {
  static override summary = 'Show a notification that was passed on, the answer of the PMS, and what lint finds'
  static override description =
    'Card numbers, security codes, passwords and keys were starred out before it was kept, in texts within the message too (JSON, forms, base64); so was what cannot be looked into, unless "listen" had --save-unread.'
  static override examples = [
    '<%= config.bin %> resnotif listen show 1',
    '<%= config.bin %> resnotif listen show 1 --json',
  ]
  static override args = { id: Args.string({ required: true, description: 'Id in "resnotif listen list"' }) }

  async execute(): Promise<Answer> {
    return showExchange(this, this.args.id)
  }
}

import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { columns, list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyByChannel extends ServiceCommand<typeof PropertyByChannel> {
  static override summary = contract.property.byChannel.summary
  static override examples = [
    '<%= config.bin %> property by-channel 3',
    '<%= config.bin %> property by-channel 3 --json',
  ]
  static override args = { channel: Args.string({ required: true, description: 'Channel id' }) }
  static override calls = ['property.byChannel'] as const

  async execute(): Promise<Answer> {
    const ids = await this.call('property.byChannel', { params: { channelId: this.args.channel } })
    return list(
      ids,
      ids.map((id) => ({ id })),
      columns('id'),
      `No property is connected to channel ${this.args.channel}.`,
    )
  }
}

import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/service-command.js'
import { columns, list } from '../../cli/show/view.js'
import { type Answer } from '../../cli/terminal/answer.js'
import { contract } from '../../contract/map/map.js'

export default class PropertyByChannel extends ServiceCommand<typeof PropertyByChannel> {
  static override summary = contract.property.byChannel.summary
  static override examples = ['<%= config.bin %> property by-channel 3']
  static override args = { channel: Args.string({ required: true, description: 'Channel id' }) }
  static override calls = ['property.byChannel'] as const

  async execute(): Promise<Answer> {
    const ids = await this.call('property.byChannel', { params: { channelId: this.args.channel } })
    return list(ids, ids.map((id) => ({ id })), columns('id'), `No property is connected to channel ${this.args.channel}.`)
  }
}

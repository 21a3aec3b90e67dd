import { Args } from '@oclif/core'
import { mediaColumns } from '../../cli/calendar/columns.js'
import { ServiceCommand } from '../../cli/command/service-command.js'
import { list } from '../../cli/show/view.js'
import { type Answer } from '../../cli/terminal/answer.js'
import { contract } from '../../contract/map/map.js'

export default class PropertyLogos extends ServiceCommand<typeof PropertyLogos> {
  static override summary = contract.property.logos.summary
  static override examples = ['<%= config.bin %> property logos 1000002']
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override calls = ['property.logos'] as const

  async execute(): Promise<Answer> {
    const logos = await this.call('property.logos', { params: { propertyId: this.args.id } })
    return list(logos, logos, mediaColumns, 'This property has no logo.')
  }
}

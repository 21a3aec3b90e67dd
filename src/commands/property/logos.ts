import { Args } from '@oclif/core'
import { mediaColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyLogos extends ServiceCommand<typeof PropertyLogos> {
  static override summary = contract.property.logos.summary
  static override examples = [
    '<%= config.bin %> property logos 1000002',
    '<%= config.bin %> property logos 1000002 --json',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override calls = ['property.logos'] as const

  async execute(): Promise<Answer> {
    const logos = await this.call('property.logos', { params: { propertyId: this.args.id } })
    return list(logos, logos, mediaColumns, 'This property has no logo.')
  }
}

import { Args } from '@oclif/core'
import { identifierColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyIdentifiers extends ServiceCommand<typeof PropertyIdentifiers> {
  static override summary = contract.property.identifiers.summary
  static override examples = [
    '<%= config.bin %> property identifiers 1000001',
    '<%= config.bin %> property identifiers 1000001 --json',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override calls = ['property.identifiers'] as const

  async execute(): Promise<Answer> {
    const identifiers = await this.call('property.identifiers', { params: { propertyId: this.args.id } })
    return list(identifiers, identifiers, identifierColumns, 'This property has no identifiers.')
  }
}

import { Args } from '@oclif/core'
import { propertyColumns } from '../../cli/columns.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { record, type Answer } from '../../cli/view.js'
import { contract } from '../../contract/index.js'

export default class PropertyGet extends ServiceCommand<typeof PropertyGet> {
  static override summary = contract.property.get.summary
  static override examples = ['<%= config.bin %> property get 1000001', '<%= config.bin %> property get 1000001 --json']
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }

  async execute(): Promise<Answer> {
    return record(await this.call('property.get', { params: { id: this.args.id } }), propertyColumns)
  }
}

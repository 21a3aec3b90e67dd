import { Args } from '@oclif/core'
import { infoColumns } from '../../../cli/calendar/columns.js'
import { ServiceCommand } from '../../../cli/command/service-command.js'
import { record } from '../../../cli/show/view.js'
import { type Answer } from '../../../cli/terminal/answer.js'
import { contract } from '../../../contract/map/map.js'

export default class PropertyInfoGet extends ServiceCommand<typeof PropertyInfoGet> {
  static override summary = contract.propertyInfo.get.summary
  static override examples = ['<%= config.bin %> property info get 1000001']
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override calls = ['propertyInfo.get'] as const

  async execute(): Promise<Answer> {
    return record(await this.call('propertyInfo.get', { params: { id: this.args.id } }), infoColumns)
  }
}

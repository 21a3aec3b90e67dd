import { Args } from '@oclif/core'
import { infoColumns } from '../../../cli/calendar/index.js'
import { ServiceCommand } from '../../../cli/command/index.js'
import { record } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import { contract } from '../../../contract/index.js'

export default class PropertyInfoGet extends ServiceCommand<typeof PropertyInfoGet> {
  static override summary = contract.propertyInfo.get.summary
  static override examples = [
    '<%= config.bin %> property info get 1000001',
    '<%= config.bin %> property info get 1000001 --output yaml',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override calls = ['propertyInfo.get'] as const

  async execute(): Promise<Answer> {
    return record(await this.call('propertyInfo.get', { params: { id: this.args.id } }), infoColumns)
  }
}

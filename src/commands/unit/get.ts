import { Args } from '@oclif/core'
import { unitRecordColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class UnitGet extends ServiceCommand<typeof UnitGet> {
  static override summary = contract.unit.get.summary
  static override examples = ['<%= config.bin %> unit get 101', '<%= config.bin %> unit get 101 --output yaml']
  static override args = { id: Args.string({ required: true, description: 'Sellable unit id' }) }
  static override calls = ['unit.get'] as const

  async execute(): Promise<Answer> {
    return record(await this.call('unit.get', { params: { id: this.args.id } }), unitRecordColumns)
  }
}

import { lookupColumns } from '../../cli/calendar/columns.js'
import { ServiceCommand } from '../../cli/command/service-command.js'
import { list } from '../../cli/show/view.js'
import { type Answer } from '../../cli/terminal/answer.js'
import { contract } from '../../contract/map/map.js'

export default class UnitTypes extends ServiceCommand<typeof UnitTypes> {
  static override summary = contract.unit.types.summary
  static override examples = ['<%= config.bin %> unit types']
  static override calls = ['unit.types'] as const

  async execute(): Promise<Answer> {
    const records = await this.call('unit.types', {})
    return list(records, records, lookupColumns, 'No unit types.')
  }
}

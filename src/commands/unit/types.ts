import { lookupColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class UnitTypes extends ServiceCommand<typeof UnitTypes> {
  static override summary = contract.unit.types.summary
  static override examples = ['<%= config.bin %> unit types', '<%= config.bin %> unit types --json']
  static override calls = ['unit.types'] as const

  async execute(): Promise<Answer> {
    const records = await this.call('unit.types', {})
    return list(records, records, lookupColumns, 'No unit types.')
  }
}

import { Args } from '@oclif/core'
import { unitIdentifierColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class UnitIdentifiers extends ServiceCommand<typeof UnitIdentifiers> {
  static override summary = contract.unit.identifiers.summary
  static override examples = ['<%= config.bin %> unit identifiers 101', '<%= config.bin %> unit identifiers 101 --json']
  static override args = { id: Args.string({ required: true, description: 'Sellable unit id' }) }
  static override calls = ['unit.identifiers'] as const

  async execute(): Promise<Answer> {
    const identifiers = await this.call('unit.identifiers', { params: { sellableUnitId: this.args.id } })
    return list(identifiers, identifiers, unitIdentifierColumns, 'This unit has no identifiers.')
  }
}

import { lookupColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class UnitPaymentTypes extends ServiceCommand<typeof UnitPaymentTypes> {
  static override summary = contract.unit.paymentTypes.summary
  static override examples = ['<%= config.bin %> unit payment-types', '<%= config.bin %> unit payment-types --json']
  static override calls = ['unit.paymentTypes'] as const

  async execute(): Promise<Answer> {
    const records = await this.call('unit.paymentTypes', {})
    return list(records, records, lookupColumns, 'No payment types.')
  }
}

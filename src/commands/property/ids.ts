import { Args } from '@oclif/core'
import { propertyListColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { integerOf } from '../../cli/flags/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyIds extends ServiceCommand<typeof PropertyIds> {
  static override summary = contract.property.ids.summary
  static override examples = [
    '<%= config.bin %> property ids 1000001 1000002',
    '<%= config.bin %> property ids 1000001 --output yaml',
  ]
  static override strict = false
  static override args = { id: Args.string({ required: true, description: 'Property ids, without duplicates' }) }
  static override calls = ['property.ids'] as const

  async execute(): Promise<Answer> {
    const propertyIds = this.operands.flatMap((operand) => operand.split(',')).map((id) => integerOf('Property id', id))
    const properties = await this.call('property.ids', { body: { propertyIds } })
    const missing = propertyIds.filter((id) => !properties.some((property) => property.id === id))
    if (missing.length > 0) this.notice(`Not found, or not readable by this account: ${missing.join(', ')}.`)
    return list(properties, properties, propertyListColumns, 'None of these properties was found.')
  }
}

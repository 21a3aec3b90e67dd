import { Args } from '@oclif/core'
import { infoColumns } from '../../../cli/calendar/index.js'
import { BodyCommand } from '../../../cli/command/index.js'
import { bodyFlags, dryRunFlag, schemaFlags } from '../../../cli/flags/index.js'
import { record, type Shows } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import { contract, type InputOf } from '../../../contract/index.js'

const except = ['propertyId']

export default class PropertyInfoSet extends BodyCommand<typeof PropertyInfoSet> {
  static override summary = contract.propertyInfo.set.summary
  static override description =
    'Creates the information if the property has none, and otherwise changes only the given fields.'
  static override examples = [
    '<%= config.bin %> property info set 1000001 --website www.seaview.example --timezone Europe/Lisbon',
    '<%= config.bin %> property info set 1000001 --file samples/property-info.yaml',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override flags = { ...bodyFlags, ...dryRunFlag, ...schemaFlags(contract.propertyInfo.set.body, { except }) }
  static override calls = ['propertyInfo.set'] as const

  protected override shows(): Shows {
    return { columns: infoColumns }
  }

  async execute(): Promise<Answer> {
    const body = {
      ...(await this.body('propertyInfo.set', { except })),
      propertyId: this.args.id,
    } as InputOf<'propertyInfo.set'>['body']
    const info = await this.call('propertyInfo.set', { body })
    this.notice(`Stored the information of property ${info.propertyId}.`)
    return record(info, infoColumns)
  }
}

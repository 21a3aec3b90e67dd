import { Args } from '@oclif/core'
import { infoColumns } from '../../../cli/calendar/index.js'
import { BodyCommand } from '../../../cli/command/index.js'
import { bodyFlags, dryRunFlag, schemaFlags } from '../../../cli/flags/index.js'
import { record, type Shows } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import { contract, type InputOf } from '../../../contract/index.js'

const except = ['propertyId']

export default class PropertyInfoUpdate extends BodyCommand<typeof PropertyInfoUpdate> {
  static override summary = contract.propertyInfo.update.summary
  static override description =
    'The property must already have information; "property info set" creates it. Lists such as languages and addresses are replaced as a whole.'
  static override examples = [
    '<%= config.bin %> property info update 1000001 --website www.seaview.example --timezone Europe/Lisbon',
    '<%= config.bin %> property info update 1000001 --file samples/property-info.yaml',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override flags = { ...bodyFlags, ...dryRunFlag, ...schemaFlags(contract.propertyInfo.update.body, { except }) }
  static override calls = ['propertyInfo.update'] as const

  protected override shows(): Shows {
    return { columns: infoColumns }
  }

  async execute(): Promise<Answer> {
    const body = {
      ...(await this.body('propertyInfo.update', { except })),
      propertyId: this.args.id,
    } as InputOf<'propertyInfo.update'>['body']
    const info = await this.call('propertyInfo.update', { body })
    this.notice(`Updated the information of property ${info.propertyId}.`)
    return record(info, infoColumns)
  }
}

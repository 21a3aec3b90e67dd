import { Args } from '@oclif/core'
import { unitRecordColumns } from '../../cli/calendar/index.js'
import { BodyCommand } from '../../cli/command/index.js'
import { bodyFlags, dryRunFlag, localizedTexts, nameFlag, schemaFlags } from '../../cli/flags/index.js'
import { record, type Shows } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract, type InputOf } from '../../contract/index.js'

const except = ['propertyId']

export default class UnitAdd extends BodyCommand<typeof UnitAdd> {
  static override summary = contract.unit.add.summary
  static override description =
    'The service assigns the ids. Set capacities, descriptions, weekdays and price with --file or --set.'
  static override examples = [
    '<%= config.bin %> unit add 1000001 --file samples/room-double.yaml',
    '<%= config.bin %> unit add 1000001 --unit-type room --name "en:Double room" --name "de:Doppelzimmer" --no-of-sellable-units 12 --base-price 120',
  ]
  static override args = { property: Args.string({ required: true, description: 'Property id' }) }
  static override flags = {
    ...bodyFlags,
    ...dryRunFlag,
    ...nameFlag,
    ...schemaFlags(contract.unit.add.body, { except }),
  }
  static override fieldFlags = { names: '--name' }
  static override calls = ['unit.add'] as const

  protected override shows(): Shows {
    return { columns: unitRecordColumns }
  }

  async execute(): Promise<Answer> {
    const also = this.flags.name === undefined ? {} : { names: localizedTexts(this.flags.name) }
    const body = {
      ...(await this.body('unit.add', { except, also })),
      propertyId: this.args.property,
    } as InputOf<'unit.add'>['body']
    const unit = await this.call('unit.add', { body })
    this.notice(`Added unit ${unit.id} to property ${unit.propertyId ?? this.args.property}.`)
    return record(unit, unitRecordColumns)
  }
}

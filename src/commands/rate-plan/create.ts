import { Args, Flags } from '@oclif/core'
import { ratePlanColumns } from '../../cli/calendar/index.js'
import { BodyCommand } from '../../cli/command/index.js'
import { bodyFlags, dryRunFlag, integerOf, localizedTexts, nameFlag, schemaFlags } from '../../cli/flags/index.js'
import { record, type Shows } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract, type InputOf } from '../../contract/index.js'

const except = ['propertyId']

export default class RatePlanCreate extends BodyCommand<typeof RatePlanCreate> {
  static override summary = contract.ratePlan.create.summary
  static override description =
    'A room sold under a rate plan is a product. Rates files refer to the plan by its id, in rate_plan_id.'
  static override examples = [
    '<%= config.bin %> rate-plan create 1000001 --name "en:Flexible" --unit 101 --unit 102',
    '<%= config.bin %> rate-plan create 1000001 --file samples/rate-plan.yaml',
  ]
  static override args = { property: Args.string({ required: true, description: 'Property id' }) }
  static override flags = {
    ...bodyFlags,
    ...dryRunFlag,
    ...nameFlag,
    unit: Flags.string({
      multiple: true,
      summary: 'Sellable unit that the plan sells; can be repeated',
      helpValue: '<id>',
    }),
    ...schemaFlags(contract.ratePlan.create.body, { except }),
  }
  static override fieldFlags = { names: '--name', sellableUnits: '--unit' }
  static override calls = ['ratePlan.create'] as const

  protected override shows(): Shows {
    return { columns: ratePlanColumns }
  }

  async execute(): Promise<Answer> {
    const { name, unit } = this.flags
    const also = {
      ...(name === undefined ? {} : { names: localizedTexts(name) }),
      ...(unit === undefined ? {} : { sellableUnits: unit.map((id) => ({ sellableUnitId: integerOf('--unit', id) })) }),
    }
    const body = {
      ...(await this.body('ratePlan.create', { except, also })),
      propertyId: this.args.property,
    } as InputOf<'ratePlan.create'>['body']
    const plan = await this.call('ratePlan.create', { body })
    this.notice(`Created rate plan ${plan.id}.`)
    return record(plan, ratePlanColumns)
  }
}

import { Args, Flags } from '@oclif/core'
import { distributorFlags, distributorSettings, ServiceCommand } from '../../cli/command/index.js'
import { nightOfFlag } from '../../cli/flags/index.js'
import { propertyReady } from '../../cli/ready/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class PropertyReady extends ServiceCommand<typeof PropertyReady> {
  static override summary = 'Show whether a property can be sold, and what is missing'
  static override description =
    'Looks at status, currency, rooms, rate plans, the next nights, main picture, coordinates and time zone, each with the command that brings it. A night counts as sold where a stay of 1, 2, 3 or 7 nights that covers it is on offer. What the service does not tell is "unknown". Whether coordinates lie in the sea is not looked at.\nExits with 8 if anything is missing.'
  static override examples = [
    '<%= config.bin %> property ready 1000001',
    '<%= config.bin %> property ready 1000001 --from 2027-07-01 --nights 7 --json',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override flags = {
    nights: Flags.integer({ default: 14, min: 1, max: 90, summary: 'Number of nights to look at' }),
    from: Flags.string({ summary: '[default: today at the property] First night', helpValue: '<YYYY-MM-DD>' }),
    ...distributorFlags,
  }
  static override calls = [
    'property.get',
    'property.withMainMedia',
    'propertyInfo.get',
    'unit.list',
    'product.list',
    'product.search',
  ] as const

  protected override settingFlags(): SettingFlags {
    return distributorSettings(this.flags)
  }

  async execute(): Promise<Answer> {
    const { from, nights } = this.flags
    return propertyReady({
      command: this,
      id: this.args.id,
      nights,
      from: from === undefined ? undefined : nightOfFlag('from', from),
    })
  }
}

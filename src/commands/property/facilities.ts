import { Args, Flags } from '@oclif/core'
import { facilityColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyFacilities extends ServiceCommand<typeof PropertyFacilities> {
  static override summary = contract.property.facilities.summary
  static override examples = [
    '<%= config.bin %> property facilities 1000002',
    '<%= config.bin %> property facilities 1000002 --identifier-source 1',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override flags = {
    'identifier-source': Flags.string({
      summary: 'Only facilities reported by this source system (id)',
      helpValue: '<id>',
    }),
  }
  static override calls = ['property.facilities', 'property.facilitiesOfSource'] as const

  async execute(): Promise<Answer> {
    const { id } = this.args
    const source = this.flags['identifier-source']
    const facilities =
      source === undefined
        ? await this.call('property.facilities', { params: { id } })
        : await this.call('property.facilitiesOfSource', { params: { id, identifierSourceId: source } })
    return list(
      facilities,
      facilities,
      facilityColumns,
      source === undefined
        ? 'This property has no facilities.'
        : `Source ${source} told no facilities of this property.`,
    )
  }
}

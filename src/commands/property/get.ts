import { Args, Flags } from '@oclif/core'
import { propertyColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { chosenProperty } from '../../cli/flags/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer, Column } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

const READS = {
  'main-media': 'property.withMainMedia',
  facilities: 'property.withFacilities',
  'info-reviews': 'property.withInfoAndReviews',
} as const
const EXTRA = {
  'main-media': ['media'],
  facilities: ['facilities'],
  'info-reviews': ['propertyInfo', 'externalReviews'],
} as const

export default class PropertyGet extends ServiceCommand<typeof PropertyGet> {
  static override summary = contract.property.get.summary
  static override examples = [
    '<%= config.bin %> property get 1000001',
    '<%= config.bin %> property get --hub-id HS-SEAVIEW-1',
    '<%= config.bin %> property get 1000001 --with facilities --json',
  ]
  static override args = { id: Args.string({ description: 'Property id' }) }
  static override flags = {
    'hub-id': Flags.string({ summary: 'Find the property by its hubSwitchId', helpValue: '<hubSwitchId>' }),
    with: Flags.option({
      options: ['main-media', 'facilities', 'info-reviews'] as const,
      summary: 'Include related data',
    })(),
  }
  static override calls = ['property.get', 'property.getByHubId', ...Object.values(READS)] as const

  async execute(): Promise<Answer> {
    const { 'hub-id': hubId, with: extra } = this.flags
    const id = chosenProperty(this.args.id, hubId)
    const found = hubId === undefined ? undefined : await this.call('property.getByHubId', { params: { id: hubId } })
    if (extra === undefined)
      return record(found ?? (await this.call('property.get', { params: { id } })), propertyColumns)
    const property = await this.call(READS[extra], { params: { id: found?.id ?? id } })
    return record(property, [...propertyColumns, ...EXTRA[extra].map(askedFor)])
  }
}

/** What was asked for is told where there is nothing of it, too. */
function askedFor(name: string): Column {
  return {
    name,
    value: ({ [name]: value }) => (value === undefined ? 'not in the answer' : isNothing(value) ? 'none' : value),
  }
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

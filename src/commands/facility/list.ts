import { facilityFilterColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class FacilityList extends ServiceCommand<typeof FacilityList> {
  static override summary = contract.facility.list.summary
  static override description = 'Use them with --facilities in "property search" and "property facets".'
  static override examples = ['<%= config.bin %> facility list', '<%= config.bin %> facility list --columns id,name']
  static override calls = ['facility.list'] as const

  async execute(): Promise<Answer> {
    const filters = await this.call('facility.list', {})
    return list(filters, filters, facilityFilterColumns, 'No facility filters.')
  }
}

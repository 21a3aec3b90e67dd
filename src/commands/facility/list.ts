import { facilityFilterColumns } from '../../cli/calendar/columns.js'
import { ServiceCommand } from '../../cli/command/service-command.js'
import { list } from '../../cli/show/view.js'
import { type Answer } from '../../cli/terminal/answer.js'
import { contract } from '../../contract/map/map.js'

export default class FacilityList extends ServiceCommand<typeof FacilityList> {
  static override summary = contract.facility.list.summary
  static override description = 'Use them with --facilities in "property search" and "property facets".'
  static override examples = ['<%= config.bin %> facility list']
  static override calls = ['facility.list'] as const

  async execute(): Promise<Answer> {
    const filters = await this.call('facility.list', {})
    return list(filters, filters, facilityFilterColumns, 'No facility filters.')
  }
}

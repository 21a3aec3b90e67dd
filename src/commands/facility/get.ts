import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/service-command.js'
import { record } from '../../cli/show/view.js'
import { type Answer } from '../../cli/terminal/answer.js'
import { contract } from '../../contract/map/map.js'

export default class FacilityGet extends ServiceCommand<typeof FacilityGet> {
  static override summary = contract.facility.get.summary
  static override examples = ['<%= config.bin %> facility get 1']
  static override args = { id: Args.string({ required: true, description: 'Facility filter id' }) }
  static override calls = ['facility.get'] as const

  async execute(): Promise<Answer> {
    return record(await this.call('facility.get', { params: { id: this.args.id } }))
  }
}

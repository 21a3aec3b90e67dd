import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class FacilityGet extends ServiceCommand<typeof FacilityGet> {
  static override summary = contract.facility.get.summary
  static override examples = ['<%= config.bin %> facility get 1', '<%= config.bin %> facility get 1 --json']
  static override args = { id: Args.string({ required: true, description: 'Facility filter id' }) }
  static override calls = ['facility.get'] as const

  async execute(): Promise<Answer> {
    return record(await this.call('facility.get', { params: { id: this.args.id } }))
  }
}

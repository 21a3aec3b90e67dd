import { Args } from '@oclif/core'
import { unitRecordColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class UnitFind extends ServiceCommand<typeof UnitFind> {
  static override summary = contract.unit.find.summary
  static override examples = ['<%= config.bin %> unit find CM 101', '<%= config.bin %> unit find CM 101 --json']
  static override args = {
    source: Args.string({ required: true, description: 'Abbreviation of the external system' }),
    id: Args.string({ required: true, description: 'Id in that system' }),
  }
  static override calls = ['unit.find'] as const

  async execute(): Promise<Answer> {
    const { source, id } = this.args
    return record(await this.call('unit.find', { params: { source, id } }), unitRecordColumns)
  }
}

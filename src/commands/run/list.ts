import { Flags } from '@oclif/core'
import { runColumns, runDocument } from '../../cli/run-record-view.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { list, type Answer } from '../../cli/view.js'

export default class RunList extends ServiceCommand<typeof RunList> {
  static override summary = 'List the pushes that this machine has made, newest first'
  static override examples = ['<%= config.bin %> run list', '<%= config.bin %> run list --all-profiles --limit 50']
  static override flags = {
    limit: Flags.integer({ default: 20, min: 1, summary: 'How many' }),
    'all-profiles': Flags.boolean({ summary: 'Of all profiles, not only the one in use' }),
  }

  async execute(): Promise<Answer> {
    const target = this.flags['all-profiles'] ? undefined : this.target()
    const runs = this.journal().listRuns(target, this.flags.limit).map(runDocument)
    return list(runs, runs, runColumns, 'No push has been made yet.')
  }
}

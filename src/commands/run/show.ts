import { Args, Flags } from '@oclif/core'
import { findRun, runDetails, runRows } from '../../cli/run-record-view.js'
import { ServiceCommand } from '../../cli/service-command.js'
import type { Answer } from '../../cli/view.js'

export default class RunShow extends ServiceCommand<typeof RunShow> {
  static override summary = 'Show one push: its files, its requests and what became of them'
  static override examples = ['<%= config.bin %> run show 12', '<%= config.bin %> run show --last --json', '<%= config.bin %> run show 12 --rows --output csv']
  static override args = { run: Args.string({ description: 'Number of the run' }) }
  static override flags = {
    last: Flags.boolean({ summary: 'The newest run of the profile' }),
    rows: Flags.boolean({ summary: 'Show what became of each row of the files' }),
  }

  async execute(): Promise<Answer> {
    const journal = this.journal()
    const run = findRun(journal, this.args.run, this.flags.last, this.target())
    return this.flags.rows ? runRows(run, journal) : runDetails(run, journal)
  }
}

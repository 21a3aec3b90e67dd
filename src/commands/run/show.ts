import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { runDetails, runRows } from '../../cli/report/index.js'
import { findRun } from '../../cli/sending/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class RunShow extends ServiceCommand<typeof RunShow> {
  static override summary = 'Show one push: its files, its requests and what became of them'
  static override examples = [
    '<%= config.bin %> run show 1',
    '<%= config.bin %> run show --last --json',
    '<%= config.bin %> run show 1 --rows --output csv',
  ]
  static override args = { run: Args.string({ description: 'Run number' }) }
  static override flags = {
    last: Flags.boolean({ summary: 'The newest run' }),
    rows: Flags.boolean({ summary: 'Show what became of each row of the files' }),
  }

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    const journal = this.journal()
    const run = findRun({
      journal: this.journal(),
      target: this.target(),
      given: this.args.run,
      isLast: this.flags.last,
      purpose: 'show',
      notice: (line) => this.notice(line),
    })
    return this.flags.rows ? runRows(run, journal) : runDetails(run, journal)
  }
}

import { Args, Flags } from '@oclif/core'
import { findRun } from '../../cli/run-record-view.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { undoRun } from '../../cli/undo-run.js'
import type { Answer } from '../../cli/view.js'

export default class RunUndo extends ServiceCommand<typeof RunUndo> {
  static override summary = 'Put back what the service had acknowledged before a run'
  static override description =
    'The journal keeps what each run has overwritten. What a later run has set since stays, unless --over-later is given; nights of which nothing was known before the run are named and stay as they are. The undo is a run of its own and can be undone.'
  static override examples = ['<%= config.bin %> run undo 12 --dry-run', '<%= config.bin %> run undo --last --yes']
  static override args = { run: Args.string({ description: 'Number of the run' }) }
  static override flags = {
    last: Flags.boolean({ summary: 'The newest run of the profile' }),
    'dry-run': Flags.boolean({ char: 'n', summary: 'Show what would be put back; nothing is sent' }),
    'over-later': Flags.boolean({ summary: 'Put back also what later runs have set since' }),
  }
  static override calls = ['rates.push', 'inventory.push'] as const

  async execute(): Promise<Answer> {
    const { last, quiet, yes } = this.flags
    const run = findRun(this.journal(), this.args.run, last, this.target())
    return undoRun({ command: this, run, isDry: this.flags['dry-run'], overLater: this.flags['over-later'], yes, quiet })
  }
}

import { Args, Flags } from '@oclif/core'
import { findRun } from '../../cli/run/find-run.js'
import { sendFlags, sendSettings } from '../../cli/send-flags.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { undoRun } from '../../cli/undo-run.js'
import type { Answer } from '../../cli/view.js'
import type { SettingFlags } from '../../config/index.js'

export default class RunUndo extends ServiceCommand<typeof RunUndo> {
  static override summary = 'Put back what the service had acknowledged before a run'
  static override description =
    'The journal keeps what each run has overwritten. What a later run has set since stays, unless --over-later is given; nights of which nothing was known before the run are named and stay as they are. The undo is a run of its own and can be undone.'
  static override examples = ['<%= config.bin %> run undo 3 --dry-run', '<%= config.bin %> run undo --last --yes']
  static override args = { run: Args.string({ description: 'Number of the run' }) }
  static override flags = {
    last: Flags.boolean({ summary: 'The newest run of which the service has accepted anything' }),
    'dry-run': Flags.boolean({ char: 'n', summary: 'Show what would be put back; nothing is sent' }),
    ...sendFlags,
    'over-later': Flags.boolean({ summary: 'Put back also what later runs have set since' }),
  }
  static override calls = ['rates.push', 'inventory.push'] as const

  protected override settingFlags(): SettingFlags {
    return sendSettings(this.flags)
  }

  async execute(): Promise<Answer> {
    const { quiet, yes } = this.flags
    this.sending()
    const run = findRun({ journal: this.journal(), target: this.target(), given: this.args.run, isLast: this.flags.last, purpose: 'undo', notice: (line) => this.notice(line) })
    return undoRun({ command: this, run, isDry: this.flags['dry-run'], overLater: this.flags['over-later'], yes, quiet })
  }
}

import { Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { readDuration } from '../../cli/flags/index.js'
import { pruneJournal } from '../../cli/run/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class RunPrune extends ServiceCommand<typeof RunPrune> {
  static override summary = 'Remove old runs from the journal, so that it stays small'
  static override description =
    'The acknowledged calendar stays, and so do runs with something left to send and the newest run of each set of files, which the guards compare the next push with. Pruned runs can no longer be shown, resumed or undone.'
  static override examples = ['<%= config.bin %> run prune --dry-run', '<%= config.bin %> run prune --keep 30d --yes']
  static override flags = {
    keep: Flags.string({ default: '90d', summary: 'Keep runs that ended within this time', helpValue: '<time>' }),
    'dry-run': Flags.boolean({ char: 'n', summary: 'Show what would be removed, and remove nothing' }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const keepMs = readDuration('--keep', this.flags.keep)
    const { dataDir } = this.settings()
    return pruneJournal({
      journal: this.journal(),
      dataDir,
      keepMs,
      isDry: this.flags['dry-run'],
      terminal: this.terminal,
      yes: this.flags.yes,
    })
  }
}

import { Args, Flags } from '@oclif/core'
import { openShared, refuseWorkerFlags } from '../../cli/estate/index.js'
import { estateFlag, sendFlags, sendSettings } from '../../cli/flags/index.js'
import { undoRun } from '../../cli/run/index.js'
import { findRun } from '../../cli/sending/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { SendingCommand, unattendedFlags } from '../../cli/unattended/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class RunUndo extends SendingCommand<typeof RunUndo> {
  static override summary = 'Undo a run: restore what the service had acknowledged before it'
  static override description =
    'The journal records what each run overwrites. Values that a later run has sent are kept, the same value too, unless --over-later is given. A price and its currency are put back together or not at all. Nights that the run sent without a usable answer are restored too, since the service may hold them. Nights with no earlier value on record are listed and left unchanged; an undo that leaves any exits with 3. The undo is a run too and can itself be undone.'
  static override examples = ['<%= config.bin %> run undo 3 --dry-run', '<%= config.bin %> run undo --last --yes']
  static override args = { run: Args.string({ description: 'Run number' }) }
  static override flags = {
    last: Flags.boolean({ summary: 'The newest run of which the service has accepted anything, or may have' }),
    'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show what would be restored without sending it' }),
    ...estateFlag,
    ...sendFlags,
    ...unattendedFlags,
    'over-later': Flags.boolean({ summary: 'Also restore values that later runs have sent' }),
  }
  static override calls = ['rates.push', 'inventory.push'] as const

  protected override isToSend(): boolean {
    return !this.flags['dry-run']
  }

  protected override settingFlags(): SettingFlags {
    return { ...sendSettings(this.flags), estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    const { quiet, yes } = this.flags
    this.sending()
    const shared = await openShared(this, { whenDone: (close) => this.whenDone(close) })
    if (shared !== undefined) refuseWorkerFlags(this.flags)
    if (shared !== undefined) this.useJournal(await shared.api.pullJournal(shared.estate))
    const run = findRun({
      journal: this.journal(),
      target: this.target(),
      given: this.args.run,
      isLast: this.flags.last,
      purpose: 'undo',
      isElsewhere: shared !== undefined,
      notice: (line) => this.notice(line),
    })
    return undoRun({
      command: this,
      shared,
      run,
      isDry: this.flags['dry-run'],
      overLater: this.flags['over-later'],
      yes,
      quiet,
    })
  }
}

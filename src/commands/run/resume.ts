import { Args, Flags } from '@oclif/core'
import { openShared, refuseWorkerFlags, resumeOnEstate } from '../../cli/estate/index.js'
import { estateFlag, sendFlags, sendSettings } from '../../cli/flags/index.js'
import { resumeRun, settledAnswer } from '../../cli/run/index.js'
import { findUsableRun, newestOf } from '../../cli/sending/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { SendingCommand, unattendedFlags } from '../../cli/unattended/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class RunResume extends SendingCommand<typeof RunResume> {
  static override summary = 'Resume a run: send what is not acknowledged yet'
  static override description =
    'Needs no files, because the plan is in the journal. What was acknowledged is not sent again. Refused where later runs have set the same hotels or have undone the run, unless --over-later is given. A run whose push ended before anybody had agreed to send it asks first. --rate, --concurrency, --gzip and --keep-going of the push stay in force unless they are given again.'
  static override examples = ['<%= config.bin %> run resume --last', '<%= config.bin %> run resume 3 --rate 2']
  static override args = { run: Args.string({ description: 'Run number' }) }
  static override flags = {
    'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show what is left to send, and send nothing' }),
    last: Flags.boolean({ summary: 'The newest run with something left to send' }),
    rejects: Flags.string({
      summary: 'Write the rows that the service refused to this file, as they were sent',
      helpValue: '<file>',
    }),
    ...estateFlag,
    ...sendFlags,
    ...unattendedFlags,
    'over-later': Flags.boolean({ summary: 'Also send values that later runs have set since' }),
  }
  static override calls = ['rates.push', 'inventory.push'] as const

  protected override isToSend(): boolean {
    return !this.flags['dry-run']
  }

  protected override settingFlags(): SettingFlags {
    return { ...sendSettings(this.flags), estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    this.sending()
    const shared = await openShared(this, { whenDone: (close) => this.whenDone(close) })
    if (shared !== undefined) refuseWorkerFlags(this.flags)
    if (shared !== undefined)
      return resumeOnEstate(shared, this, {
        given: this.args.run,
        isLast: this.flags.last,
        overLater: this.flags['over-later'],
        isDry: this.flags['dry-run'],
      })
    const journal = this.journal()
    const run = findUsableRun({
      journal,
      target: this.target(),
      given: this.args.run,
      isLast: this.flags.last,
      purpose: 'resume',
      overLater: this.flags['over-later'],
      notice: (line) => this.notice(line),
    })
    if (run !== undefined)
      return resumeRun({
        command: this,
        run,
        overLater: this.flags['over-later'],
        yes: this.flags.yes,
        quiet: this.flags.quiet,
        rejectsTo: this.flags.rejects,
        isDry: this.flags['dry-run'],
      })
    const newest = newestOf(journal, this.target())
    const words = `No run has anything left to send; the newest, run ${newest.id}, is ${newest.state}.`
    const isSettled = newest.state === 'done' || newest.state === 'partial' || newest.state === 'nothing-to-do'
    return this.flags['dry-run'] || !isSettled
      ? text({ run: newest }, words)
      : settledAnswer({ command: this, run: newest, rejectsTo: this.flags.rejects, words })
  }
}

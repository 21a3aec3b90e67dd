import { Args, Flags } from '@oclif/core'
import { distributorFlags, distributorSettings } from '../../cli/command/index.js'
import { readShared } from '../../cli/estate/index.js'
import { nightOfFlag, propertyPairs } from '../../cli/flags/index.js'
import { verifyRun } from '../../cli/run/index.js'
import { findRun } from '../../cli/sending/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class RunVerify extends ReportingCommand<typeof RunVerify> {
  static override summary = 'Compare what a run set with what the service sells'
  static override description =
    'Takes a random sample of the acknowledged future nights and looks each up with a product search. Nights that were sent without a usable answer are compared as sent and as before; those seen at the service count as acknowledged from then on. Nights with fewer free units than pushed are counted separately, since bookings reduce them.\nExits with 8 if the service sells anything differently, 12 if no night could be compared. What a product search does not show, such as a minimum stay, is named as not compared.'
  static override examples = [
    '<%= config.bin %> run verify --last',
    '<%= config.bin %> run verify 1 --sample 300 --json',
  ]
  static override args = { run: Args.string({ description: 'Run number' }) }
  static override flags = {
    last: Flags.boolean({ summary: 'The newest run of which the service has accepted nights to come, or may have' }),
    sample: Flags.integer({ summary: 'Number of nights to compare', default: 50, min: 1, max: 10_000 }),
    property: Flags.string({
      summary: 'Property id of a hotel whose code differs from it, such as 1000001=42',
      helpValue: '<hotel=id,…>',
    }),
    ...distributorFlags,
    ...unattendedFlags,
  }
  static override calls = ['product.search'] as const

  protected override settingFlags(): SettingFlags {
    return distributorSettings(this.flags)
  }

  /** It only looks: without its answer it has done nothing. */
  protected override async changes(): Promise<boolean> {
    return false
  }

  protected override ifDied(): string {
    return 'run it again: it only looks.'
  }

  protected override buildsOn(): 'calendar' {
    return 'calendar'
  }

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    const isElsewhere = await readShared(this, { whenDone: (close) => this.whenDone(close) })
    const today = nightOfFlag('from', new Date().toISOString().slice(0, 10)) + 1
    const run = findRun({
      journal: this.journal(),
      target: this.target(),
      given: this.args.run,
      isLast: this.flags.last,
      purpose: 'verify',
      isElsewhere,
      today,
      notice: (line) => this.notice(line),
    })
    return verifyRun({
      command: this,
      run,
      sample: this.flags.sample,
      today,
      properties: propertyPairs(this.flags.property),
    })
  }
}

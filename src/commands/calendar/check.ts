import { Args, Flags } from '@oclif/core'
import { checkCalendar } from '../../cli/calendar/index.js'
import { distributorFlags, distributorSettings } from '../../cli/command/index.js'
import { readShared } from '../../cli/estate/index.js'
import { chosenHotel, nightOfFlag } from '../../cli/flags/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class CalendarCheck extends ReportingCommand<typeof CalendarCheck> {
  static override summary = 'Say whether a stay can be sold: yes, no with the rule and night that forbid it, or unknown'
  static override description =
    'Judged by what was pushed from this machine and acknowledged, for each rate plan of the room, with the nearest stay of the same length that is open. Where a price, the free units or the plan that sells the room are not known here, the answer is "unknown" and names the command that tells.\nExits with 0 if a plan sells the stay, 8 if none does, 12 if that is not known here. With --ask, the service decides.'
  static override examples = [
    '<%= config.bin %> calendar check --room 101 --from 2027-02-10 --nights 3 --ask',
    '<%= config.bin %> calendar check 1000001 --room 101 --plan 502 --from 2027-02-10  # exit 12: this plan is not known here to sell the room',
  ]
  static override args = {
    hotel: Args.string({ description: '[default: the only hotel pushed from this machine] Hotel code' }),
  }
  static override flags = {
    room: Flags.string({ required: true, summary: 'Room', helpValue: '<id>' }),
    plan: Flags.string({ summary: 'Only this rate plan', helpValue: '<id>' }),
    from: Flags.string({ required: true, summary: 'Arrival date', helpValue: '<YYYY-MM-DD>' }),
    nights: Flags.integer({ default: 1, summary: 'Number of nights', min: 1, max: 365 }),
    ask: Flags.boolean({ summary: 'Ask the service which products it offers for the stay' }),
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
    await readShared(this, { hotel: this.args.hotel, whenDone: (close) => this.whenDone(close) })
    const { room, plan, nights, from, ask } = this.flags
    const hotel = chosenHotel(this.journal(), this.target(), this.args.hotel)
    const today = nightOfFlag('from', new Date().toISOString().slice(0, 10))
    return checkCalendar(this, { hotel, room, plan, from: nightOfFlag('from', from), nights, today, isAsked: ask })
  }
}

import { Args, Flags } from '@oclif/core'
import { showCalendar } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { readShared } from '../../cli/estate/index.js'
import { chosenHotel } from '../../cli/flags/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class CalendarShow extends ServiceCommand<typeof CalendarShow> {
  static override summary = 'Show rates, restrictions and inventory that the service has acknowledged, night by night'
  static override description =
    'Rates cannot be read back from the service: this is what was pushed from this machine and acknowledged, as recorded in the journal. Values that were sent and not acknowledged are marked: the service may hold them.\nOn a terminal: a map of nights by room, each price with its level among those of the room and plan, and below it stay rules and free units; --output table lists them.'
  static override examples = [
    '<%= config.bin %> calendar show 1000001 --from 2027-07-01 --nights 7',
    '<%= config.bin %> calendar show 1000001 --room 101 --from 2027-07-01 --to 2027-07-31 --output csv',
    '<%= config.bin %> calendar show 1000001 --from 2027-07-01 --nights 60 --html calendar.html',
  ]
  static override args = {
    hotel: Args.string({ description: '[default: the only hotel pushed from this machine] Hotel code' }),
  }
  static override flags = {
    room: Flags.string({ summary: 'Only this room', helpValue: '<id>' }),
    plan: Flags.string({ summary: 'Only this rate plan', helpValue: '<id>' }),
    from: Flags.string({
      summary: '[default: the first known night from today on] First night',
      helpValue: '<YYYY-MM-DD>',
    }),
    to: Flags.string({ summary: 'Last night', helpValue: '<YYYY-MM-DD>', exclusive: ['nights'] }),
    nights: Flags.integer({ summary: '[default: 14] Number of nights', min: 1, max: 3660 }),
    html: Flags.string({ summary: 'Write a self-contained HTML page to this file', helpValue: '<file>' }),
    run: Flags.string({
      summary: '[default: the latest run] Highlight what this run changed',
      helpValue: '<number>',
      dependsOn: ['html'],
    }),
  }

  protected override buildsOn(): 'calendar' {
    return 'calendar'
  }

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    await readShared(this, { hotel: this.args.hotel, whenDone: (close) => this.whenDone(close) })
    return showCalendar(this, chosenHotel(this.journal(), this.target(), this.args.hotel), this.flags)
  }
}

import { Args, Flags } from '@oclif/core'
import { chosenNights } from '../../cli/chosen-nights.js'
import { calendarColumns, nightsOf } from '../../cli/calendar-view.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { list, type Answer } from '../../cli/view.js'

export default class CalendarShow extends ServiceCommand<typeof CalendarShow> {
  static override summary = 'Show rates, restrictions and inventory that the service has acknowledged, night by night'
  static override description = 'The interface has no read-back of rates: this is what this machine pushed and the service accepted, kept in the journal.'
  static override examples = [
    '<%= config.bin %> calendar show 1000001 --from 2027-07-01 --nights 7',
    '<%= config.bin %> calendar show 1000001 --room 101 --from 2027-07-01 --to 2027-07-31 --output csv',
  ]
  static override args = { hotel: Args.string({ required: true, description: 'Hotel code' }) }
  static override flags = {
    room: Flags.string({ summary: 'Only this room', helpValue: '<id>' }),
    plan: Flags.string({ summary: 'Only this rate plan', helpValue: '<id>' }),
    from: Flags.string({ summary: 'First night; the first known one from today on unless said', helpValue: '<YYYY-MM-DD>' }),
    to: Flags.string({ summary: 'Last night', helpValue: '<YYYY-MM-DD>', exclusive: ['nights'] }),
    nights: Flags.integer({ summary: 'How many nights; 14 unless said', min: 1, max: 3660 }),
  }

  async execute(): Promise<Answer> {
    const { hotel } = this.args
    const { room, plan } = this.flags
    const journal = this.journal()
    const target = this.target()
    const chosen = { ...(room === undefined ? {} : { room }), ...(plan === undefined ? {} : { plan }) }
    const first = journal.acknowledged(target, 'rates', hotel).concat(journal.acknowledged(target, 'inventory', hotel))
    const window = chosenNights(this.flags, first)
    const rates = journal.acknowledged(target, 'rates', hotel, { ...chosen, ...window })
    const inventory = journal.acknowledged(target, 'inventory', hotel, { ...(room === undefined ? {} : { room }), ...window })
    const nights = nightsOf(rates, inventory)
    return list(nights, nights, calendarColumns(nights), `Nothing is known of hotel ${hotel} in these nights. Push rates or inventory first.`)
  }
}

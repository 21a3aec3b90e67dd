import { Args, Flags } from '@oclif/core'
import { checkKnownStay, LOOK_AROUND_NIGHTS } from '../../cli/check-stay.js'
import { checkColumns } from '../../cli/columns.js'
import { chosenHotel } from '../../cli/chosen-hotel.js'
import { nightOfFlag } from '../../cli/chosen-nights.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { list, type Answer } from '../../cli/view.js'
import { EXIT } from '../../errors.js'

export default class CalendarCheck extends ServiceCommand<typeof CalendarCheck> {
  static override summary = 'Say whether a stay can be sold, and if not, which rule on which night forbids it'
  static override description =
    'Judged by what this machine pushed and the service accepted; nothing is asked of the service. For each rate plan of the room, with the nearest stay of the same length that can be sold.\nExit 8 where no plan sells the stay.'
  static override examples = ['<%= config.bin %> calendar check --room 101 --from 2027-02-10 --nights 3', '<%= config.bin %> calendar check 1000001 --room 101 --plan 501 --from 2027-02-10']
  static override args = { hotel: Args.string({ description: 'Hotel code; the only one that was pushed unless said' }) }
  static override flags = {
    room: Flags.string({ required: true, summary: 'Room', helpValue: '<id>' }),
    plan: Flags.string({ summary: 'Only this rate plan', helpValue: '<id>' }),
    from: Flags.string({ required: true, summary: 'Night of arrival', helpValue: '<YYYY-MM-DD>' }),
    nights: Flags.integer({ default: 1, summary: 'Length of the stay', min: 1, max: 365 }),
  }

  async execute(): Promise<Answer> {
    const { room, plan, nights } = this.flags
    const hotel = chosenHotel(this.journal(), this.target(), this.args.hotel)
    const from = nightOfFlag('from', this.flags.from)
    const window = { room, from: from - LOOK_AROUND_NIGHTS, until: from + nights + LOOK_AROUND_NIGHTS + 1 }
    const [rates, inventory] = (['rates', 'inventory'] as const).map((kind) => this.journal().acknowledged(this.target(), kind, hotel, window))
    const earliest = Math.min(from, nightOfFlag('from', new Date().toISOString().slice(0, 10)))
    const checks = checkKnownStay(rates ?? [], inventory ?? [], { room, plan, from, nights, earliest })
    return { ...list(checks, checks, checkColumns, 'Nothing is known of this room.'), exitCode: checks.some(({ isSellable }) => isSellable) ? EXIT.ok : EXIT.findings }
  }
}

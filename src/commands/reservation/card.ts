import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { dryRunFlag } from '../../cli/flags/index.js'
import { readCard } from '../../cli/reservation/index.js'
import { columns, record, type Shows } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

const cardColumns = columns('bookingId', 'status', 'card.holderName', 'card.maskedNumber', 'card.type')

export default class ReservationCard extends ServiceCommand<typeof ReservationCard> {
  static override summary = contract.reservation.card.summary
  static override description =
    'Enter the card at a hidden prompt, or pass it as JSON on standard input with --card-stdin. It is checked, sent, and not stored on this machine.'
  static override examples = [
    '<%= config.bin %> reservation card 900001',
    'read-card | <%= config.bin %> reservation card 900001 --card-stdin',
  ]
  static override args = { id: Args.string({ required: true, description: 'Booking id' }) }
  static override flags = {
    ...dryRunFlag,
    'card-stdin': Flags.boolean({
      summary: 'Read {holderName, number, expiryMonth, expiryYear, cvc} as JSON from standard input',
    }),
  }
  static override calls = ['reservation.card'] as const

  protected override shows(): Shows {
    return { columns: cardColumns }
  }

  async execute(): Promise<Answer> {
    const card = await readCard(this.terminal, this.flags['card-stdin'])
    const answer = await this.call('reservation.card', { body: { bookingId: this.args.id, card } })
    this.notice(
      `The card of reservation ${answer.bookingId} is stored${answer.status === undefined ? '' : `; the reservation is ${answer.status}`}.`,
    )
    return record(answer, cardColumns)
  }
}

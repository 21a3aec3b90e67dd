import { Flags } from '@oclif/core'
import { BaseCommand } from '../../cli/command/index.js'
import { GROUP } from '../../cli/flags/index.js'
import { generateReservations } from '../../cli/invent/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifGenerate extends BaseCommand<typeof ResnotifGenerate> {
  static override summary = 'Invent reservations for load and fuzz tests; the same seed gives the same ones'
  static override description =
    'Names in many scripts, families with ages, one to four units, a price for each night. A reservation is JSON as "resnotif preview" takes it; --xml writes the messages. Each message is a Commit with an id of its own, but for the shares of --modify and --cancel, which follow a Commit from earlier in the row. The interface has no taxes in a reservation: prices are what the guest pays. Messages say Target="Test". Nothing is sent.'
  static override examples = [
    '<%= config.bin %> resnotif generate --seed 7',
    '<%= config.bin %> resnotif generate --seed 7 | <%= config.bin %> resnotif preview -',
    '<%= config.bin %> resnotif generate --seed 7 --count 200 --modify 20 --cancel 10 --xml --out messages && <%= config.bin %> resnotif lint messages/0001-commit.xml',
  ]
  static override flags = {
    seed: Flags.integer({ default: 1, min: 0, max: 4_294_967_295, summary: 'Another number, other reservations' }),
    count: Flags.integer({ default: 1, min: 1, max: 100_000, summary: 'How many' }),
    modify: Flags.integer({ default: 0, min: 0, max: 100, summary: 'Percent that change an earlier one' }),
    cancel: Flags.integer({ default: 0, min: 0, max: 100, summary: 'Percent that cancel an earlier one' }),
    xml: Flags.boolean({ summary: 'Messages, instead of reservations' }),
    envelope: Flags.option({
      options: ['none', 'soap11', 'soap12'] as const,
      default: 'none',
      summary: 'With --xml: SOAP envelope around each message',
    })(),
    out: Flags.string({ summary: 'Write each into a file of its own in this new folder', helpValue: '<dir>' }),
    property: Flags.string({
      helpGroup: GROUP.fields,
      default: '1000001',
      summary: 'Property that is booked',
      helpValue: '<id>',
    }),
    product: Flags.string({
      helpGroup: GROUP.fields,
      multiple: true,
      summary: 'Room and rate plan that can be booked, such as 101-501; can be repeated (default: four of the sandbox)',
      helpValue: '<room>-<plan>',
    }),
    currency: Flags.string({
      helpGroup: GROUP.fields,
      default: 'EUR',
      summary: 'Currency of the prices',
      helpValue: '<code>',
    }),
    from: Flags.string({
      helpGroup: GROUP.fields,
      default: '2027-01-01',
      summary: 'Earliest arrival; the others follow within 540 days',
      helpValue: '<YYYY-MM-DD>',
    }),
  }

  async execute(): Promise<Answer> {
    return generateReservations(this.flags)
  }
}

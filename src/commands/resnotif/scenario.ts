import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { postingFlags } from '../../cli/exchange/index.js'
import { GROUP } from '../../cli/flags/index.js'
import { listScenarios, tryPms } from '../../cli/scenario/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { Fault } from '../../errors.js'

export default class ResnotifScenario extends ServiceCommand<typeof ResnotifScenario> {
  static override summary = 'Try a PMS with the sequences that a certification asks for: pass, fail or not known'
  static override description =
    'Books, changes, cancels and repeats with invented guests and ids of its own, one message after the other, and judges each answer as "resnotif send" does; one that repeats an id of the reservation (type 14), hotel, rooms, plans, dates, guests, a total or a currency otherwise than they were sent has failed, and so has one with another EchoToken than the message, and a change that is answered with another number of the hotel (type 10) than its booking. An answer to a cancellation is held against what was sent in the same way, except for totals and prices: they may be zero, or a fee. A guest whom an answer leaves out, or has twice, is noted and fails nothing. What the PMS has stored is for a person to look up. Not known: the PMS has not said whether it took the message, or asks to come later (HTTP 429 or 503, an error that passes), so that nothing could be judged. Names that it writes in another script than they were sent in are not compared, and the sheet says so; given name and surname that are exchanged are wrong in any script, and so is a name where the guest who was sent in its letters is missing. A step whose step before did not pass is not sent. Ends with 0 only if every scenario passed, 8 if one failed, 10 if all that is open is to be tried again (the PMS cannot be reached, or asks to come later), else 12.\nThe PMS must know the property and both products: give --property and --product. A test message goes to another machine only after a question, or with --yes.'
  static override examples = [
    '<%= config.bin %> resnotif scenario --list',
    '<%= config.bin %> resnotif scenario http://127.0.0.1:7080 --html sheet.html',
    '<%= config.bin %> resnotif scenario http://127.0.0.1:7080 --only repeat --only succession --json',
  ]
  static override args = { url: Args.string({ description: 'URL of the PMS; https, or http on loopback' }) }
  static override flags = {
    'dry-run': Flags.boolean({
      char: 'n',
      summary: 'Dry run: list the messages that would be sent (--json shows them whole), and send nothing',
    }),
    list: Flags.boolean({
      exclusive: ['only', 'html', 'dry-run', 'rate', 'verbose'],
      summary: 'List the scenarios; nothing is sent',
    }),
    only: Flags.string({ multiple: true, summary: 'Only this scenario; can be repeated', helpValue: '<name>' }),
    html: Flags.string({ summary: 'Also write the sheet as a page, with all messages', helpValue: '<file>' }),
    verbose: Flags.boolean({
      summary: 'Show every request and answer on standard error, without passwords, keys and card numbers',
    }),
    rate: Flags.string({ summary: 'Most messages a second, such as 2 or 0.5', helpValue: '<n>' }),
    ...postingFlags,
    property: Flags.string({
      helpGroup: GROUP.message,
      default: '1000001',
      summary: 'Property that the PMS knows',
      helpValue: '<id>',
    }),
    product: Flags.string({
      helpGroup: GROUP.message,
      multiple: true,
      summary: 'Room and rate plan that the PMS knows, such as 101-501; give two (default: 101-501 and 102-501)',
      helpValue: '<room>-<plan>',
    }),
    currency: Flags.string({
      helpGroup: GROUP.message,
      default: 'EUR',
      summary: 'Currency of the prices',
      helpValue: '<code>',
    }),
    from: Flags.string({
      helpGroup: GROUP.message,
      summary: 'Arrival of the bookings (default: in 30 days)',
      helpValue: '<YYYY-MM-DD>',
    }),
    'requestor-id': Flags.string({
      helpGroup: GROUP.message,
      summary: 'Sender in POS (default: HUBSWITCH)',
      helpValue: '<id>',
    }),
    target: Flags.option({
      helpGroup: GROUP.message,
      options: ['Production', 'Test'] as const,
      default: 'Test',
      summary: 'Target of the messages',
    })(),
  }

  async execute(): Promise<Answer> {
    if (this.flags.list) return listScenarios()
    if (this.args.url === undefined)
      throw new Fault('USAGE', 'The URL of the PMS is missing.', { facts: { missing: ['<url>'] } })
    return tryPms(this, this.args.url, this.flags)
  }
}

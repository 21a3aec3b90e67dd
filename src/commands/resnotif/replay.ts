import { Args, Flags } from '@oclif/core'
import { postingFlags } from '../../cli/exchange/index.js'
import { replayExchange } from '../../cli/forward/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'

export default class ResnotifReplay extends ReportingCommand<typeof ResnotifReplay> {
  static override summary = 'Send a notification again that "resnotif listen --forward-to" has passed on'
  static override description =
    'Goes to the address that it went to (its query, and what in its path looks like a key or token, are not kept: where there was one, name the address with --to; a UUID or a number in the path is taken for an id and kept), with its content type, its SOAPAction and other headers, as text in UTF-8; --edit opens it in the editor of VISUAL or EDITOR first, and leaving that without writing sends nothing. Passwords and keys were not kept: sign in with --auth or --http-header-from; one that stood in the message itself, such as in its UsernameToken, is put back with --edit, and as long as stars are left in place of one, nothing is sent. Otherwise as "resnotif send", exit codes too. Another machine gets it only after a question, or with --yes.'
  static override examples = [
    '<%= config.bin %> resnotif replay 1 --retransmission',
    '<%= config.bin %> resnotif replay 1 --dry-run --envelope soap12',
  ]
  static override args = { id: Args.string({ required: true, description: 'Id in "resnotif listen list"' }) }
  static override flags = {
    to: Flags.string({ summary: 'Another URL; https, or http on loopback', helpValue: '<url>' }),
    edit: Flags.boolean({ summary: 'Change the message first; an edit that is not taken is kept in a file' }),
    from: Flags.string({
      summary: 'Send, or edit on, the message in this file: an edit that was kept',
      helpValue: '<file>',
    }),
    ...postingFlags,
    status: Flags.option({
      options: ['Commit', 'Modify', 'Cancel'] as const,
      summary: 'ResStatus of a message that has none',
    })(),
    retransmission: Flags.boolean({
      summary: 'Set RetransmissionIndicator, and take code 127 on a Commit for delivered',
    }),
    verbose: Flags.boolean({
      summary:
        'Show the request (without headers of the connection, such as user-agent) and the whole answer on standard error, without secrets',
    }),
    'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show the message as it would be sent, and send nothing' }),
    force: Flags.boolean({ summary: 'Send even if lint finds errors, or stars are left where a secret was' }),
    ...unattendedFlags,
  }

  protected override async isToWrite(): Promise<boolean> {
    return true
  }

  protected override ifDied(): string {
    return 'the message may have left. Check at the PMS whether it has it; if not, replay it with --retransmission, which takes "has it already" for delivered.'
  }

  protected override isReported(): boolean {
    return !this.flags['dry-run']
  }

  async execute(): Promise<Answer> {
    return replayExchange(this, this.args.id, this.flags)
  }
}

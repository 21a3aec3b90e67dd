import { Args, Flags } from '@oclif/core'
import { postingFlags } from '../../cli/exchange/index.js'
import { sendMessage } from '../../cli/resnotif/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'

export default class ResnotifSend extends ReportingCommand<typeof ResnotifSend> {
  static override summary = 'Send a notification to a PMS and read its answer'
  static override description =
    'Lints the message first and sends nothing if there are errors (exit 8). Exits with 0 if the PMS accepts it, 3 if it left a part of it undone, 13 if it refuses, 10 if it cannot be reached or does not take it now (HTTP 408, 425, 429 or 503, or an error that passes): send it again later, 12 if the outcome is unknown (a 2xx status, such as 202 or 204, without Success or Errors, a redirect, a web page, a cut connection, an answer that contradicts itself). A Commit that the PMS already has (code 127) exits with 0 only with --retransmission. A message that a SOAP envelope carries as a string stays one, and an answer may be one.\nUser name and password come from HUBSWITCH_PMS_CREDENTIALS ({"username": "…", "password": "…"}), the file that HUBSWITCH_PMS_CREDENTIALS_FILE names, or what "auth login --pms-credentials" stored.'
  static override examples = [
    '<%= config.bin %> resnotif send samples/notification.xml --to http://127.0.0.1:7080/',
    'HUBSWITCH_PMS_CREDENTIALS_FILE=samples/pms-credentials.json <%= config.bin %> resnotif send samples/notification.xml --to https://service.example/notifications --envelope soap12 --auth username-token',
    "<%= config.bin %> resnotif send samples/notification.xml --to http://127.0.0.1:7080/ --verbose --http-header 'X-Hotel: 4711'",
  ]
  static override args = {
    file: Args.string({ required: true, description: 'Notification; - for standard input', ignoreStdin: true }),
  }
  static override flags = {
    to: Flags.string({ required: true, summary: 'URL of the PMS; https, or http on loopback', helpValue: '<url>' }),
    ...postingFlags,
    status: Flags.option({
      options: ['Commit', 'Modify', 'Cancel'] as const,
      summary: 'ResStatus of a message that has none',
    })(),
    retransmission: Flags.boolean({
      summary: 'The message was sent before: set RetransmissionIndicator, and take code 127 on a Commit for delivered',
    }),
    verbose: Flags.boolean({
      summary:
        'Show the request (without headers of the connection, such as user-agent) and the whole answer on standard error, without passwords, keys and card numbers',
    }),
    'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show the message as it would be sent, and send nothing' }),
    force: Flags.boolean({ summary: 'Send even if lint finds errors' }),
    ...unattendedFlags,
  }

  protected override async isToWrite(): Promise<boolean> {
    return true
  }

  protected override ifDied(): string {
    return 'the message may have left. Check at the PMS whether it has it; if not, send it again with --retransmission, which takes "has it already" for delivered.'
  }

  protected override isReported(): boolean {
    return !this.flags['dry-run']
  }

  async execute(): Promise<Answer> {
    return sendMessage(this, this.args.file, this.flags)
  }
}

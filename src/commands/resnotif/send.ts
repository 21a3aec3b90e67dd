import { Args, Flags } from '@oclif/core'
import { sendMessage } from '../../cli/resnotif-send.js'
import { ServiceCommand } from '../../cli/service-command.js'
import type { Answer } from '../../cli/view.js'

export default class ResnotifSend extends ServiceCommand<typeof ResnotifSend> {
  static override summary = 'Send a notification to a PMS and read its answer'
  static override description =
    'Lint comes first: with errors nothing is sent (exit 8). Exit 0 where the PMS takes it, 13 where it refuses, 10 where it cannot be reached, 12 where the answer does not tell (HTTP 202 or 204, a web page, a cut connection). A Commit that the PMS has already (code 127) is exit 0 only with --retransmission.\nName and password come from HUBSWITCH_PMS_CREDENTIALS ({"username": "…", "password": "…"}), the file that HUBSWITCH_PMS_CREDENTIALS_FILE names, or what "auth login --pms-credentials" kept.'
  static override examples = [
    '<%= config.bin %> resnotif send samples/notification.xml --to http://127.0.0.1:7080/',
    'HUBSWITCH_PMS_CREDENTIALS_FILE=samples/pms-credentials.json <%= config.bin %> resnotif send samples/notification.xml --to https://service.example/notifications --envelope soap12 --auth username-token',
  ]
  static override args = { file: Args.string({ required: true, description: 'Notification; - for standard input', ignoreStdin: true }) }
  static override flags = {
    to: Flags.string({ required: true, summary: 'Address of the PMS, https only (http on loopback)', helpValue: '<url>' }),
    envelope: Flags.option({ options: ['none', 'soap11', 'soap12'] as const, default: 'none', summary: 'Envelope for a message that has none' })(),
    auth: Flags.option({ options: ['none', 'basic', 'username-token'] as const, default: 'none', summary: 'How to sign in at the PMS' })(),
    'password-type': Flags.option({ options: ['text', 'digest'] as const, default: 'text', summary: 'How a UsernameToken holds the password' })(),
    'soap-action': Flags.string({ summary: 'SOAPAction of SOAP 1.1, or action of SOAP 1.2', helpValue: '<uri>' }),
    retransmission: Flags.boolean({ summary: 'The message was sent before: set RetransmissionIndicator, and take code 127 on a Commit for delivered' }),
    timeout: Flags.integer({ default: 60, min: 1, max: 3_600, summary: 'Timeout of the request, in seconds' }),
    force: Flags.boolean({ summary: 'Send although lint finds errors' }),
  }

  async execute(): Promise<Answer> {
    return sendMessage(this, this.args.file, this.flags)
  }
}

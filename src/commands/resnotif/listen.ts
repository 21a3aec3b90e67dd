import { Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { listenAsPms } from '../../cli/resnotif/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifListen extends ServiceCommand<typeof ResnotifListen> {
  static override summary = 'Act as a PMS on this machine: check, answer and show each notification received'
  static override description =
    'Personas: strict refuses messages with lint errors and reservations it already has; lenient accepts everything, with warnings; slow is strict but late; rejecting refuses everything; flaky in turn answers 500, accepts a message but cuts the connection, and is strict.\nWith --json, prints one line of JSON per message.'
  static override examples = [
    '<%= config.bin %> resnotif listen',
    '<%= config.bin %> resnotif listen --persona flaky --save received',
    '<%= config.bin %> resnotif listen --port 0 --count 1 --json',
  ]
  static override flags = {
    port: Flags.integer({ default: 7080, min: 0, max: 65_535, summary: 'Port; 0 for any free port' }),
    host: Flags.string({ default: '127.0.0.1', summary: 'Local address to listen on' }),
    persona: Flags.option({
      options: ['strict', 'lenient', 'slow', 'rejecting', 'flaky'] as const,
      default: 'strict',
      summary: 'How the PMS behaves',
    })(),
    delay: Flags.integer({ default: 20, min: 0, max: 3_600, summary: 'Delay of the persona slow, in seconds' }),
    'reject-code': Flags.string({
      default: '392',
      summary: 'OpenTravel error code that the persona rejecting answers',
      helpValue: '<code>',
    }),
    save: Flags.string({
      summary: 'Save each message in this folder, with card numbers and passwords masked',
      helpValue: '<dir>',
    }),
    'save-refused': Flags.boolean({ summary: 'With --save and --auth: also save messages whose sign-in was refused' }),
    count: Flags.integer({ min: 1, summary: 'Exit after this many messages' }),
    auth: Flags.boolean({
      summary: 'Require the PMS credentials (Basic or UsernameToken) from the environment or the profile',
    }),
  }

  async execute(): Promise<Answer> {
    await listenAsPms(this, this.flags)
    return text(undefined, '')
  }
}

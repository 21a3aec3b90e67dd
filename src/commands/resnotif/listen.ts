import { Flags } from '@oclif/core'
import { listenAsPms } from '../../cli/resnotif-listen.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { text, type Answer } from '../../cli/view.js'

export default class ResnotifListen extends ServiceCommand<typeof ResnotifListen> {
  static override summary = 'Be a PMS on this machine: check, answer and show each notification that comes'
  static override description =
    'Personas: strict refuses what lint calls an error, and a reservation it has; lenient takes all with warnings; slow is strict and late; rejecting refuses all; flaky answers 500, then takes a message and cuts the connection, then is strict, in turn.\nWith --json each message is one line of JSON.'
  static override examples = ['<%= config.bin %> resnotif listen', '<%= config.bin %> resnotif listen --persona flaky --save received', '<%= config.bin %> resnotif listen --port 0 --count 1 --json']
  static override flags = {
    port: Flags.integer({ default: 7080, min: 0, max: 65_535, summary: 'Port; 0 takes any free one' }),
    host: Flags.string({ default: '127.0.0.1', summary: 'Address of this machine to listen at' }),
    persona: Flags.option({ options: ['strict', 'lenient', 'slow', 'rejecting', 'flaky'] as const, default: 'strict', summary: 'How the PMS behaves' })(),
    delay: Flags.integer({ default: 20, min: 0, max: 3_600, summary: 'Seconds that slow waits' }),
    'reject-code': Flags.string({ default: '392', summary: 'OpenTravel error code of rejecting', helpValue: '<code>' }),
    save: Flags.string({ summary: 'Keep each message in this folder, card numbers and passwords starred out', helpValue: '<dir>' }),
    count: Flags.integer({ min: 1, summary: 'End after so many messages' }),
    auth: Flags.boolean({ summary: 'Want the PMS credentials of the environment or the profile, Basic or UsernameToken' }),
  }

  async execute(): Promise<Answer> {
    await listenAsPms(this, this.flags)
    return text(undefined, '')
  }
}

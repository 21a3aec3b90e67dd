import { Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { forwardMessages } from '../../cli/forward/index.js'
import { listenAsPms } from '../../cli/resnotif/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifListen extends ServiceCommand<typeof ResnotifListen> {
  static override summary = 'Act as a PMS on this machine: check, answer and show each notification received'
  static override description =
    'Personas: strict refuses messages with lint errors and reservations it already has, and wants what this service sends (composite references), so bookings of other hubs are refused; lenient accepts everything, with warnings, and a booking that it has already as that one, and reads gzip, deflate, br and attachments (multipart), which the others refuse with 415; slow is strict but late; rejecting refuses everything; flaky in turn answers 500, accepts a message but cuts the connection, and is strict. A message that a SOAP envelope carries as a string, escaped or in CDATA, is read as well, and the answer has OTA_HotelResNotifRS as an element. A hub may call it under any name (a DNS name, a proxy, a tunnel): what no browser sends as XML by POST is taken, pages are refused.\nWith --json, prints one line of JSON per message.\nWith --forward-to, it stands between a hub and a real PMS: every message goes on byte for byte, once, and the answer comes back as it is; each is linted as by "resnotif lint", shown and kept for "resnotif listen list" and "resnotif replay". A message over 2 MB, or in an encoding other than gzip, deflate and br, goes on unread: it is not linted, and a Success of the PMS does not count as delivered; over 1 MB, it is not kept; over 10 MB, the hub gets 413 and nothing goes on. If the PMS does not answer, the hub gets 502 or 504 and the reason. Whatever path the hub asks for, all goes to the URL.'
  static override examples = [
    '<%= config.bin %> resnotif listen',
    '<%= config.bin %> resnotif listen --persona flaky --save received',
    '<%= config.bin %> resnotif listen --port 0 --count 1 --json',
    '<%= config.bin %> resnotif listen --port 7082 --forward-to http://127.0.0.1:7080',
  ]
  static override flags = {
    port: Flags.integer({ default: 7080, min: 0, max: 65_535, summary: 'Port; 0 for any free port' }),
    host: Flags.string({ default: '127.0.0.1', summary: 'Local address to listen on' }),
    persona: Flags.option({
      options: ['strict', 'lenient', 'slow', 'rejecting', 'flaky'] as const,
      default: 'strict',
      exclusive: ['forward-to'],
      summary: 'How the PMS behaves',
    })(),
    delay: Flags.integer({
      min: 0,
      max: 3_600,
      exclusive: ['forward-to'],
      summary: '[default: 20] Delay of the persona slow, in seconds',
    }),
    'reject-code': Flags.string({
      exclusive: ['forward-to'],
      summary: '[default: 392] OpenTravel error code that the persona rejecting answers',
      helpValue: '<code>',
    }),
    save: Flags.string({
      summary:
        'Save each message in this folder, with card numbers and passwords masked, and without what cannot be looked into',
      helpValue: '<dir>',
      exclusive: ['forward-to'],
    }),
    'save-refused': Flags.boolean({
      summary: 'With --save and --auth, or --forward-to: also save messages whose sign-in was refused',
    }),
    'save-unread': Flags.boolean({
      summary:
        'With --save or --forward-to: also keep what cannot be looked into, such as packed and encrypted parts, which may hold card numbers',
    }),
    'forward-to': Flags.string({
      summary: 'Pass every message on to the PMS at this URL; https, or http on loopback',
      helpValue: '<url>',
    }),
    keep: Flags.integer({
      min: 0,
      max: 100_000,
      dependsOn: ['forward-to'],
      summary: 'With --forward-to: how many messages are kept, at most 64 MB; 0 keeps nothing (default: 1000)',
    }),
    verbose: Flags.boolean({
      dependsOn: ['forward-to'],
      summary: 'With --forward-to: show every message and answer whole',
    }),
    count: Flags.integer({ min: 1, summary: 'Exit after this many messages' }),
    auth: Flags.boolean({
      exclusive: ['forward-to'],
      summary: 'Require the PMS credentials (Basic or UsernameToken) from the environment or the profile',
    }),
  }

  async execute(): Promise<Answer> {
    const { 'forward-to': to } = this.flags
    await (to === undefined
      ? listenAsPms(this, this.flags)
      : forwardMessages(this, { ...this.flags, 'forward-to': to }))
    return text(undefined, '')
  }
}

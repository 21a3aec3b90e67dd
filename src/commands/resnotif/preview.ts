import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { GROUP } from '../../cli/flags/index.js'
import { previewReservation } from '../../cli/resnotif/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ResnotifPreview extends ServiceCommand<typeof ResnotifPreview> {
  static override summary = 'Show the notification of a reservation; nothing is sent'
  static override description =
    'From a reservation file (as for "reservation create", or as returned by a look-up), which works offline, or from the service. A cancelled reservation gives a Cancel, a modified one a Modify. The message is linted; exits with 8 if it has an error. Prints the XML; --output table prints one row per ResGuest node.'
  static override examples = [
    '<%= config.bin %> resnotif preview samples/reservation.yaml',
    '<%= config.bin %> resnotif preview samples/reservation.yaml --output table',
    '<%= config.bin %> resnotif preview --booking-id 900001 --envelope soap12',
  ]
  static override args = {
    file: Args.string({ description: 'Reservation in YAML or JSON; - for standard input', ignoreStdin: true }),
  }
  static override flags = {
    'booking-id': Flags.string({ summary: 'Get the reservation from the service', helpValue: '<id>' }),
    'channel-booking-id': Flags.string({
      summary: 'Id for a reservation file that has none (default: made up)',
      helpValue: '<id>',
      exclusive: ['booking-id'],
    }),
    'room-stays': Flags.option({
      helpGroup: GROUP.message,
      options: ['reservation', 'room'] as const,
      default: 'reservation',
      summary: 'One RoomStay per reservation, or one per booked unit',
    })(),
    'booker-node': Flags.boolean({
      helpGroup: GROUP.message,
      summary: 'Start with a ResGuest node for the booker, without codes',
    }),
    'rate-plan-id': Flags.boolean({ helpGroup: GROUP.message, summary: 'Repeat RatePlanCode as RatePlanID' }),
    envelope: Flags.option({
      options: ['none', 'soap11', 'soap12'] as const,
      default: 'none',
      summary: 'SOAP envelope around the message',
    })(),
    security: Flags.option({
      helpGroup: GROUP.message,
      options: ['username-token'] as const,
      summary: 'WS-Security header, with the PMS credentials of the environment or the profile',
    })(),
    username: Flags.string({
      helpGroup: GROUP.message,
      summary: 'Override the user name in the security header',
      dependsOn: ['security'],
    }),
    'password-type': Flags.option({
      helpGroup: GROUP.message,
      options: ['digest', 'text'] as const,
      dependsOn: ['security'],
      summary: '[default: digest] Password type in the security header; text shows the password',
    })(),
    status: Flags.option({
      helpGroup: GROUP.message,
      options: ['Commit', 'Modify', 'Cancel'] as const,
      summary: 'What the PMS is to do (default: what the state of the reservation asks for, else Commit)',
    })(),
    'requestor-id': Flags.string({
      helpGroup: GROUP.message,
      summary: 'Sender in POS (default: the distributor of the reservation, else HUBSWITCH)',
      helpValue: '<id>',
    }),
    target: Flags.option({
      helpGroup: GROUP.message,
      options: ['Production', 'Test'] as const,
      default: 'Production',
      summary: 'Target of the message',
    })(),
    version: Flags.string({
      helpGroup: GROUP.message,
      summary: 'Version of the message (default: 5.000)',
      helpValue: '<version>',
    }),
    'echo-token': Flags.string({
      helpGroup: GROUP.message,
      summary: 'EchoToken, at most 128 characters (default: made from the message)',
      helpValue: '<text>',
    }),
    'time-stamp': Flags.string({ helpGroup: GROUP.message, summary: 'TimeStamp (default: now)', helpValue: '<time>' }),
    save: Flags.string({ summary: 'Write the message to a file', helpValue: '<file>' }),
    xsd: Flags.string({
      summary: 'Validate the message against this schema; exits with 8 if it is invalid',
      helpValue: '<file>',
    }),
  }
  static override calls = ['reservation.lookup'] as const

  async execute(): Promise<Answer> {
    return previewReservation(this, this.args.file, this.flags)
  }
}

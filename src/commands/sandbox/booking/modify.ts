import { Args, Flags } from '@oclif/core'
import { SandboxCommand, sandboxWriteFlags } from '../../../cli/command/index.js'
import { answerChange, readBookingChange } from '../../../cli/sandbox/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class SandboxBookingModify extends SandboxCommand<typeof SandboxBookingModify> {
  static override summary = 'Change the dates, rooms or guests of a sandbox reservation, as an administrator would'
  static override description =
    'The service has no endpoint for this. Only what you give is changed; a new arrival date alone keeps the number of nights. All booking rules apply to the new stay: if it is refused, nothing changes. ' +
    'The PMS is notified with ResStatus Modify, unless the reservation is still pending. A file can contain checkInDate, checkOutDate, totalGuestCounts, booker, rooms and comment.'
  static override examples = [
    '<%= config.bin %> sandbox booking modify 900001 --check-in 2027-07-02 --nights 3',
    '<%= config.bin %> sandbox booking modify 900001 --units 1=2',
    '<%= config.bin %> sandbox booking modify 900001 --file samples/booking-change.yaml',
  ]
  static override args = { id: Args.string({ required: true, description: 'Booking id' }) }
  static override flags = {
    ...sandboxWriteFlags,
    file: Flags.string({
      char: 'f',
      summary: 'Read the change from a YAML or JSON file; - for standard input',
      helpValue: '<file>',
    }),
    'check-in': Flags.string({ summary: 'New arrival date', helpValue: '<YYYY-MM-DD>' }),
    nights: Flags.integer({ summary: 'New number of nights', min: 1, max: 365 }),
    units: Flags.string({
      multiple: true,
      summary: 'New number of units of a reservation line (lines count from 1); can be repeated',
      helpValue: '<line=n>',
    }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const change = await readBookingChange(this.flags)
    const sandbox = await this.openSandbox()
    return answerChange(await sandbox.modifyBooking(this.args.id, change), sandbox)
  }
}

import { Args } from '@oclif/core'
import { SandboxCommand, sandboxWriteFlags } from '../../../cli/command/index.js'
import { answerChange } from '../../../cli/sandbox/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class SandboxBookingCancel extends SandboxCommand<typeof SandboxBookingCancel> {
  static override summary = 'Cancel a sandbox reservation, as an administrator would'
  static override description =
    'The service has no endpoint for this. Frees the units and notifies the PMS with ResStatus Cancel, unless the reservation was still pending.'
  static override examples = [
    '<%= config.bin %> sandbox booking cancel 900001',
    '<%= config.bin %> sandbox booking cancel 900001 --json',
  ]
  static override args = { id: Args.string({ required: true, description: 'Booking id' }) }
  static override flags = { ...sandboxWriteFlags }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const sandbox = await this.openSandbox()
    return answerChange(await sandbox.cancelBooking(this.args.id), sandbox)
  }
}

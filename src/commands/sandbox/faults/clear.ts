import { SandboxCommand, sandboxFlags } from '../../../cli/sandbox-command.js'
import { text, type Answer } from '../../../cli/view.js'

export default class SandboxFaultsClear extends SandboxCommand<typeof SandboxFaultsClear> {
  static override summary = 'Take back all faults on order'
  static override description = 'The sandbox serves everything properly again, from the next request on.'
  static override examples = ['<%= config.bin %> sandbox faults clear']
  static override flags = { ...sandboxFlags }

  async execute(): Promise<Answer> {
    const { faults } = await this.openSandbox()
    const cleared = faults.list().length
    faults.clear()
    return text({ cleared }, cleared === 0 ? 'No faults were on order.' : `Taken back: ${cleared} ${cleared === 1 ? 'fault' : 'faults'}.`)
  }
}

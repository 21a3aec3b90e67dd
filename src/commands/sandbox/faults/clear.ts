import { SandboxCommand, sandboxWriteFlags } from '../../../cli/command/index.js'
import { text } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class SandboxFaultsClear extends SandboxCommand<typeof SandboxFaultsClear> {
  static override summary = 'Remove all faults'
  static override description = 'The sandbox works normally again from the next request on.'
  static override examples = ['<%= config.bin %> sandbox faults clear', '<%= config.bin %> sandbox faults clear --json']
  static override flags = { ...sandboxWriteFlags }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { faults } = await this.openSandbox()
    const cleared = faults.list().length
    faults.clear()
    return text(
      { cleared },
      cleared === 0 ? 'No faults were active.' : `Removed: ${cleared} ${cleared === 1 ? 'fault' : 'faults'}.`,
    )
  }
}

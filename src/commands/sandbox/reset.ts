import { EMBEDDED_SERVICE, SandboxCommand, sandboxWriteFlags } from '../../cli/command/index.js'
import { text } from '../../cli/show/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'

export default class SandboxReset extends SandboxCommand<typeof SandboxReset> {
  static override summary = 'Delete all data of the sandbox'
  static override examples = [
    '<%= config.bin %> sandbox reset --yes',
    '<%= config.bin %> sandbox reset --dry-run',
    '<%= config.bin %> sandbox reset --yes --data other-sandbox',
  ]
  static override flags = sandboxWriteFlags

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const sandbox = await this.openSandbox({}, false)
    const isDry = this.isDry()
    const { properties, units } = sandbox.counts()
    await confirm(
      this.terminal,
      `Remove ${properties} properties and ${units} units from the sandbox?`,
      isDry || this.flags.yes,
    )
    sandbox.reset()
    if (this.flags.data === undefined && !isDry) this.journal().forget(EMBEDDED_SERVICE)
    return text(
      { removed: { properties, units } },
      `The sandbox is empty: ${properties} properties and ${units} units were removed.`,
    )
  }
}

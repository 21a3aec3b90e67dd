import { Flags } from '@oclif/core'
import { EMBEDDED_SERVICE, sandboxFolder, ServiceCommand, startEmbedded } from '../../cli/command/index.js'
import { text } from '../../cli/show/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'

export default class SandboxReset extends ServiceCommand<typeof SandboxReset> {
  static override summary = 'Delete all data of the sandbox'
  static override examples = [
    '<%= config.bin %> sandbox reset --yes',
    '<%= config.bin %> sandbox reset --yes --data other-sandbox',
  ]
  static override flags = { data: Flags.string({ summary: 'Data folder of the sandbox', helpValue: '<dir>' }) }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const sandbox = await startEmbedded({ dataDir: this.flags.data ?? sandboxFolder(this.folders().dataDir) })
    this.whenDone(() => sandbox.close())
    const { properties, units } = sandbox.counts()
    await confirm(this.terminal, `Remove ${properties} properties and ${units} units from the sandbox?`, this.flags.yes)
    sandbox.reset()
    if (this.flags.data === undefined) this.journal().forget(EMBEDDED_SERVICE)
    return text(
      { removed: { properties, units } },
      `The sandbox is empty: ${properties} properties and ${units} units were removed.`,
    )
  }
}

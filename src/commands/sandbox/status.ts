import { Flags } from '@oclif/core'
import { BaseCommand, findRunning, sandboxFolder, startEmbedded } from '../../cli/command/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class SandboxStatus extends BaseCommand<typeof SandboxStatus> {
  static override summary = 'Show what the sandbox contains and whether it is being served'
  static override examples = ['<%= config.bin %> sandbox status', '<%= config.bin %> sandbox status --json']
  static override flags = { data: Flags.string({ summary: 'Data folder of the sandbox', helpValue: '<dir>' }) }

  async execute(): Promise<Answer> {
    const dataDir = this.flags.data ?? sandboxFolder(this.folders().dataDir)
    const sandbox = await startEmbedded({ dataDir })
    this.whenDone(() => sandbox.close())
    const running = this.flags.data === undefined ? findRunning(this.folders().dataDir) : undefined
    return record({ dataDir, servedAt: running?.url ?? null, pid: running?.pid ?? null, ...sandbox.counts() })
  }
}

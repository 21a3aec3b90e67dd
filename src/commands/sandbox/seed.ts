import { Flags } from '@oclif/core'
import { BaseCommand } from '../../cli/base-command.js'
import { sandboxFolder, startEmbedded } from '../../cli/embedded-sandbox.js'
import { readBodyFile } from '../../cli/request-body.js'
import { record, type Answer } from '../../cli/view.js'
import type { SeedData } from '../../sandbox/index.js'

export default class SandboxSeed extends BaseCommand<typeof SandboxSeed> {
  static override summary = 'Put example properties into the sandbox'
  static override description = 'Properties that are there already, by hubSwitchId, are left alone. With --file, your own: properties with hotelCode, name, code, hubSwitchId and units.'
  static override examples = ['<%= config.bin %> sandbox seed', '<%= config.bin %> sandbox seed --file estate.yaml']
  static override flags = {
    data: Flags.string({ summary: 'Folder of the sandbox', helpValue: '<dir>' }),
    file: Flags.string({ char: 'f', summary: 'Properties to put in, YAML or JSON; - reads standard input', helpValue: '<file>' }),
  }

  async execute(): Promise<Answer> {
    const data = this.flags.file === undefined ? undefined : ((await readBodyFile(this.flags.file)) as unknown as SeedData)
    const sandbox = await startEmbedded({ dataDir: this.flags.data ?? sandboxFolder(this.config.dataDir) })
    this.whenDone(() => sandbox.close())
    return record(sandbox.seed(data))
  }
}

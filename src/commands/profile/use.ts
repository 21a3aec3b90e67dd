import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { tryFlag } from '../../cli/flags/index.js'
import { copiedConfig } from '../../cli/profile/index.js'
import { text, wouldAnswer } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { useProfile } from '../../config/index.js'

export default class ProfileUse extends ServiceCommand<typeof ProfileUse> {
  static override summary = 'Choose the profile that commands use by default'
  static override description = '"sandbox" is the embedded service. --profile and HUBSWITCH_PROFILE take precedence.'
  static override examples = ['<%= config.bin %> profile use main', '<%= config.bin %> profile use sandbox']
  static override args = { name: Args.string({ required: true, description: 'Profile name' }) }
  static override flags = tryFlag

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { name } = this.args
    const { configDir } = this.folders()
    if (this.flags['dry-run']) {
      await useProfile(
        copiedConfig(configDir, (close) => this.whenDone(close)),
        name,
      )
      return wouldAnswer({ current: name }, `Commands would use profile ${name}.`)
    }
    await useProfile(configDir, name)
    return text({ current: name }, `Commands now use profile ${name}.`)
  }
}

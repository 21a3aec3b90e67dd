import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { useProfile } from '../../config/index.js'

export default class ProfileUse extends ServiceCommand<typeof ProfileUse> {
  static override summary = 'Choose the profile that commands use by default'
  static override description = '"sandbox" is the embedded service. --profile and HUBSWITCH_PROFILE take precedence.'
  static override examples = ['<%= config.bin %> profile use main', '<%= config.bin %> profile use sandbox']
  static override args = { name: Args.string({ required: true, description: 'Profile name' }) }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { name } = this.args
    await useProfile(this.folders().configDir, name)
    return text({ current: name }, `Commands now use profile ${name}.`)
  }
}

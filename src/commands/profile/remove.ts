import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { text } from '../../cli/show/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'
import { deleteSecrets, listProfiles, removeProfile } from '../../config/index.js'

export default class ProfileRemove extends ServiceCommand<typeof ProfileRemove> {
  static override summary = 'Remove a profile and its stored secrets'
  static override examples = [
    '<%= config.bin %> profile remove main --yes',
    '<%= config.bin %> profile remove main --yes --json',
  ]
  static override args = { name: Args.string({ required: true, description: 'Profile name' }) }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { name } = this.args
    const { configDir } = this.folders()
    const profile = listProfiles(configDir).find((known) => known.name === name)
    if (profile !== undefined) await confirm(this.terminal, `Remove profile ${name} and its secrets?`, this.flags.yes)
    if (profile?.store !== undefined) await deleteSecrets(profile.store, { configDir, profile: name })
    await removeProfile(configDir, name)
    return text({ removed: name }, `Removed profile ${name}.`)
  }
}

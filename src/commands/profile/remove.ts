import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { tryFlag } from '../../cli/flags/index.js'
import { copiedConfig } from '../../cli/profile/index.js'
import { text, wouldAnswer } from '../../cli/show/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'
import { deleteSecrets, listProfiles, removeProfile } from '../../config/index.js'

export default class ProfileRemove extends ServiceCommand<typeof ProfileRemove> {
  static override summary = 'Remove a profile and its stored secrets'
  static override examples = [
    '<%= config.bin %> profile remove main --yes',
    '<%= config.bin %> profile remove main --yes --json',
  ]
  static override args = { name: Args.string({ required: true, description: 'Profile name' }) }
  static override flags = tryFlag

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { name } = this.args
    const { configDir } = this.folders()
    const profile = listProfiles(configDir).find((known) => known.name === name)
    if (this.flags['dry-run']) {
      await removeProfile(
        copiedConfig(configDir, (close) => this.whenDone(close)),
        name,
      )
      const secrets =
        profile?.store === undefined ? 'It keeps no secrets.' : `Its secrets in the ${profile.store} would go with it.`
      return wouldAnswer({ removed: name, store: profile?.store }, `Profile ${name} would be removed. ${secrets}`)
    }
    if (profile !== undefined) await confirm(this.terminal, `Remove profile ${name} and its secrets?`, this.flags.yes)
    if (profile?.store !== undefined) await deleteSecrets(profile.store, { configDir, profile: name })
    await removeProfile(configDir, name)
    return text({ removed: name }, `Removed profile ${name}.`)
  }
}

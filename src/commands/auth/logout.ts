import { ServiceCommand } from '../../cli/command/index.js'
import { tryFlag } from '../../cli/flags/index.js'
import { text, wouldAnswer } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { deleteSecrets, removeSecretsFile, saveProfile } from '../../config/index.js'
import { Fault } from '../../errors.js'

export default class AuthLogout extends ServiceCommand<typeof AuthLogout> {
  static override summary = 'Delete the stored secrets of a profile'
  static override examples = ['<%= config.bin %> auth logout', '<%= config.bin %> auth logout --profile main']

  static override flags = tryFlag

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { store, profile, configDir } = this.settings()
    const name = profile.value
    if (store.value === undefined)
      return text({ profile: name, removed: false }, `No secrets are stored for profile ${name}.`)
    if (this.flags['dry-run'])
      return wouldAnswer(
        { profile: name, removed: true, store: store.value },
        `The secrets of ${name} would be removed from the ${store.value}.`,
      )
    await deleteSecrets(store.value, { configDir, profile: name }).catch(async (error: unknown) => {
      if (!(error instanceof Fault) || error.facts['isDamaged'] !== true) throw error
      this.alert(
        `${error.message} It is removed whole, with what it held for other profiles: none of it could be used.`,
      )
      await removeSecretsFile(configDir)
    })
    if (store.source === 'file') await saveProfile(configDir, name, { store: null })
    return text(
      { profile: name, removed: true, store: store.value },
      `Signed out of ${name}: removed its secrets from the ${store.value}.`,
    )
  }
}

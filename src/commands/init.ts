import { ServiceCommand } from '../cli/command/index.js'
import { askService, type ChosenService, initialize, refuseWithoutPerson } from '../cli/init/index.js'
import type { Answer } from '../cli/terminal/index.js'
import type { SettingFlags } from '../config/index.js'

export default class Init extends ServiceCommand<typeof Init> {
  static override summary = 'Set up this machine: service, sign-in, a first read'
  static override description =
    'Asks on a terminal, step by step; Ctrl-C ends it. Secrets are typed hidden. In a pipe it ends with 2 and says what to type instead.'
  static override examples = [
    '<%= config.bin %> init # exit 2 in a pipe, with what to type instead',
    '<%= config.bin %> init --profile seaview # exit 2 in a pipe; on a terminal, the name of the profile when it asks',
  ]
  static override calls = ['auth.login', 'auth.whoami', 'property.get', 'propertyInfo.get', 'room.list'] as const

  #chosen: ChosenService | undefined

  protected override settingFlags(): SettingFlags {
    return this.#chosen?.flags ?? {}
  }

  protected override mayCreateProfile(): boolean {
    return true
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  /** From here on the profile says what was chosen. */
  whenSignedIn(): void {
    const { flags, ...others } = this.#chosen as ChosenService
    this.#chosen = { ...others, flags: { profile: flags.profile } }
    this.forgetSettings()
  }

  startConnecting(): ReturnType<ServiceCommand<typeof Init>['connecting']> {
    return this.connecting()
  }

  async execute(): Promise<Answer> {
    refuseWithoutPerson(this)
    this.#chosen = await askService(this.terminal, this.flags.profile)
    return initialize(this, this.#chosen)
  }
}

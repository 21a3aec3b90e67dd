import { Flags } from '@oclif/core'
import { login, refuseKept, refuseUnnamedMove, tokenEnd, warningOfEnd, wouldLogIn } from '../../cli/auth/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { tryFlag } from '../../cli/flags/index.js'
import { askService, type ChosenService, initialize } from '../../cli/init/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { listProfiles, SANDBOX_PROFILE, type SettingFlags, type StoreKind } from '../../config/index.js'

export default class AuthLogin extends ServiceCommand<typeof AuthLogin> {
  static override summary = 'Sign in and keep secret and token in the OS keychain'
  static override description =
    'Asks for the partner secret, or takes it from --secret-stdin or HUBSWITCH_PARTNER_SECRET. Nothing is stored unless the service accepts it, and a stored secret goes to no other address.\nWith --base-url and no profile named, the profile is "main". A profile that exists signs in with its overlay and certificates and keeps its other settings.\nThe embedded sandbox has a built-in account and needs neither id nor secret.\nOn a terminal of a machine without a profile it asks step by step, as "hubswitch init" does.'
  static override examples = [
    '<%= config.bin %> auth login',
    '<%= config.bin %> auth login --profile main --base-url https://service.example --partner-id 4711',
    'print-secret | <%= config.bin %> auth login --profile main --base-url https://service.example --partner-id 4711 --secret-stdin --store file',
  ]
  static override flags = {
    ...tryFlag,
    'base-url': Flags.string({ summary: 'Base URL of the service; saved in the profile', helpValue: '<url>' }),
    'partner-id': Flags.string({ summary: 'Partner id issued at onboarding', helpValue: '<id>' }),
    'secret-stdin': Flags.boolean({ summary: 'Read the partner secret from standard input' }),
    'channel-credentials': Flags.string({
      summary: 'JSON file with the channel credentials for rates and inventory',
      helpValue: '<file>',
    }),
    'pms-credentials': Flags.string({
      summary: 'JSON file with username and password for "resnotif send --auth"',
      helpValue: '<file>',
    }),
    store: Flags.option({
      options: ['keychain', 'file'] as const,
      summary: 'Where secret and token are kept (default keychain)',
    })(),
  }
  static override calls = ['auth.login'] as const

  /** What a person without a profile has chosen. */
  #chosen: ChosenService | undefined

  protected override settingFlags(): SettingFlags {
    if (this.#chosen !== undefined) return this.#chosen.flags
    const { 'base-url': baseUrl, 'partner-id': partnerId } = this.flags
    return { partnerId, ...(baseUrl === undefined ? {} : { baseUrl, profile: this.#named() ?? 'main' }) }
  }

  /** With an address the profile may be new. */
  protected override mayCreateProfile(): boolean {
    return this.flags['base-url'] !== undefined || this.#chosen !== undefined
  }

  /** From here on the profile says what was chosen. */
  whenSignedIn(): void {
    const { flags, ...others } = this.#chosen as ChosenService
    this.#chosen = { ...others, flags: { profile: flags.profile } }
    this.forgetSettings()
  }

  startConnecting(): ReturnType<ServiceCommand<typeof AuthLogin>['connecting']> {
    return this.connecting()
  }

  /** Nothing says yet which service is meant, and there is a person to ask. */
  #isFirst(): boolean {
    const isBare = this.argv.every((word) => word === '--debug')
    const {
      HUBSWITCH_PROFILE: profile = '',
      HUBSWITCH_BASE_URL: address = '',
      HUBSWITCH_PARTNER_ID: partner = '',
    } = process.env
    return (
      isBare &&
      this.terminal.mayAsk &&
      profile + address + partner === '' &&
      listProfiles(this.folders().configDir).every(({ name }) => name === SANDBOX_PROFILE)
    )
  }

  #named(): string | undefined {
    const { HUBSWITCH_PROFILE: named } = process.env
    return this.flags.profile ?? (named === '' ? undefined : named)
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    if (this.#isFirst()) {
      this.#chosen = await askService(this.terminal, this.flags.profile)
      return initialize(this, this.#chosen)
    }
    const settings = this.settings()
    const {
      'secret-stdin': isSecretOnStdin,
      'channel-credentials': channelCredentialsFile,
      'pms-credentials': pmsCredentialsFile,
      store,
    } = this.flags
    const isBuiltIn = settings.isEmbedded && settings.partnerId.value === undefined && !isSecretOnStdin
    if (this.flags['dry-run'])
      return wouldLogIn(settings, isBuiltIn ? undefined : (store ?? settings.store.value ?? 'keychain'))
    if (isBuiltIn) {
      refuseKept({
        '--channel-credentials': channelCredentialsFile,
        '--pms-credentials': pmsCredentialsFile,
        '--store': store,
      })
      const { client } = await this.connection()
      const token = await client.session.signIn()
      const { partnerId, name } = await client.call('auth.whoami', {})
      this.notice(`Signed in to the embedded sandbox as ${partnerId} (${name}), its built-in account.`)
      return record({ profile: settings.profile.value, partnerId, ...tokenEnd(token) })
    }
    if (this.#named() === undefined) refuseUnnamedMove(settings)
    const profile = settings.profile.value
    const kind: StoreKind = store ?? settings.store.value ?? 'keychain'
    const { partnerId, token } = await login({
      settings,
      isSecretOnStdin,
      channelCredentialsFile,
      pmsCredentialsFile,
      store: kind,
      terminal: this.terminal,
      connecting: this.connecting(),
    })
    this.notice(
      `Signed in as ${partnerId}. The secret is stored in the ${kind === 'file' ? 'secrets file of the profile' : 'OS keychain'}.`,
    )
    const warning = warningOfEnd(token)
    if (warning !== undefined) this.notice(warning, false, 'warn')
    return record({ profile, partnerId, store: kind, ...tokenEnd(token) })
  }
}

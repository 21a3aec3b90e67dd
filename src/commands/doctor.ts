import { Flags } from '@oclif/core'
import { ServiceCommand } from '../cli/command/index.js'
import { doctor, type SignedIn } from '../cli/doctor/index.js'
import { openCredentials } from '../config/index.js'
import type { Answer } from '../cli/terminal/index.js'

export default class Doctor extends ServiceCommand<typeof Doctor> {
  static override summary = 'Check machine, profile and service; say what to correct'
  static override description =
    'Looks at Node.js, folders, disk, proxy, name, certificate and clock of the service, credentials, keychain, overlay, locks, journal, the last runs and their mapping files. Sends one request without a token and signs in as the next command would: a new token is kept where the secret is, and nothing else is changed. Each line is ok, warn, FAIL, or ? for what was not tried, with what to type.\nExits with 8 if anything fails.'
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --offline --json',
    '<%= config.bin %> doctor --columns state,check,next',
  ]
  static override flags = {
    offline: Flags.boolean({ summary: 'Do not connect to the service' }),
    'no-sign-in': Flags.boolean({ summary: 'Do not sign in, such as from a monitor that runs this every minute' }),
  }

  async execute(): Promise<Answer> {
    return doctor({
      settings: () => this.settings(),
      target: () => this.target(),
      folders: this.folders(),
      userAgent: this.config.userAgent,
      signIn: () => this.#signIn(),
      isOffline: this.flags.offline,
      mayNotSignIn: this.flags['no-sign-in'],
    })
  }

  async #signIn(): Promise<SignedIn> {
    const { fixedToken, loadToken } = openCredentials({ settings: this.settings(), env: process.env })
    const before = fixedToken ?? (await loadToken?.())?.accessToken
    const { client } = await this.connection()
    const { partnerId, name } = await client.call('auth.whoami', {})
    const { accessToken } = await client.session.token()
    const by = before === undefined ? 'secret' : before === accessToken ? 'token' : 'renewed token'
    return { partnerId: String(partnerId), name, by }
  }
}

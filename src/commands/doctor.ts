import { Flags } from '@oclif/core'
import { ServiceCommand } from '../cli/command/index.js'
import { doctor } from '../cli/doctor/index.js'
import type { Answer } from '../cli/terminal/index.js'

export default class Doctor extends ServiceCommand<typeof Doctor> {
  static override summary = 'Check machine, profile and service; say what to correct'
  static override description =
    'Looks at Node.js, folders, disk, proxy, name, certificate and clock of the service, credentials, keychain, overlay, locks, journal, the last runs and their mapping files. Sends one request without a token, which changes nothing, and does not sign in. Each line is ok, warn or FAIL, with what to type.\nExits with 8 if anything fails.'
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --offline --json',
    '<%= config.bin %> doctor --columns state,check,next',
  ]
  static override flags = { offline: Flags.boolean({ summary: 'Do not connect to the service' }) }

  async execute(): Promise<Answer> {
    return doctor({
      settings: () => this.settings(),
      target: () => this.target(),
      folders: this.folders(),
      userAgent: this.config.userAgent,
      isOffline: this.flags.offline,
    })
  }
}

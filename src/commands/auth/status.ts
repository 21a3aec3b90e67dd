import { credentialReport } from '../../cli/auth/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class AuthStatus extends ServiceCommand<typeof AuthStatus> {
  static override summary = 'Show the account and service in use, and where each secret comes from'
  static override description = 'Does not connect to the service. Exits with 4 if there is nothing to sign in with.'
  static override examples = ['<%= config.bin %> auth status', '<%= config.bin %> auth status --json']

  async execute(): Promise<Answer> {
    return record(await credentialReport(this.settings()))
  }
}

import { credentialReport } from '../../cli/credential-report.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { record, type Answer } from '../../cli/view.js'

export default class AuthStatus extends ServiceCommand<typeof AuthStatus> {
  static override summary = 'Show who would sign in where, and where each secret comes from'
  static override description = 'Opens no connection. Exit 4 where there is nothing to sign in with.'
  static override examples = ['<%= config.bin %> auth status', '<%= config.bin %> auth status --json']

  async execute(): Promise<Answer> {
    return record(await credentialReport(this.settings()))
  }
}

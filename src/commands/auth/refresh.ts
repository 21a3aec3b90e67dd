import { ServiceCommand } from '../../cli/service-command.js'
import { text, type Answer } from '../../cli/view.js'
import { contract } from '../../contract/index.js'

export default class AuthRefresh extends ServiceCommand<typeof AuthRefresh> {
  static override summary = contract.auth.refresh.summary
  static override description = 'Signs in again where no valid token is at hand.'
  static override examples = ['<%= config.bin %> auth refresh']
  static override calls = ['auth.refresh'] as const

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    const { expiresAt } = await client.session.refresh()
    const tokenExpires = new Date(expiresAt).toISOString()
    return text({ tokenExpires }, `The new token is valid until ${tokenExpires}.`)
  }
}

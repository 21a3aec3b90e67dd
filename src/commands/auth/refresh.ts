import { ServiceCommand } from '../../cli/service-command.js'
import { text, type Answer } from '../../cli/view.js'
import { contract } from '../../contract/index.js'

export default class AuthRefresh extends ServiceCommand<typeof AuthRefresh> {
  static override summary = contract.auth.refresh.summary
  static override description = 'Signs in again where no valid token is kept. The new token is kept where "auth login" keeps the secret.'
  static override examples = ['<%= config.bin %> auth refresh']
  static override calls = ['auth.refresh'] as const

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    const { expiresAt, isSignIn } = await client.session.refresh()
    const tokenExpires = new Date(expiresAt).toISOString()
    return text({ tokenExpires, isSignIn }, `${isSignIn ? 'There was no token to refresh, so hubswitch signed in again' : 'The token was refreshed'}. The new one is valid until ${tokenExpires}.`)
  }
}

import { tokenEnd } from '../../cli/auth/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class AuthToken extends ServiceCommand<typeof AuthToken> {
  static override summary = 'Print a valid access token for use in another program'
  static override description = 'Treat the token as a secret: anyone who has it can act as you until it expires.'
  static override examples = [
    'curl -H "Authorization: Bearer $(<%= config.bin %> auth token)" http://127.0.0.1:7070/api/v1/partners/get-info',
    '<%= config.bin %> auth token --profile sandbox',
  ]

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    const token = await client.session.token()
    return { ...text({ accessToken: token.accessToken, ...tokenEnd(token) }, token.accessToken), showsSecret: true }
  }
}

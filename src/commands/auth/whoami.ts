import { partnerColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class AuthWhoami extends ServiceCommand<typeof AuthWhoami> {
  static override summary = contract.auth.whoami.summary
  static override examples = ['<%= config.bin %> auth whoami', '<%= config.bin %> auth whoami --json']
  static override calls = ['auth.whoami'] as const

  async execute(): Promise<Answer> {
    return record(await this.call('auth.whoami', {}), partnerColumns)
  }
}

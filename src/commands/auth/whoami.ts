import { partnerColumns } from '../../cli/calendar/columns.js'
import { ServiceCommand } from '../../cli/command/service-command.js'
import { record } from '../../cli/show/view.js'
import { type Answer } from '../../cli/terminal/answer.js'
import { contract } from '../../contract/map/map.js'

export default class AuthWhoami extends ServiceCommand<typeof AuthWhoami> {
  static override summary = contract.auth.whoami.summary
  static override examples = ['<%= config.bin %> auth whoami']
  static override calls = ['auth.whoami'] as const

  async execute(): Promise<Answer> {
    return record(await this.call('auth.whoami', {}), partnerColumns)
  }
}

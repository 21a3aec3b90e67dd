import { ServiceCommand } from '../../cli/command/index.js'
import { requireShared, workerColumns, workersOf } from '../../cli/estate/index.js'
import { estateFlag } from '../../cli/flags/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class WorkerList extends ServiceCommand<typeof WorkerList> {
  static override summary = 'List the workers of an estate'
  static override examples = ['<%= config.bin %> worker list', '<%= config.bin %> worker list --json']
  static override flags = estateFlag

  protected override settingFlags(): SettingFlags {
    return { estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    const { api, estate } = await requireShared(this, { whenDone: (close) => this.whenDone(close) })
    const rows = workersOf(await api.workersOf(estate))
    return list(rows, rows, workerColumns, 'No worker is at work. "hubswitch worker start" starts one.')
  }
}

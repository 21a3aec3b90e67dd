import { Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { runColumns, runDocument } from '../../cli/report/index.js'
import { estateFlag } from '../../cli/flags/index.js'
import { estateRunDocuments, openShared } from '../../cli/estate/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'
import { isAlive } from '../../is-alive.js'
import { endCutRuns } from '../../journal/index.js'

export default class RunList extends ServiceCommand<typeof RunList> {
  static override summary = 'List pushes made from this machine, newest first'
  static override examples = ['<%= config.bin %> run list', '<%= config.bin %> run list --all-profiles --limit 50']
  static override flags = {
    ...estateFlag,
    limit: Flags.integer({ default: 20, min: 1, max: 1_000_000, summary: 'Maximum number to list' }),
    'all-profiles': Flags.boolean({ summary: 'Include all profiles' }),
  }

  protected override onlyReads(): boolean {
    return true
  }

  protected override settingFlags(): SettingFlags {
    return { estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    const shared = await openShared(this, { whenDone: (close) => this.whenDone(close) })
    if (shared !== undefined) {
      const { api, estate } = shared
      this.useJournal(await api.pullRuns(estate))
      const runs = await estateRunDocuments(shared, this.journal(), this.flags.limit)
      return list(runs, runs, runColumns, 'No push has been submitted to this estate yet.')
    }
    const target = this.flags['all-profiles'] ? undefined : this.target()
    endCutRuns(this.journal(), isAlive)
    const runs = this.journal().listRuns(target, this.flags.limit).map(runDocument)
    return list(runs, runs, runColumns, 'No push has been made yet.')
  }
}

import { ServiceCommand } from '../../../cli/command/index.js'
import { lockList } from '../../../cli/run/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class RunLockList extends ServiceCommand<typeof RunLockList> {
  static override summary = 'List pushes that are at work on this machine, and locks that were left behind'
  static override description =
    'One push of a kind is at work against a service at a time. A lock whose process was killed is free at once: the next push takes it over and says so.'
  static override examples = ['<%= config.bin %> run lock list', '<%= config.bin %> run lock list --json']

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    return lockList(this.journal(), this.settings().dataDir)
  }
}

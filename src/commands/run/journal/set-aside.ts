import { ServiceCommand } from '../../../cli/command/index.js'
import { tryFlag } from '../../../cli/flags/index.js'
import { setAside } from '../../../cli/run/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class RunJournalSetAside extends ServiceCommand<typeof RunJournalSetAside> {
  static override summary = 'Move the journal aside, so that the next push begins a new one'
  static override description =
    'For a journal that is damaged. It is moved into a folder beside it that carries the date, and nothing in it is changed. What is forgotten with it is listed: the acknowledged calendar, runs that could be resumed or undone, booking attempts. Asks first where the journal is whole.'
  static override examples = [
    '<%= config.bin %> run journal set-aside --yes',
    '<%= config.bin %> run journal set-aside --yes --json',
  ]

  static override flags = tryFlag

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    return setAside({
      dataDir: this.settings().dataDir,
      terminal: this.terminal,
      yes: this.flags.yes,
      isDry: this.flags['dry-run'],
    })
  }
}

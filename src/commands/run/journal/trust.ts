import { ServiceCommand } from '../../../cli/command/index.js'
import { trustJournal } from '../../../cli/run/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class RunJournalTrust extends ServiceCommand<typeof RunJournalTrust> {
  static override summary = 'Say that a restored or copied journal is the newest one'
  static override description =
    'A data directory that was copied or restored may be older than what was pushed and booked since, so --changes-only sends its nights again. Where you know that nothing was, as in a CI job that restores what the last one kept, this believes the journal as it lies there. If it is older after all, --changes-only leaves wrong values at the service.'
  static override examples = [
    '<%= config.bin %> run journal trust',
    '<%= config.bin %> run journal trust --json',
    '<%= config.bin %> run journal trust --quiet && <%= config.bin %> rates push samples/rates.csv --changes-only --yes',
  ]

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    return trustJournal(this.settings().dataDir)
  }
}

import { ServiceCommand } from '../../../cli/command/index.js'
import { journalAnswer } from '../../../cli/run/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import { checkJournal } from '../../../journal/index.js'

export default class RunJournalCheck extends ServiceCommand<typeof RunJournalCheck> {
  static override summary = 'Read the journal through: what is whole, what is lost, how large it is'
  static override description =
    'Every row is compared with the checksum it was written with. Exits with 11 if anything is lost, as every command does that needs the journal: a damaged one is not used, and nothing is pushed or booked with it.'
  static override examples = ['<%= config.bin %> run journal check', '<%= config.bin %> run journal check --json']

  async execute(): Promise<Answer> {
    return journalAnswer(checkJournal(this.settings().dataDir))
  }
}

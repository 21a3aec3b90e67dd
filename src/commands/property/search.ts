import { BodyCommand } from '../../cli/body-command.js'
import { searchColumns } from '../../cli/columns.js'
import { pageFooter } from '../../cli/page-footer.js'
import { bodyFlags } from '../../cli/request-body.js'
import { schemaFlags } from '../../cli/schema-flags.js'
import { list, type Answer } from '../../cli/view.js'
import { contract, type InputOf } from '../../contract/index.js'

export default class PropertySearch extends BodyCommand<typeof PropertySearch> {
  static override summary = contract.property.search.summary
  static override examples = [
    '<%= config.bin %> property search --latitude 48.8566 --longitude 2.3522 --radius 10',
    '<%= config.bin %> property search --latitude 48.8566 --longitude 2.3522 --ratings 4,5 --json',
  ]
  static override flags = { ...bodyFlags, ...schemaFlags(contract.property.search.body) }

  async execute(): Promise<Answer> {
    const body = (await this.body('property.search')) as InputOf<'property.search'>['body']
    const page = await this.namingFlags(() => this.call('property.search', { body }))
    return list(page, page.content, searchColumns, 'No property matches.', pageFooter(page))
  }
}

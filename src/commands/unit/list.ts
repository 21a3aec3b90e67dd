import { Args } from '@oclif/core'
import { unitColumns } from '../../cli/columns.js'
import { pageFooter } from '../../cli/page-footer.js'
import { fieldsFromFlags, schemaFlags } from '../../cli/schema-flags.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { list, type Answer } from '../../cli/view.js'
import { contract } from '../../contract/index.js'

const { query } = contract.unit.list
const except = ['propertyId']

export default class UnitList extends ServiceCommand<typeof UnitList> {
  static override summary = contract.unit.list.summary
  static override examples = ['<%= config.bin %> unit list 1000001', '<%= config.bin %> unit list 1000001 --page 1 --size 50']
  static override args = { property: Args.string({ required: true, description: 'Property id' }) }
  static override flags = schemaFlags(query, { except })

  async execute(): Promise<Answer> {
    const paging = fieldsFromFlags(query, this.flags, { except })
    const page = await this.call('unit.list', { query: { ...paging, propertyId: this.args.property } })
    return list(page, page.content, unitColumns, 'This property has no units yet. Add one with "hubswitch unit add".', pageFooter(page))
  }
}

import { Args } from '@oclif/core'
import { unitColumns } from '../../cli/calendar/columns.js'
import { readPages } from '../../client/pages.js'
import { pageFooter } from '../../cli/flags/pages.js'
import { pageFlags } from '../../cli/flags/pages.js'
import { fieldsFromFlags, schemaFlags } from '../../cli/flags/schema-flags.js'
import { ServiceCommand } from '../../cli/command/service-command.js'
import { list } from '../../cli/show/view.js'
import { type Answer } from '../../cli/terminal/answer.js'
import { contract } from '../../contract/map/map.js'

const { query } = contract.unit.listByType
const except = ['propertyId']

export default class UnitList extends ServiceCommand<typeof UnitList> {
  static override summary = contract.unit.list.summary
  static override examples = ['<%= config.bin %> unit list 1000001', '<%= config.bin %> unit list 1000002 --type meal', '<%= config.bin %> unit list 1000001 --page 0 --size 50']
  static override args = { property: Args.string({ required: true, description: 'Property id' }) }
  static override flags = { ...schemaFlags(query, { except }), ...pageFlags }
  static override calls = ['unit.list', 'unit.listByType'] as const

  async execute(): Promise<Answer> {
    const { all, limit } = this.flags
    const { type, ...given } = fieldsFromFlags(query, this.flags, { except }) as { page?: number; size?: number; type?: string }
    const page = await readPages({ all, limit, page: given.page, size: given.size }, (number, size) => {
      const paged = { page: number, ...(size === undefined ? {} : { size }), propertyId: this.args.property }
      return type === undefined ? this.call('unit.list', { query: paged }) : this.call('unit.listByType', { query: { ...paged, type } })
    })
    const empty = type === undefined ? 'This property has no units yet. Add one with "hubswitch unit add".' : `This property has no units of the type ${type}.`
    return list(page, page.content, unitColumns, empty, pageFooter(page))
  }
}

import { Args } from '@oclif/core'
import { unitColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { fieldsFromFlags, pageFlags, pageFooter, schemaFlags } from '../../cli/flags/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { readPages } from '../../client/index.js'
import { contract } from '../../contract/index.js'

const { query } = contract.unit.listByType
const except = ['propertyId']

export default class UnitList extends ServiceCommand<typeof UnitList> {
  static override summary = contract.unit.list.summary
  static override examples = [
    '<%= config.bin %> unit list 1000001',
    '<%= config.bin %> unit list 1000002 --type meal',
    '<%= config.bin %> unit list 1000001 --page 0 --size 50',
  ]
  static override args = { property: Args.string({ required: true, description: 'Property id' }) }
  static override flags = { ...schemaFlags(query, { except }), ...pageFlags }
  static override calls = ['unit.list', 'unit.listByType'] as const

  async execute(): Promise<Answer> {
    const { all, limit } = this.flags
    const { type, ...given } = fieldsFromFlags(query, this.flags, { except }) as {
      page?: number
      size?: number
      type?: string
    }
    const page = await readPages({ all, limit, page: given.page, size: given.size }, (number, size) => {
      const paged = { page: number, ...(size === undefined ? {} : { size }), propertyId: this.args.property }
      return type === undefined
        ? this.call('unit.list', { query: paged })
        : this.call('unit.listByType', { query: { ...paged, type } })
    })
    const empty =
      type === undefined
        ? 'This property has no units yet. Add one with "hubswitch unit add".'
        : `This property has no units of the type ${type}.`
    return list(page, page.content, unitColumns, empty, pageFooter(page, { all, limit }))
  }
}

import { Args } from '@oclif/core'
import { productColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { fieldsFromFlags, schemaFlags } from '../../cli/flags/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

const { body } = contract.product.list
const except = ['credentials', 'hotel_code']

export default class ProductList extends ServiceCommand<typeof ProductList> {
  static override summary = contract.product.list.summary
  static override examples = [
    '<%= config.bin %> product list 1000001',
    '<%= config.bin %> product list 1000001 --language de --json',
  ]
  static override args = { hotel: Args.string({ required: true, description: 'Hotel code' }) }
  static override flags = schemaFlags(body, { except })
  static override calls = ['product.list'] as const

  async execute(): Promise<Answer> {
    const answer = await this.call('product.list', {
      body: { hotel_code: this.args.hotel, ...fieldsFromFlags(body, this.flags, { except }) },
    })
    return list(
      answer,
      answer.products,
      productColumns,
      'This hotel has no active products. "hubswitch rate-plan create" sells its rooms.',
    )
  }
}

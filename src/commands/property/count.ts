import { Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyCount extends ServiceCommand<typeof PropertyCount> {
  static override summary = contract.property.count.summary
  static override description = 'Counts only properties with a distributor type unless --all is given.'
  static override examples = [
    '<%= config.bin %> property count',
    '<%= config.bin %> property count --all',
    '<%= config.bin %> property count --list-id 1',
  ]
  static override flags = {
    all: Flags.boolean({ summary: 'Include properties without a distributor type' }),
    'list-id': Flags.string({
      summary: 'Count the properties in this list',
      helpValue: '<number>',
      exclusive: ['all'],
    }),
  }
  static override calls = ['property.count', 'property.countList'] as const

  async execute(): Promise<Answer> {
    const { all, 'list-id': listId } = this.flags
    const count =
      listId === undefined
        ? await this.call('property.count', { query: { allPropertiesCount: all } })
        : await this.call('property.countList', { params: { listId } })
    return text({ count }, String(count))
  }
}

import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyListId extends ServiceCommand<typeof PropertyListId> {
  static override summary = contract.property.listId.summary
  static override examples = [
    '<%= config.bin %> property list-id stays.example',
    '<%= config.bin %> property search --list-id "$(hubswitch property list-id stays.example)"',
  ]
  static override args = { domain: Args.string({ required: true, description: 'Fully qualified domain name' }) }
  static override calls = ['property.listId'] as const

  async execute(): Promise<Answer> {
    const listId = await this.call('property.listId', { params: { domainName: this.args.domain } })
    return text({ domainName: this.args.domain, listId }, String(listId))
  }
}

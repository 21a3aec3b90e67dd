import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { document } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertyDetails extends ServiceCommand<typeof PropertyDetails> {
  static override summary = contract.property.details.summary
  static override examples = [
    '<%= config.bin %> property details property-1000001.json',
    '<%= config.bin %> property details property-1000001.json --output yaml',
  ]
  static override args = { file: Args.string({ required: true, description: 'Name of the data file' }) }
  static override calls = ['property.details'] as const

  async execute(): Promise<Answer> {
    const file = await this.call('property.details', { params: { fileName: this.args.file } })
    return document(file, JSON.stringify(file.data, null, 2) ?? '')
  }
}

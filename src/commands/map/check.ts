import { Args, Flags } from '@oclif/core'
import { checkMap } from '../../cli/map-check.js'
import { ServiceCommand } from '../../cli/service-command.js'
import type { Answer } from '../../cli/view.js'

export default class MapCheck extends ServiceCommand<typeof MapCheck> {
  static override summary = "Compare a mapping file with the service's rooms and with files"
  static override description =
    'Lists codes of the files that the mapping file lacks, codes that share an id, codes that no file holds, and ids that the service does not know, each with what it has instead.\nExit 8 with findings.'
  static override examples = ['<%= config.bin %> map check samples/mapping.yaml', '<%= config.bin %> map check samples/mapping.yaml samples/own-codes.csv --hotel 1000001']
  static override strict = false
  static override args = {
    mapping: Args.string({ required: true, description: 'Mapping file, as push --map takes it' }),
    file: Args.string({ description: 'Files of rates or inventory with own codes' }),
  }
  static override flags = {
    hotel: Flags.string({ summary: 'Only this hotel: its code, or its own code in the mapping file', helpValue: '<code>' }),
  }
  static override calls = ['room.list'] as const

  async execute(): Promise<Answer> {
    const [mappingFile = '', ...files] = this.operands
    return checkMap({ command: this, mappingFile, files, hotel: this.flags.hotel, whenDone: (close) => this.whenDone(close) })
  }
}

import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { checkMap } from '../../cli/map/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class MapCheck extends ServiceCommand<typeof MapCheck> {
  static override summary = 'Check a mapping file against the rooms of the service and against your files'
  static override description =
    'Lists codes that the mapping file lacks, codes that share an id, codes that no file uses, and ids that the service does not know, with the nearest match.\nExits with 8 if there are findings.'
  static override examples = [
    '<%= config.bin %> map check samples/mapping.yaml',
    '<%= config.bin %> map check samples/mapping.yaml samples/own-codes.csv --hotel 1000001',
  ]
  static override strict = false
  static override args = {
    mapping: Args.string({ required: true, description: 'Mapping file, as for push --map' }),
    file: Args.string({ description: 'Rates or inventory files that use your own codes' }),
  }
  static override flags = {
    hotel: Flags.string({ summary: 'Check only this hotel: its code, or your own code for it', helpValue: '<code>' }),
  }
  static override calls = ['room.list'] as const

  async execute(): Promise<Answer> {
    const [mappingFile = '', ...files] = this.operands
    return checkMap({
      command: this,
      mappingFile,
      files,
      hotel: this.flags.hotel,
      whenDone: (close) => this.whenDone(close),
    })
  }
}

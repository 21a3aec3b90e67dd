import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { chosenProperty } from '../../cli/flags/index.js'
import { exportProperty, refuseSecrets } from '../../cli/property/index.js'
import { document as asDocument, text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { idByHubId } from '../../property-file/index.js'
import { shellWord } from '../../shell-word.js'
import { outputFault, writeWholeFile } from '../../whole-file.js'

export default class PropertyExport extends ServiceCommand<typeof PropertyExport> {
  static override summary = 'Write a property with its information and units as one YAML document'
  static override description =
    'Apply it again with "hubswitch property apply". Rates, restrictions and inventory are not included. Use --portable to leave out unit ids, for use with another service.'
  static override examples = [
    '<%= config.bin %> property export 1000001 --out seaview.yaml',
    '<%= config.bin %> property export --hub-id HS-SEAVIEW-1 --portable',
  ]
  static override args = { id: Args.string({ description: 'Property id' }) }
  static override flags = {
    'hub-id': Flags.string({ summary: 'Find the property by its hubSwitchId', helpValue: '<hubSwitchId>' }),
    out: Flags.string({ summary: 'Write to this file instead of standard output', helpValue: '<file>' }),
    portable: Flags.boolean({ summary: 'Leave out unit ids' }),
    'include-secrets': Flags.boolean({
      summary: 'Write the document even where a text of it is, or holds, a secret of this profile',
    }),
  }
  static override calls = ['property.get', 'property.getByHubId', 'propertyInfo.get', 'unit.list', 'unit.get'] as const

  protected override async changes(): Promise<boolean> {
    return this.flags.out !== undefined
  }

  async execute(): Promise<Answer> {
    const { 'hub-id': hubId, out, portable, 'include-secrets': isWhole } = this.flags
    const given = chosenProperty(this.args.id, hubId)
    const { client } = await this.connection()
    const id = hubId === undefined ? given : await idByHubId(client.call, hubId)
    const { document, yaml } = await exportProperty(client.call, id, { withIds: !portable })
    if (!isWhole) refuseSecrets(document)
    if (out === undefined) return { ...asDocument(document, yaml), ...(isWhole ? { showsSecret: true as const } : {}) }
    await writeWholeFile(out, '--out', yaml).catch((error: unknown) => {
      throw outputFault(error, { what: 'the document', to: out, flag: '--out' })
    })
    this.notice(`Wrote ${out}. Apply it again with "hubswitch property apply ${shellWord(out)}".`)
    return text({ file: out }, out)
  }
}

import { BodyCommand } from '../../cli/command/index.js'
import { bodyFlags, GROUP, schemaFlags } from '../../cli/flags/index.js'
import { facetColumns, facetRows } from '../../cli/property/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract, type InputOf } from '../../contract/index.js'

export default class PropertyFacets extends BodyCommand<typeof PropertyFacets> {
  static override summary = 'Count properties by filter, around a point or in a list'
  static override description =
    'Each number is how many properties a search with the same filters and this value would find.'
  static override examples = [
    '<%= config.bin %> property facets --latitude 48.2082 --longitude 16.3738 --radius 10',
    '<%= config.bin %> property facets --list-id 1 --ratings 4,5',
  ]
  static override flags = {
    ...bodyFlags,
    ...schemaFlags(contract.property.facetsOfList.body, { helpGroup: GROUP.filters }),
  }
  static override calls = ['property.facets', 'property.facetsOfList'] as const

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    const body = await this.body('property.facetsOfList')
    const counts = await ('listId' in body
      ? this.call('property.facetsOfList', { body: body as InputOf<'property.facetsOfList'>['body'] })
      : this.call('property.facets', { body: body as InputOf<'property.facets'>['body'] }))
    const names = await this.lookupNames()
    return list(
      counts,
      await facetRows(counts, (lookup) => names.namesOf(lookup)),
      facetColumns,
      'No filter matches anything.',
    )
  }
}

import { Flags } from '@oclif/core'
import { searchColumns } from '../../cli/calendar/index.js'
import { BodyCommand } from '../../cli/command/index.js'
import { bodyFlags, GROUP, pageFlags, pageFooter, schemaFlags, sortRequests } from '../../cli/flags/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { readPages } from '../../client/index.js'
import { contract, type InputOf } from '../../contract/index.js'

type Around = InputOf<'property.search'>['body']
type InList = InputOf<'property.searchList'>['body']

export default class PropertySearch extends BodyCommand<typeof PropertySearch> {
  static override summary = contract.property.search.summary
  static override description =
    'With --list-id, searches a list; no point is needed then. Sorted by distance unless --sort is given.'
  static override examples = [
    '<%= config.bin %> property search --latitude 48.2082 --longitude 16.3738 --radius 10',
    '<%= config.bin %> property search --latitude 48.2082 --longitude 16.3738 --ratings 4,5 --facilities wifi,parking --sort rating:desc,price --all',
    '<%= config.bin %> property search --list-id 1 --property-types hotel --json',
  ]
  static override flags = {
    ...bodyFlags,
    ...schemaFlags(contract.property.searchList.body, { helpGroup: GROUP.filters }),
    ...pageFlags,
    sort: Flags.string({
      summary: 'Sort by distance, rating, price, name or id, most important first; add :desc for descending order',
      helpValue: '<field[:desc],…>',
    }),
  }
  static override calls = ['property.search', 'property.searchList'] as const

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    const { all, limit, sort } = this.flags
    const also = sort === undefined ? {} : { sortRequests: sortRequests(sort) }
    const { pageNumber, pageSize, ...body } = await this.body('property.searchList', { also })
    const page = await readPages(
      { all, limit, page: pageNumber as number, size: pageSize as number },
      (number, size) => {
        const paging = {
          ...(number === 0 && pageNumber === undefined ? {} : { pageNumber: number }),
          ...(size === undefined ? {} : { pageSize: size }),
        }
        if ('listId' in body) return this.call('property.searchList', { body: { ...body, ...paging } as InList })
        return this.call('property.search', { body: { ...body, ...paging } as Around })
      },
    )
    return list(page, page.content, searchColumns, 'No property matches.', pageFooter(page, { all, limit }))
  }
}

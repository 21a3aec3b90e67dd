import { Args } from '@oclif/core'
import { sitemapColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { document, list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

export default class PropertySitemap extends ServiceCommand<typeof PropertySitemap> {
  static override summary = contract.property.sitemap.summary
  static override examples = [
    '<%= config.bin %> property sitemap sitemap-1.json',
    '<%= config.bin %> property sitemap sitemap-1.json --json',
  ]
  static override args = { file: Args.string({ required: true, description: 'Name of the sitemap file' }) }
  static override calls = ['property.sitemap'] as const

  async execute(): Promise<Answer> {
    const sitemap = await this.call('property.sitemap', { params: { fileName: this.args.file } })
    // Only the default form names its properties so; another is shown as it came.
    if (!Array.isArray(sitemap.properties)) return document(sitemap, JSON.stringify(sitemap, null, 2))
    return list(sitemap, sitemap.properties, sitemapColumns, 'This file names no property.')
  }
}

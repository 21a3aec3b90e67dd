import { BaseCommand } from '../../cli/command/index.js'
import { document as asDocument } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { openApiDocument } from '../../contract/index.js'

export default class ApiSpec extends BaseCommand<typeof ApiSpec> {
  static override summary = 'Print the interface as an OpenAPI 3.1 document'
  static override description = 'The same document that the sandbox serves at /openapi.json.'
  static override examples = ['<%= config.bin %> api spec > openapi.json', '<%= config.bin %> api spec --output yaml']

  async execute(): Promise<Answer> {
    const document = openApiDocument()
    return asDocument(document, JSON.stringify(document, null, 2))
  }
}

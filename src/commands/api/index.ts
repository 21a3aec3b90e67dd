import { Args, Flags } from '@oclif/core'
import { assignFields, queryOf, rawBodySchema } from '../../cli/body/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { assignFlags, dryRunFlag, readBodyFile } from '../../cli/flags/index.js'
import { document, record, writeDocument } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { EXIT } from '../../errors.js'

export default class Api extends ServiceCommand<typeof Api> {
  static override summary = 'Call any endpoint, signed in, and print the answer as it came'
  static override description =
    'Exit 0 only where the answer proves that what was asked is done; 5 where the service refuses, also with HTTP 200; 12 where a write leaves a doubt. Channel credentials are put into the body of /v1 paths. JSON is printed indented; --output table draws it as a table.'
  static override examples = [
    '<%= config.bin %> api GET /api/v1/partners/get-info',
    '<%= config.bin %> api POST /api/v1/property/search-v4 --set latitude=48.85 --set longitude=2.35 --set radius=10',
    '<%= config.bin %> api GET /api/v1/sellable-unit/paging/by-property --query propertyId=1000001',
  ]
  static override args = {
    method: Args.string({
      required: true,
      description: 'GET, POST or PUT',
      parse: async (given) => given.toUpperCase(),
      options: ['GET', 'POST', 'PUT', 'get', 'post', 'put'],
    }),
    path: Args.string({ required: true, description: 'Path below the base URL, such as /api/v1/partners/get-info' }),
  }
  static override flags = {
    query: Flags.string({ multiple: true, summary: 'Query parameter; can be repeated', helpValue: '<name=value>' }),
    file: Flags.string({
      char: 'f',
      summary: 'Read the request body from a YAML or JSON file; - for standard input',
      helpValue: '<file>',
    }),
    ...assignFlags,
    ...dryRunFlag,
  }

  /** Of a request by hand nobody can say whether it only looks. */
  protected override rehearses(): 'all' | undefined {
    return this.flags['dry-run'] ? 'all' : undefined
  }

  /** The answer is what it was called for. */
  protected override async isSilent(): Promise<boolean> {
    return false
  }

  async execute(): Promise<Answer> {
    const { method, path } = this.args
    const typing = { schema: rawBodySchema(method, path), keepsNull: true }
    const body = this.flags.file === undefined ? {} : await readBodyFile(this.flags.file, typing)
    assignFields(body, this.flags, typing)
    const answer = await this.raw(method, path, {
      query: queryOf(this.flags.query ?? []),
      ...(Object.keys(body).length > 0 ? { body } : {}),
    })
    this.notice(`HTTP ${answer.status}`)
    if (answer.fault !== undefined) this.notice(`${answer.fault.message} ${answer.fault.next}`)
    return { ...this.shown(answer.body), exitCode: answer.fault?.exitCode ?? EXIT.ok }
  }

  /** The body as it came, in a pipe too; a table only where one is asked for. */
  private shown(body: unknown): Answer {
    const { output, columns } = this.flags as { output?: string; columns?: string }
    if (typeof body === 'string') return document(body, body)
    return output === undefined && columns === undefined ? document(body, writeDocument(body)) : record(body)
  }
}

import { BaseCommand } from '../cli/command/index.js'
import { columns, list } from '../cli/show/index.js'
import { namesOf, surfaceOf } from '../cli/surface/index.js'
import type { Answer } from '../cli/terminal/index.js'

export default class Commands extends BaseCommand<typeof Commands> {
  static override summary = 'List every command; --json tells scripts the whole surface'
  static override description =
    'The JSON document has arguments and flags with their types, values and defaults, exit codes, codes of errors, and the endpoints that each command calls. "schema" is its version; docs/stability.md says what may change.'
  static override examples = ['<%= config.bin %> commands', '<%= config.bin %> commands --json']

  async execute(): Promise<Answer> {
    const { json, output } = this.flags
    const names = namesOf(this.config)
    // The types of flags are known once every command is loaded, which takes a while.
    const data = json || output === 'json' || output === 'yaml' ? await surfaceOf(this.config) : names
    return list(data, names, columns('command', 'summary'), '')
  }
}

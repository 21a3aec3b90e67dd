import { BaseCommand } from '../cli/command/index.js'
import { columns, list } from '../cli/show/index.js'
import { surfaceOf } from '../cli/surface/index.js'
import type { Answer } from '../cli/terminal/index.js'

export default class Commands extends BaseCommand<typeof Commands> {
  static override summary = 'List every command; with --json the whole command line, for scripts and agents'
  static override description =
    'The JSON document has arguments and flags with their types, values and defaults, exit codes, codes of errors, and the endpoints that each command calls. "schema" is its version; docs/stability.md says what may change.'
  static override examples = ['<%= config.bin %> commands', '<%= config.bin %> commands --json']

  async execute(): Promise<Answer> {
    const surface = await surfaceOf(this.config)
    return list(surface, surface['commands'] as readonly unknown[], columns('command', 'summary'), '')
  }
}

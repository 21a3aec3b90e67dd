import { commands } from '@oclif/plugin-help'
import { helpPage } from '../cli/help/index.js'
import { onTerminal, print } from '../cli/terminal/index.js'
import { usageFault } from '../cli/usage/index.js'

/** The help command of the framework, in our own bundle: loaded as a plugin it would bring the whole framework a second time. */
export default class Help extends commands.help {
  static override summary = 'Show help; "hubswitch help topics" lists longer pages'
  static override description = ''
  static override examples = ['<%= config.bin %> help rates push', '<%= config.bin %> help topics']

  override async run(): Promise<void> {
    const { args, flags, strict } = commands.help
    await this.parse({ args, flags, strict }).catch((error: unknown) => {
      throw usageFault(error, { command: 'help', flags: Object.keys(flags), args: [], argv: this.argv }) ?? error
    })
    const page = helpPage(this.config.root, this.argv)
    if (page === undefined) await super.run()
    else print(onTerminal(page))
  }
}

import { BaseCommand } from '../cli/command/index.js'
import { text } from '../cli/show/index.js'
import type { Answer } from '../cli/terminal/index.js'

export default class Version extends BaseCommand<typeof Version> {
  static override summary = 'Show the version, as --version does'
  static override examples = ['<%= config.bin %> version', '<%= config.bin %> version --json']

  async execute(): Promise<Answer> {
    const { version, platform, arch, userAgent } = this.config
    return text({ version, platform, arch, node: process.versions.node }, userAgent)
  }
}

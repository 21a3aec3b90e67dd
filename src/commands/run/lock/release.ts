import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../../cli/command/index.js'
import { tryFlag } from '../../../cli/flags/index.js'
import { releaseLock } from '../../../cli/run/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class RunLockRelease extends ServiceCommand<typeof RunLockRelease> {
  static override summary = 'Remove the lock that a push has left behind'
  static override description =
    'Of the profile\'s service. A lock that a process holds is left alone (exit 11): "hubswitch run stop" ends that push. Asks first; in a pipe add --yes.'
  static override examples = [
    '<%= config.bin %> run lock release rates --yes',
    '<%= config.bin %> run lock release inventory --yes',
  ]
  static override args = {
    kind: Args.string({ required: true, options: ['rates', 'inventory'], description: 'Which pushes' }),
  }
  static override flags = {
    ...tryFlag,
    force: Flags.boolean({ summary: 'Take it from a process that holds it, too; that process goes on with its work' }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  protected override onlyReads(): boolean {
    return this.flags['dry-run']
  }

  async execute(): Promise<Answer> {
    const scope = { service: this.target().service, kind: this.args.kind }
    return releaseLock({
      journal: this.journal(),
      scope,
      isForced: this.flags.force,
      terminal: this.terminal,
      yes: this.flags.yes,
      isDry: this.flags['dry-run'],
    })
  }
}

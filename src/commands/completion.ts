import { Args } from '@oclif/core'
import { BaseCommand } from '../cli/command/index.js'
import { SHELLS, shellScript } from '../cli/completion/index.js'
import { document } from '../cli/show/index.js'
import type { Answer } from '../cli/terminal/index.js'

export default class Completion extends BaseCommand<typeof Completion> {
  static override summary = 'Print the completion script of your shell'
  static override description = `Completes commands, flags and their values, and what this machine knows: profiles, runs, properties, rooms, plans, reservations. Asks no service.

To install it, type the lines of your shell, and open a new one:

bash:
  echo 'source <(hubswitch completion bash)' >> ~/.bashrc

zsh:
  echo 'autoload -Uz compinit && compinit' >> ~/.zshrc
  echo 'source <(hubswitch completion zsh)' >> ~/.zshrc

fish:
  cd ~/.config/fish/completions
  hubswitch completion fish > hubswitch.fish

PowerShell:
  $hub = 'hubswitch completion powershell'
  Add-Content $PROFILE "$hub | Out-String | iex"`
  static override examples = ['<%= config.bin %> completion bash', '<%= config.bin %> completion fish']
  static override args = { shell: Args.string({ required: true, options: [...SHELLS], description: 'Your shell' }) }

  async execute(): Promise<Answer> {
    const shell = SHELLS.find((name) => name === this.args.shell) ?? 'bash'
    const script = shellScript(shell)
    return document({ shell, script }, script)
  }
}

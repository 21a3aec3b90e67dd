import { SandboxCommand, sandboxFlags } from '../../../cli/command/index.js'
import { faultColumns } from '../../../cli/sandbox/index.js'
import { list } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'

export default class SandboxFaults extends SandboxCommand<typeof SandboxFaults> {
  static override summary = 'List the active faults of the sandbox'
  static override description =
    'They apply to every process that serves this data, from the next request on. "requests" counts the requests a rule has seen, "remaining" those it will still fail.'
  static override examples = [
    '<%= config.bin %> sandbox faults',
    '<%= config.bin %> sandbox faults add cut-after --endpoint reservation.create --count 1',
    '<%= config.bin %> sandbox faults clear',
  ]
  static override flags = { ...sandboxFlags }

  async execute(): Promise<Answer> {
    const rules = (await this.openSandbox()).faults.list()
    return list(rules, rules, faultColumns, 'No faults are active.')
  }
}

import { Args, Flags } from '@oclif/core'
import { SandboxCommand, sandboxWriteFlags } from '../../../cli/command/index.js'
import { faultColumns } from '../../../cli/sandbox/index.js'
import { list } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import type { EndpointKey } from '../../../contract/index.js'
import { Fault } from '../../../errors.js'
import { FAULT_KINDS, type FaultKind } from '../../../sandbox/index.js'

export default class SandboxFaultsAdd extends SandboxCommand<typeof SandboxFaultsAdd> {
  static override summary = 'Add a fault: make the sandbox fail requests on purpose'
  static override description = [
    'Without --count and --share, every request fails. Rules apply in order: delays add up, and the first other fault that matches happens. Kinds:',
    ...Object.entries(FAULT_KINDS).map(([kind, words]) => `  ${kind}: ${words}`),
  ].join('\n')
  static override examples = [
    '<%= config.bin %> sandbox faults add cut-after --endpoint reservation.create --count 1',
    '<%= config.bin %> sandbox faults add too-many --share 0.1 --retry-after 2',
    '<%= config.bin %> sandbox faults add latency --ms 300',
  ]
  static override args = {
    kind: Args.string({ required: true, description: 'What goes wrong', options: Object.keys(FAULT_KINDS) }),
  }
  static override flags = {
    ...sandboxWriteFlags,
    endpoint: Flags.string({
      summary: 'Only requests to this endpoint, such as reservation.create',
      helpValue: '<key>',
    }),
    count: Flags.integer({ summary: 'Only the next N requests', min: 1, helpValue: '<n>' }),
    share: Flags.string({ summary: 'Only this share of requests, such as 0.1', helpValue: '<0…1>' }),
    seed: Flags.integer({ summary: '[default: 1] Random seed for --share', min: 0, dependsOn: ['share'] }),
    ms: Flags.integer({ summary: '[default: 1000] Delay of latency and silence in milliseconds', min: 1 }),
    status: Flags.integer({ summary: '[default: 500] HTTP status of error and error-after', min: 500, max: 599 }),
    'retry-after': Flags.integer({ summary: '[default: 1] Retry-After of too-many in seconds', min: 0 }),
    'as-date': Flags.boolean({ summary: 'Send Retry-After as a date instead of seconds' }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { endpoint, count, share, seed, ms, status, 'retry-after': retryAfter, 'as-date': isDate } = this.flags
    if (share !== undefined && !/^(0?\.\d+|1(\.0+)?)$/.test(share))
      throw new Fault('USAGE', `--share needs a number above 0 and up to 1, not "${share}".`)
    const { faults } = await this.openSandbox()
    faults.add({
      kind: this.args.kind as FaultKind,
      endpoint: endpoint as EndpointKey | undefined,
      count,
      share: share === undefined ? undefined : Number(share),
      seed,
      ms,
      status,
      retryAfter,
      ...(isDate ? { isDate } : {}),
    })
    const rules = faults.list()
    return list(rules, rules, faultColumns, '')
  }
}

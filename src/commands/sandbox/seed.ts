import { Flags } from '@oclif/core'
import { SandboxCommand, sandboxWriteFlags } from '../../cli/command/index.js'
import { dayOf, readBodyFile } from '../../cli/flags/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SeedData } from '../../sandbox/index.js'

export default class SandboxSeed extends SandboxCommand<typeof SandboxSeed> {
  static override summary = 'Add sample properties to the sandbox'
  static override description =
    'Properties that already exist (same hubSwitchId) are left unchanged. With --file, adds your own: properties with hotelCode, name, code, hubSwitchId and units. ' +
    'With --properties, generates properties in real cities with a year of rates from --from on; the same seed and date give the same data.'
  static override examples = [
    '<%= config.bin %> sandbox seed',
    '<%= config.bin %> sandbox seed --properties 200 --seed 42',
    '<%= config.bin %> sandbox seed --file samples/estate.yaml',
  ]
  static override flags = {
    ...sandboxWriteFlags,
    file: Flags.string({
      char: 'f',
      summary: 'Properties to add, YAML or JSON; - for standard input',
      helpValue: '<file>',
      exclusive: ['properties'],
    }),
    properties: Flags.integer({ summary: 'Number of properties to generate', min: 1, max: 100_000 }),
    seed: Flags.integer({ summary: '[default: 1] Random seed', min: 0, max: 4_294_967_295, dependsOn: ['properties'] }),
    from: Flags.string({
      summary: '[default: today] First night with rates',
      helpValue: '<YYYY-MM-DD>',
      dependsOn: ['properties'],
    }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const { file, properties, seed = 1, from } = this.flags
    const first = from === undefined ? new Date().toISOString().slice(0, 10) : dayOf('from', from)
    const data =
      file === undefined ? undefined : ((await readBodyFile(file, { readsDecimals: true })) as unknown as SeedData)
    const sandbox = await this.openSandbox({}, false)
    return record(
      properties === undefined ? sandbox.seed(data) : sandbox.seedGenerated({ properties, seed, from: first }),
    )
  }
}

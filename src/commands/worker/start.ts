import { Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { startWorker } from '../../cli/estate/index.js'
import { estateFlag, sendFlags, sendSettings } from '../../cli/flags/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'

const { rate, concurrency, gzip } = sendFlags

export default class WorkerStart extends ServiceCommand<typeof WorkerStart> {
  static override summary = 'Send from this host what an estate has queued, until Ctrl-C'
  static override description =
    'Any number of hosts may run one. Each signs in with its own credentials; runs, their rows and what became of them are in the engine. All workers keep to one rate, and a service that asks one of them to wait holds up all. Ctrl-C and "worker drain" end it once its requests are answered; what a worker that is killed had in flight is sent again by another.'
  static override examples = [
    '<%= config.bin %> worker start --estate redis://10.0.0.5:6379',
    '<%= config.bin %> worker start --profile main --concurrency 16 --rate 50 --metrics-port 9464',
  ]
  static override flags = {
    ...estateFlag,
    rate,
    concurrency,
    gzip,
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask before sending' }),
    'metrics-port': Flags.integer({
      min: 0,
      max: 65_535,
      summary: 'Serve metrics for Prometheus on this loopback port; 0 for any free port',
    }),
  }
  static override calls = ['rates.push', 'inventory.push'] as const

  protected override async changes(): Promise<boolean> {
    return true
  }

  protected override settingFlags(): SettingFlags {
    return { ...sendSettings(this.flags), estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    return startWorker({
      command: this,
      whenDone: (close) => this.whenDone(close),
      metricsPort: this.flags['metrics-port'],
    })
  }
}

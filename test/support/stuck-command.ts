import { setImmediate as nextTurn } from 'node:timers/promises'
import { Config } from '@oclif/core'
import { unattendedFlags } from '../../src/cli/unattended/flags.js'
import { lockRun, ReportingCommand } from '../../src/cli/unattended/index.js'
import { sendFlags } from '../../src/cli/flags/index.js'
import type { Answer } from '../../src/cli/terminal/index.js'
import { ROOT } from './cli.js'

/** A command that holds the lock of a run and reads for ever, without a look at any signal. */
class Stuck extends ReportingCommand<typeof Stuck> {
  static override flags = { ...sendFlags, ...unattendedFlags }

  protected override ifDied(): string {
    return 'nothing is left of it.'
  }

  execute(): Promise<Answer> {
    const scope = { service: this.target().service, kind: 'rates' }
    return lockRun(this, this.journal(), scope, 'the stuck command', async () => {
      for (;;) await nextTurn()
    })
  }
}

await Stuck.run(process.argv.slice(2), await Config.load({ root: ROOT }))

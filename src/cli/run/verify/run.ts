import type { Command } from '@oclif/core'
import type { RunRecord } from '../../../journal/index.js'
import { compareRun } from '../../../push/index.js'
import { distributorOf, type ServiceCommand } from '../../command/index.js'
import { requireSameTarget } from '../../sending/index.js'
import type { Answer } from '../../terminal/index.js'
import { verifyAnswer } from './answer.js'

export interface VerifyInput {
  command: ServiceCommand<typeof Command>
  run: RunRecord
  /** Nights to compare. */
  sample: number
  /** First night that can be asked about. */
  today: number
  /** Property ids of hotel codes that are not one themselves. */
  properties: ReadonlyMap<string, string>
}

/**
 * Compares a sample of what a run set with what the service sells.
 * @throws Fault USAGE for a run of another profile or without a distributor, NOT_FOUND where nothing is left to compare
 */
export async function verifyRun({ command, run, ...asked }: VerifyInput): Promise<Answer> {
  const target = command.target()
  requireSameTarget(run, target)
  const distributor = await distributorOf(command.settings())
  const { drawn, tally, ...more } = await compareRun({
    ...asked,
    run,
    target,
    distributor,
    journal: command.journal(),
    search: (body) => command.call('product.search', { body }),
  })
  return verifyAnswer(run, drawn, tally, more)
}

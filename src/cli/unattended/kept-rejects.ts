import type { Command } from '@oclif/core'
import { KeptRejects } from '../../push/index.js'
import type { ServiceCommand } from '../command/index.js'

/**
 * Those of a command.
 */
export function keptRejectsOf(command: Pick<ServiceCommand<typeof Command>, 'folders' | 'insist'>): KeptRejects {
  return new KeptRejects(command.folders().dataDir, (line) => command.insist(line))
}

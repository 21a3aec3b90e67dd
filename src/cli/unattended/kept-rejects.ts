import type { Command } from '@oclif/core'
import { KeptRejects } from '../../push/index.js'
import type { ServiceCommand } from '../command/index.js'
import { refuseOwnFolders } from './own-folders.js'

/**
 * Those of a command.
 * @throws Fault USAGE where the rejects would be written into the data directory
 */
export function keptRejectsOf(
  command: Pick<ServiceCommand<typeof Command>, 'folders' | 'insist'>,
  to: string | undefined,
): KeptRejects {
  const folders = command.folders()
  if (to !== undefined) refuseOwnFolders('--rejects', to, folders)
  return new KeptRejects(folders.dataDir, (line) => command.insist(line))
}

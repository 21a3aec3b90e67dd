import { realpathSync } from 'node:fs'
import path from 'node:path'
import { Fault } from '../../errors.js'

/**
 * Refuses to write into the journal, the configuration or what stands beside them, also where it is not there yet.
 * @throws Fault USAGE
 */
export function refuseOwnFolders(
  flag: string,
  to: string,
  { dataDir, configDir }: { dataDir: string; configDir: string },
): void {
  const place = realOf(to)
  const inData = path.relative(realOf(dataDir), place)
  const isConfig = place === path.join(realOf(configDir), 'config.yaml')
  if (!isConfig && (inData.startsWith('..') || path.isAbsolute(inData))) return
  throw new Fault(
    'USAGE',
    `${flag} ${to} is ${isConfig ? 'the configuration file' : 'in the data directory, which holds the journal'}.`,
    { next: `Name another file with ${flag}. Nothing was sent.` },
  )
}

/** With the links of the longest part of it that is there. */
function realOf(file: string): string {
  const whole = path.resolve(file)
  try {
    return realpathSync(whole)
  } catch {
    const folder = path.dirname(whole)
    return folder === whole ? whole : path.join(realOf(folder), path.basename(whole))
  }
}

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listProfiles } from '../../config/index.js'

const FILE = 'config.yaml'

/**
 * A folder with a copy of the profiles, without their secrets, for what is to be tried without changing them. It is gone when the command ends.
 * @throws Fault USAGE where the profiles themselves cannot be read
 */
export function copiedConfig(configDir: string, whenDone: (close: () => unknown) => void): string {
  listProfiles(configDir)
  const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-dry-run-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(configDir, FILE)
  if (existsSync(file)) copyFileSync(file, path.join(folder, FILE))
  return folder
}

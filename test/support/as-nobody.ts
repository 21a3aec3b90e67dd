import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { bundleText } from './bundle.js'

/** The user that scripts are run as: one without the rights of root. */
export const NOBODY = 65_534

/** Only root may act as another user. */
export const canBeNobody = process.getuid?.() === 0

/** Bundles a script that ends with a value on standard output as JSON, and runs it as a user without rights in a folder that everybody may look into. */
export async function asNobody(text: string, folder: string): Promise<<T>(...args: string[]) => T> {
  chmodSync(folder, 0o755)
  const script = await bundleText(text, folder)
  return (...args) => {
    const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
      timeout: 60_000,
    })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
}

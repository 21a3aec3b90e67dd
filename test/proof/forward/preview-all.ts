import { readdirSync } from 'node:fs'
import path from 'node:path'
import ResnotifPreview from '../../../src/commands/resnotif/preview.js'
import { runClass } from '../../support/run-class.js'

/**
 * `resnotif preview FILE --save` for every file of a folder, in one process: a process for each would take most of the time.
 * Usage: npx tsx test/proof/forward/preview-all.ts FROM TO      Prints how often each exit code came.
 */
const [from = '', to = ''] = process.argv.slice(2)
const codes: Record<string, number> = {}
for (const name of readdirSync(from).toSorted()) {
  const save = path.join(to, name.replace(/\.json$/, '.xml'))
  const env = {
    HUBSWITCH_CONFIG_DIR: path.join(to, '../config'),
    HUBSWITCH_DATA_DIR: path.join(to, '../data'),
  }
  const { code } = await runClass(ResnotifPreview, [path.join(from, name), '--save', save, '--quiet'], env)
  codes[String(code)] = (codes[String(code)] ?? 0) + 1
}
process.exitCode = 0
process.stdout.write(`${JSON.stringify(codes)}\n`)

import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Machine, ROOT } from './cli.js'

/** Runs each line in a place of its own where the data directory is mounted for reading alone. */
const DRIVER = `
const { spawnSync } = require('node:child_process')
const [bin, folder, ...lines] = process.argv.slice(1)
const ended = lines.map((line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...line.split(' ').map((word) => word.replaceAll(',', ' '))], { cwd: folder, encoding: 'utf8' })
  return { line, status, stdout, stderr }
})
process.stdout.write(JSON.stringify(ended))
`
const MOUNTED = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
/** Whether this machine lets us mount. */
export const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'sh', '-c', MOUNTED, 'sh', path.join(ROOT, 'samples'), 'true']).status === 0

/** How a line ended. */
export interface ReadOnlyEnded {
  line: string
  status: number
  stdout: string
  stderr: string
}

/** Runs lines from the built command line, one after the other, where the data directory of the machine is mounted for reading alone. A comma stands for a blank within a word. */
export async function runReadOnly(
  { folder }: Machine,
  env: Record<string, string>,
  lines: readonly string[],
): Promise<ReadOnlyEnded[]> {
  const args = [
    'sh',
    env['HUBSWITCH_DATA_DIR'] as string,
    process.execPath,
    '-e',
    DRIVER,
    path.join(ROOT, 'bin/run.cjs'),
    folder,
  ]
  const { stdout } = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', MOUNTED, ...args, ...lines], {
    env,
    maxBuffer: 50_000_000,
  })
  return JSON.parse(stdout) as ReadOnlyEnded[]
}

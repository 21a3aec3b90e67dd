import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from '../support/cli.js'

/** What a command line took that ran in a process of its own. */
export interface Taken {
  code: number
  stdout: string
  stderr: string
  cpuSeconds: number
  wallSeconds: number
  peakMb: number
}

// The highest memory that getrusage tells begins with that of the process which started this one; the kernel's own mark begins anew.
const WATCH = `import { readFileSync } from 'node:fs'
process.on('exit', () => { const { userCPUTime, systemCPUTime } = process.resourceUsage(); process.stderr.write('\\n@' + (userCPUTime + systemCPUTime) / 1e6 + ' ' + /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] / 1024) })`
const KEPT_CHARACTERS = 100_000

/** Runs the built command line and measures it; `folder` is its home. */
export function measured(folder: string, args: readonly string[], more: Record<string, string> = {}): Promise<Taken> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'),
    HUBSWITCH_DATA_DIR: path.join(folder, 'data'),
    NO_COLOR: '1',
    ...more,
  }
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(WATCH)}`, path.join(ROOT, 'bin/run.cjs'), ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout = (stdout + text).slice(0, KEPT_CHARACTERS)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-KEPT_CHARACTERS)))
  return new Promise((resolve) =>
    child.on('close', (code) => {
      const [, cpu = 'Infinity', peak = 'Infinity'] = /@([\d.]+) ([\d.]+)$/.exec(stderr) ?? []
      resolve({
        code: code ?? -1,
        stdout,
        stderr: stderr.split('\n@')[0] ?? '',
        cpuSeconds: Number(cpu),
        wallSeconds: (performance.now() - begun) / 1000,
        peakMb: Number(peak),
      })
    }),
  )
}

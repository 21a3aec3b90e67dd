import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import type { PushTask } from './push-task.js'

/** Bundles a script of this folder, so that its process starts quickly. */
export async function bundle(script: string, folder: string): Promise<string> {
  const outfile = path.join(folder, script.replace(/\.ts$/, '.mjs'))
  await build({
    entryPoints: [path.join(import.meta.dirname, script)], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'error',
    external: ['@photostructure/sqlite', 'esbuild'],
    banner: { js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${JSON.stringify(import.meta.url)});` },
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
  })
  return outfile
}

export interface Pushing {
  child: ChildProcess
  /** Lines that it has written, as they come. */
  lines: string[]
  /** Its exit code; null when it was killed. */
  ended: Promise<number | null>
}

export function startPush(script: string, task: PushTask, onLine: (line: string) => void = () => undefined): Pushing {
  const child = spawn(process.execPath, [script], { env: { ...process.env, PUSH_TASK: JSON.stringify(task) }, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    onLine(line)
  })
  return { child, lines, ended: new Promise((resolve) => child.once('close', resolve)) }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { PushTask } from './push-task.js'

export interface Pushing {
  child: ChildProcess
  /** Lines that it has written, as they come. */
  lines: string[]
  /** Its exit code; null when it was killed. */
  ended: Promise<number | null>
}

export function startPush(script: string, task: PushTask, onLine: (line: string) => void = () => undefined): Pushing {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PUSH_TASK: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    onLine(line)
  })
  return { child, lines, ended: new Promise((resolve) => child.once('close', resolve)) }
}

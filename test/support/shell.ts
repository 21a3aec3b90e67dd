import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CommitMark } from '../../src/sql/index.js'
// The command framework loads it with the first command, and it keeps the folder in which it is loaded: not one that is removed again.
import 'esbuild'
import { ROOT, type Ran } from './cli.js'
import { plainWords } from './command-lines.js'
import { copyWhole } from './copies.js'
import { runWarm } from './warm-cli.js'

/** What a newcomer has: an empty home, the samples beside it, and `hubswitch` as a command. */
export interface Shell {
  /** Home and working folder; `samples/` is in it. */
  home: string
  env: Record<string, string>
  /** Runs a line as typed, with `columns` on a terminal of that width where it needs no shell. What needs no shell runs inside this process, where a process for each would take most of the time. */
  run(command: string, options?: { stdin?: string; columns?: number }): Promise<Ran>
  /** Starts a line that goes on until it is stopped, and waits until it shows `ready`. */
  start(command: string, ready: RegExp): Promise<Background>
  /** The same home once more, as it is now. */
  copy(): Promise<Shell>
  remove(): Promise<void>
}

export interface Background {
  /** What the pattern's first group found. */
  found: string
  /** Ctrl-C; the exit code. */
  stop(): Promise<number | null>
}

/**
 * @param programs further commands, as shell scripts by name
 * @param from a home to copy
 */
export async function freshShell(programs: Readonly<Record<string, string>> = {}, from?: string): Promise<Shell> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubswitch-shell-'))
  const home = path.join(folder, 'home')
  const bin = path.join(folder, 'bin')
  await mkdir(bin)
  if (from === undefined) await cp(path.join(ROOT, 'samples'), path.join(home, 'samples'), { recursive: true })
  else {
    await copyWhole(from, home)
    passOnJournal(from, home)
  }
  const scripts = { ...programs, hubswitch: `exec "${process.execPath}" "${path.join(ROOT, 'bin/run.cjs')}" "$@"` }
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\n${text}\n`)
    await chmod(path.join(bin, name), 0o755)
  }
  const env = {
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    HOME: home,
    // Of the home, whatever the machine that runs the tests has set.
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    NO_COLOR: '1',
  }
  return {
    home,
    env,
    run: async (command, { stdin, columns } = {}) => {
      const words = stdin === undefined ? plainWords(command) : undefined
      if (words?.[0] === 'hubswitch') return runIn(home, () => runWarm(words.slice(1), env, { columns }))
      return startLine(command, { cwd: home, env, stdin: stdin ?? '' }).ended
    },
    start: (command, ready) => startLine(`exec ${command}`, { cwd: home, env, stdin: '' }).seen(ready),
    copy: () => freshShell(programs, home),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** The journal of a copied home counts as what the first one counts as: the same person goes on at the same machine. */
function passOnJournal(from: string, to: string): void {
  const [kept, copy] = [from, to].map((home) => path.join(home, '.local/share/hubswitch/journal.db')) as [
    string,
    string,
  ]
  if (existsSync(kept)) new CommitMark(kept).passOn(copy)
}

async function runIn<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await act()
  } finally {
    process.chdir(before)
  }
}

function startLine(
  command: string,
  { cwd, env, stdin }: { cwd: string; env: Record<string, string>; stdin: string },
): { ended: Promise<Ran>; seen(ready: RegExp): Promise<Background> } {
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  const ended = new Promise<Ran>((resolve) => {
    child.on('close', (code, signal) =>
      resolve({ code, signal, ...printed, json: <T>() => JSON.parse(printed.stdout) as T }),
    )
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const listeners = new Set<() => void>()
  for (const end of ['stdout', 'stderr'] as const) {
    child[end].setEncoding('utf8').on('data', (text: string) => {
      printed[end] += text
      listeners.forEach((listen) => listen())
    })
  }
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT')
    return (await ended).code
  }
  return {
    ended,
    seen: (ready) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = ready.exec(printed.stdout + printed.stderr)
          if (found === null) return
          listeners.delete(check)
          resolve({ found: found[1] ?? found[0], stop })
        }
        listeners.add(check)
        void ended.then(({ code, stdout, stderr }) =>
          reject(new Error(`${command} ended with ${String(code)}:\n${stdout}${stderr}`)),
        )
      }),
  }
}

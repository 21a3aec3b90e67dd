import { type ChildProcess, execFileSync, spawn } from 'node:child_process'

/** A network namespace with an address of its own: what a host is to a program. */
export interface Machine {
  name: string
  address: string
  /** Nothing goes in or out. */
  cut(): void
  join(): void
}

interface Network {
  all: Machine[]
  /** The address at which all of them reach this machine; undefined where there are none. */
  host: string | undefined
  /** Starts a script on one of them. */
  spawn(at: number, script: string, env: Record<string, string>): ChildProcess
  remove(): void
}

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' })

/** Makes so many machines on a bridge; with none, everything runs on this one. Needs iproute2 and the rights of root. */
export async function machines(count: number): Promise<Network> {
  const id = process.pid % 10_000
  const net = `10.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 250}`
  const bridge = `br${id}`
  const start = (command: string, args: string[], env: Record<string, string>): ChildProcess =>
    spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  if (count === 0)
    return {
      all: [],
      host: undefined,
      spawn: (_at, script, env) => start(process.execPath, [script], env),
      remove: () => undefined,
    }
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${net}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const all = Array.from({ length: count }, (_, at): Machine => {
    const name = `hub${id}-${at}`
    const [outer, inner] = [`vo${id}-${at}`, `vi${id}-${at}`]
    const address = `${net}.${10 + at}`
    ip('netns', 'add', name)
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner)
    ip('link', 'set', inner, 'netns', name)
    ip('link', 'set', outer, 'master', bridge)
    ip('link', 'set', outer, 'up')
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', inner)
    ip('-n', name, 'link', 'set', inner, 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
    return {
      name,
      address,
      cut: () => ip('link', 'set', outer, 'down'),
      join: () => ip('link', 'set', outer, 'up'),
    }
  })
  return {
    all,
    host: `${net}.1`,
    spawn: (at, script, env) =>
      start('ip', ['netns', 'exec', (all[at] as Machine).name, process.execPath, script], env),
    remove: () => {
      for (const { name } of all) ip('netns', 'del', name)
      ip('link', 'del', bridge)
    },
  }
}

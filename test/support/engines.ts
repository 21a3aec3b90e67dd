import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryDirectory } from './sandbox.js'

/** A real engine of an estate, on loopback, with its files in a folder of its own. */
export interface RealEngine {
  url: string
  port: number
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Starts it again with what it had on disk. */
  start(): Promise<void>
  stop(): Promise<void>
}

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** Why engines cannot be tested on this machine, by name; undefined where they can. */
export const WITHOUT_REDIS = onPath('redis-server') === undefined ? 'redis-server is not installed' : undefined
export const WITHOUT_POSTGRES = postgresFolder() === undefined ? 'postgresql is not installed' : undefined

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
}

function postgresFolder(): string | undefined {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort() : []
  const folder = versions.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin')).at(-1)
  return folder !== undefined && existsSync(path.join(folder, 'initdb')) ? folder : undefined
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * @param bind an address that it listens on beside loopback
 * @param password what it wants of whoever comes
 */
export async function startRedis(bind?: string, password?: string): Promise<RealEngine> {
  const folder = temporaryDirectory()
  const port = await freePort()
  let child: ChildProcess | undefined
  const engine: RealEngine = {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill: () => end(child, 'SIGKILL'),
    start: async () => {
      const where = bind === undefined ? ['127.0.0.1'] : ['127.0.0.1', bind]
      const args = ['--port', `${port}`, '--dir', folder.dir, '--appendonly', 'yes', '--save', '', '--bind', ...where]
      const secret = password === undefined ? [] : ['--requirepass', password]
      child = spawn('redis-server', [...args, ...secret, '--protected-mode', 'no'], { stdio: 'ignore' })
      await untilOpen(port, child)
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      folder.remove()
    },
  }
  await engine.start()
  return engine
}

export async function startPostgres(): Promise<RealEngine> {
  const bin = postgresFolder() as string
  const folder = temporaryDirectory()
  const port = await freePort()
  const data = path.join(folder.dir, 'data')
  mkdirSync(data)
  // The server refuses to be run by root.
  const isRoot = process.getuid?.() === 0
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const as = isRoot ? { uid: id('-u'), gid: id('-g') } : {}
  if (as.uid !== undefined) for (const one of [folder.dir, data]) chownSync(one, as.uid, as.gid)
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'hub', '-A', 'trust', '--no-locale', '-E', 'UTF8'], {
    ...as,
    stdio: 'ignore',
    cwd: folder.dir,
  })
  let child: ChildProcess | undefined
  const engine: RealEngine = {
    url: `postgres://hub@127.0.0.1:${port}/postgres`,
    port,
    kill: () => end(child, 'SIGQUIT'),
    start: async () => {
      const args = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder.dir]
      child = spawn(path.join(bin, 'postgres'), args, { ...as, stdio: 'ignore', cwd: folder.dir })
      await untilOpen(port, child)
      for (let look = 0; look < 100; look += 1)
        try {
          execFileSync(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', `${port}`], { stdio: 'ignore' })
          return
        } catch {
          await sleep(50)
        }
    },
    stop: async () => {
      await end(child, 'SIGINT')
      folder.remove()
    },
  }
  await engine.start()
  return engine
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill(signal)
  await ended
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  const { connect } = await import('node:net')
  for (let look = 0; look < 400; look += 1) {
    if (child.exitCode !== null) throw new Error(`the engine ended with ${child.exitCode}`)
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => (socket.destroy(), resolve(true)))
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    await sleep(25)
  }
  throw new Error(`nothing listens on port ${port}`)
}

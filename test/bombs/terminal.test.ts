import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Machine, ROOT, freshMachine } from '../support/cli.js'

/** Runs a command on a pseudo-terminal of a size, and says how it ended and how much it wrote. */
const ON_PTY = `
import fcntl, os, pty, struct, sys, termios
rows, columns = int(sys.argv[1]), int(sys.argv[2])
pid, master = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execvp(sys.argv[3], sys.argv[3:])
size = 0
while size < 5000000:
    try:
        part = os.read(master, 65536)
    except OSError:
        break
    if not part:
        break
    size += len(part)
os.close(master)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), size)
`

let machine: Machine
beforeAll(async () => {
  machine = await freshMachine()
})
afterAll(() => machine.remove())

describe('a terminal of any size', () => {
  it.each([
    [0, 0],
    [0, 80],
    [1, 1],
    [24, 19],
    [24, 10_000],
  ])(
    'of %i rows and %i columns has a push end with little output',
    async (rows, columns) => {
      const args = [
        '-c',
        ON_PTY,
        String(rows),
        String(columns),
        process.execPath,
        `${ROOT}/bin/run.cjs`,
        'rates',
        'push',
        `${ROOT}/samples/rates.csv`,
        '--dry-run',
      ]
      const { stdout } = await promisify(execFile)('python3', args, { env: { ...machine.env, TERM: 'xterm' } })
      const [code, size] = stdout.trim().split(' ').map(Number)
      expect(code).toBe(0)
      expect(size).toBeLessThan(200_000)
    },
    60_000,
  )
})

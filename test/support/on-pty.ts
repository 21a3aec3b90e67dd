import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from './cli.js'

/** What is done at a command on a terminal, once a text stands on it. */
export interface Step {
  /** Waits for this text behind what was waited for before. */
  at: string
  /** Keys that are typed. */
  type?: string
  /** Sent to the process. */
  signal?: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGKILL'
  /** Closes the terminal, as a person closes its window. */
  close?: boolean
  /** Does nothing for so long, milliseconds. */
  waitMs?: number
}

export interface OnPty {
  /** Exit code, or the negative number of the signal that ended it. */
  code: number
  /** All that stood on the terminal, without its colours and movements. */
  screen: string
}

const PYTHON = `
import json, os, pty, re, signal, sys, time, fcntl, struct, termios, select
given = json.loads(sys.argv[1])
pid, master = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
    os.execvpe(given["argv"][0], given["argv"], given["env"])
seen, at, ended = b"", 0, False
plain = lambda: re.sub(rb"\\x1b\\[[0-9;?]*[A-Za-z]|\\r", b"", seen)
def read(seconds):
    global seen, ended
    if ended or not select.select([master], [], [], seconds)[0]: return
    try: part = os.read(master, 65536)
    except OSError: part = b""
    if part == b"": ended = True
    seen += part
deadline = time.time() + 40
for step in given["steps"]:
    want = step["at"].encode()
    while plain().find(want, at) < 0 and not ended and time.time() < deadline: read(0.05)
    found = plain().find(want, at)
    if found < 0: break
    at = found + len(want)
    until = time.time() + step.get("waitMs", 0) / 1000
    while time.time() < until and not ended: read(0.05)
    if "type" in step: os.write(master, step["type"].encode())
    if "signal" in step: os.kill(pid, getattr(signal, step["signal"]))
    if step.get("close"):
        os.close(master)
        ended = True
while not ended and time.time() < deadline: read(0.05)
while True:
    done, status = os.waitpid(pid, os.WNOHANG)
    if done: break
    if time.time() > deadline: os.kill(pid, signal.SIGKILL)
    time.sleep(0.02)
print(json.dumps({"code": os.waitstatus_to_exitcode(status), "screen": plain().decode("utf-8", "replace")}))
`

/** Runs the built command line on a terminal of its own, with somebody at the keys. */
export function runOnPty(args: readonly string[], env: Record<string, string>, steps: readonly Step[]): Promise<OnPty> {
  const argv = [process.execPath, path.join(ROOT, 'bin/run.cjs'), ...args]
  const given = JSON.stringify({ argv, env: { TERM: 'xterm', ...env }, steps })
  return new Promise((resolve, reject) => {
    const child = spawn('python3', ['-c', PYTHON, given], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, told] = ['', '']
    child.stdout.on('data', (part: Buffer) => (out += part.toString('utf8')))
    child.stderr.on('data', (part: Buffer) => (told += part.toString('utf8')))
    child.on('error', reject)
    child.on('close', () => {
      if (told === '') resolve(JSON.parse(out) as OnPty)
      else reject(new Error(told))
    })
  })
}

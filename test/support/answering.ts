import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Machine, ROOT } from './cli.js'

/** Runs a command on a pseudo-terminal, answers each question as it comes, and says how it ended and what stood there. */
const ANSWERING = `
import json, os, pty, sys
answers = json.loads(sys.argv[1])
pid, master = pty.fork()
if pid == 0:
    os.chdir(sys.argv[2])
    os.execvp(sys.argv[3], sys.argv[3:])
text, seen = b"", 0
while True:
    try:
        part = os.read(master, 65536)
    except OSError:
        break
    if not part:
        break
    text += part
    # A question can be answered once its last line stands there.
    while answers and answers[0][0].encode() in text[seen:] and b"\\xe2\\x94\\x94" in text[seen + text[seen:].index(answers[0][0].encode()):]:
        seen = len(text)
        os.write(master, answers.pop(0)[1].encode())
print(json.dumps({"code": os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), "left": answers, "text": text.decode("utf8", "replace")}))
`

/** What stood on the terminal, how the command ended, and the answers that nobody asked for. */
export async function answeringOn(
  machine: Machine,
  answers: readonly (readonly [string, string])[],
  ...args: string[]
): Promise<{ code: number; left: unknown[]; text: string }> {
  const { stdout } = await promisify(execFile)(
    'python3',
    ['-c', ANSWERING, JSON.stringify(answers), machine.folder, process.execPath, `${ROOT}/bin/run.js`, ...args],
    { env: { TERM: 'xterm', CI: '', ...machine.env }, timeout: 60_000 },
  )
  return JSON.parse(stdout) as { code: number; left: unknown[]; text: string }
}

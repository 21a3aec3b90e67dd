import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

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

let machine: Machine
beforeAll(async () => {
  machine = await freshMachine()
})
afterAll(() => machine.remove())

async function answering(answers: readonly (readonly [string, string])[], ...args: string[]) {
  const { stdout } = await promisify(execFile)(
    'python3',
    ['-c', ANSWERING, JSON.stringify(answers), machine.folder, process.execPath, `${ROOT}/bin/run.js`, ...args],
    { env: { ...machine.env, TERM: 'xterm', CI: '' }, timeout: 60_000 },
  )
  return JSON.parse(stdout) as { code: number; left: unknown[]; text: string }
}

it('from nothing to an own file that is acknowledged, by Enter and three words', { timeout: 120_000 }, async () => {
  const begun = await answering(
    [
      ['Where do you want to begin', '\r'],
      ['Put seven sample properties', '\r'],
      ['Read a property', '\r'],
      ['Number of the property', '\r'],
      ['Leave out nights that are past', '\r'],
      ['Do you have a file with prices', '\r'],
    ],
    'auth',
    'login',
  )
  expect(begun).toMatchObject({ code: 0, left: [] })
  expect(begun.text).toContain('hubswitch rates template --property 1000001 --out rates.xlsx')
  await writeFile(path.join(machine.folder, 'preise.csv'), 'Zimmer;Datum;Preis\nDouble room;13.04.2099;129,00\n')
  const pushed = await answering(
    [
      ['"Zimmer"', '\r'],
      ['"Datum"', '\r'],
      ['"Preis"', '\r'],
      ['Which property', '1000001\r'],
      ['Room "Double room"', '\r'],
      ['Its code', '\r'],
      ['Save these answers', '\r'],
    ],
    'rates',
    'push',
    'preise.csv',
  )
  expect(pushed).toMatchObject({ code: 0, left: [] })
  expect(pushed.text).toContain('1 night acknowledged')
  expect(await readFile(path.join(machine.folder, 'preise.map.yaml'), 'utf8')).toContain('rooms:\n  Double room: 101\n')
  // The same file again, as cron would push it.
  const again = await machine.run(['rates', 'push', 'preise.csv', '--map', 'preise.map.yaml', '--changes-only'], {
    cwd: machine.folder,
  })
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing to do')])
})

it('in a pipe init asks nothing and says what to type', async () => {
  const { code, stdout, stderr } = await machine.run(['init'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('hubswitch auth login --profile main --base-url https://service.example')
})

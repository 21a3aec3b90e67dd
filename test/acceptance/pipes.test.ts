import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

const ROWS = 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n'

/** What is opened by name and never answers. */
describe('a named pipe that nobody writes into', () => {
  let machine: Machine
  let pipe: string
  const env = { HUBSWITCH_PARTNER_ID: 'p', HUBSWITCH_PARTNER_SECRET: 's', HUBSWITCH_BASE_URL: 'http://127.0.0.1:9' }

  beforeAll(async () => {
    machine = await freshMachine()
    pipe = path.join(machine.folder, 'pipe.yaml')
    execFileSync('mkfifo', [pipe])
    writeFileSync(path.join(machine.folder, 'rates.csv'), ROWS)
  })
  afterAll(() => machine.remove())

  const inBash = (words: string) =>
    new Promise<string>((resolve) => {
      const shell = spawn('bash', ['-c', words], {
        cwd: machine.folder,
        env: { ...machine.env, RUN: `${process.execPath} ${path.join(ROOT, 'bin/run.cjs')}`, ROWS },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let text = ''
      for (const stream of [shell.stdout, shell.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      shell.on('close', (code) => resolve(`${code} ${text}`))
    })

  it.each<[string, string[], Record<string, string>, number]>([
    ['a body', ['property', 'update', '1', '--yes', '--file', 'PIPE'], {}, 6],
    ['a message', ['resnotif', 'lint', 'PIPE'], {}, 6],
    ['a mapping file', ['rates', 'push', 'rates.csv', '--dry-run', '--map', 'PIPE'], {}, 6],
    [
      'a saved plan',
      ['rates', 'push', '--yes', '--plan', 'PIPE'],
      { HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}' },
      6,
    ],
    ['a secret', ['auth', 'whoami'], { HUBSWITCH_PARTNER_SECRET: '', HUBSWITCH_PARTNER_SECRET_FILE: 'PIPE' }, 4],
    ['certificates', ['auth', 'whoami'], { HUBSWITCH_CA_FILE: 'PIPE' }, 2],
  ])('is refused with its name as %s', async (_what, args, more, code) => {
    const named = (text: string): string => (text === 'PIPE' ? pipe : text)
    const given = Object.fromEntries(Object.entries({ ...env, ...more }).map(([name, text]) => [name, named(text)]))
    const ran = await machine.run(args.map(named), { env: given, cwd: machine.folder })
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(/pipe\.yaml.*(?:named pipe|no plain file)/)])
  })

  it.each(['/dev/null', '/dev/zero', '/dev/full'])(
    '%s is no file of a push, and none is waited for',
    async (device) => {
      const { code, stderr } = await machine.run(['rates', 'push', device, '--yes'], {
        env: { HUBSWITCH_PROFILE: 'sandbox' },
      })
      expect([code, stderr]).toEqual([6, expect.stringContaining('a device, not a file')])
    },
  )

  it('is waited for as a file of a push, and a signal ends that and frees the lock', async () => {
    const push = machine.start(['rates', 'push', pipe, '--yes'], { env: { HUBSWITCH_PROFILE: 'sandbox' } })
    const writer = spawn('sh', ['-c', 'exec 3> "$0"; echo open; sleep 60', pipe], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    // Its writer can open it once the command has: from there on it waits for bytes.
    await new Promise((resolve) => writer.stdout?.once('data', resolve))
    push.kill('SIGTERM')
    const ran = await push.ended
    process.kill(-(writer.pid as number), 'SIGKILL')
    expect([ran.code, ran.signal, ran.stderr]).toEqual([130, null, expect.stringContaining('Interrupted')])
    expect((await machine.run(['run', 'lock', 'list', '--json'])).stdout).not.toContain(`process ${push.pid}`)
  })

  it('is a file of a push where somebody writes, and so is what a shell hands over', async () => {
    const [fed, substituted, descriptor, body] = await Promise.all([
      inBash('mkfifo fed; (sleep 0.5; printf "%s" "$ROWS" > fed) & $RUN rates push fed --dry-run'),
      inBash('$RUN rates push <(printf "%s" "$ROWS") --dry-run'),
      inBash('printf "%s" "$ROWS" | $RUN rates push /dev/stdin --dry-run'),
      inBash('$RUN property create --file <(printf "name: Seaview\\n") --yes'),
    ])
    for (const read of [fed, substituted, descriptor]) expect(read).toMatch(/^0 [^]*1 row of 1 hotel/)
    expect(body).toMatch(/^6 [^]*--hub-switch-id[^]*in \/dev\/fd\/\d+/)
  })

  it('ends the process at once after a signal, whatever a thread of it waits for', async () => {
    const script = `const { open } = require('node:fs')
      require(${JSON.stringify(path.join(ROOT, 'bin/chunks.cjs'))}).load('cli/signals/from-the-start').watchSignals()
      open(${JSON.stringify(pipe)}, () => undefined)
      setInterval(() => undefined, 1000)
      console.log('waiting')`
    const child = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGTERM')
    // What a shell calls 130: nothing else ends a process whose thread is stuck.
    expect(await new Promise((resolve) => child.on('close', (code, signal) => resolve([code, signal])))).toEqual([
      null,
      'SIGINT',
    ])
  })
})

describe('standard input where nothing temporary can be written', () => {
  it.each([
    ['the folder is missing', '/nonexistent/tmp', 'there is no such folder'],
    ['no file can be made in it', '/proc', 'there is no such folder'],
  ])('is refused in words, and nothing was sent: %s', async (_why, folder, reason) => {
    const machine = await freshMachine()
    try {
      for (const kind of [
        ['rates', 'push', '-', '--yes'],
        ['rates', 'push', '-', '--dry-run'],
      ]) {
        const ran = await machine.run(kind, { env: { HUBSWITCH_PROFILE: 'sandbox', TMPDIR: folder }, stdin: ROWS })
        const said = ran.stderr.replaceAll(/\s+/g, ' ')
        expect([ran.code, said]).toEqual([1, expect.stringContaining(`temporary folder ${folder}: ${reason}.`)])
        expect(said).toContain('TMPDIR. Nothing was sent.')
      }
    } finally {
      await machine.remove()
    }
  })
})

import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildNotification } from '../../src/resnotif/index.js'
import { line, people, reservation } from '../resnotif/reservations.js'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

const message = (id: string): string =>
  buildNotification({ ...reservation([line(101, 77, 1, people(2))]) }).replaceAll('CH-1', id)
const SMALL = 'mount -t tmpfs -o size=96k none "$1" && shift && exec "$@"'
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'sh', '-c', SMALL, 'sh', path.join(ROOT, 'samples'), 'true']).status === 0

/** Where what is received cannot be kept: found before anybody sends something, and told once where it begins later. */
describe('resnotif listen and its folder', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
    await writeFile(path.join(machine.folder, 'file'), 'text')
  })
  afterAll(() => machine.remove())
  const listen = (...flags: string[]) => machine.run(['resnotif', 'listen', '--port', '0', '--count', '1', ...flags])

  it.each<[string, string, RegExp]>([
    ['a file', 'file', /is a file; --save needs a folder/],
    ['below a file', 'file/below', /cannot be written to .*file\/below: a file stands in the place of a folder\./],
    [
      'where nobody may write',
      '/proc/kept',
      /cannot be written to \/proc\/kept: its folder does not exist\. Name another folder with --save\./,
    ],
    ['a name that is too long', 'n'.repeat(300), /its name is longer than the file system takes/],
  ])('--save is refused before it listens: %s', async (_what, name, words) => {
    const { code, stderr, stdout } = await listen('--save', path.resolve(machine.folder, name))
    expect([code, stdout, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, '', expect.stringMatching(words)])
    expect(stderr).not.toContain('Listening')
  })

  it('a folder that is made and tried keeps nothing of the trial', async () => {
    const folder = path.join(machine.folder, 'new')
    const listening = machine.start(['resnotif', 'listen', '--port', '0', '--save', folder])
    await listening.seen(/Listening at/)
    expect(await readdir(folder)).toEqual([])
    listening.kill('SIGINT')
    await listening.ended
  })

  it('--forward-to looks at its folder as well, and needs none where nothing is kept', async () => {
    await writeFile(path.join(machine.folder, 'no-data'), '')
    const env = { HUBSWITCH_DATA_DIR: path.join(machine.folder, 'no-data') }
    const words = ['resnotif', 'listen', '--port', '0', '--forward-to', 'http://127.0.0.1:9']
    const refused = await machine.run(words, { env })
    expect([refused.code, refused.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(/forwarded messages, .*no-data\/forwarded, cannot be written: a file stands .* --keep 0/),
    ])
    const listening = machine.start([...words, '--keep', '0'], { env })
    await listening.seen(/Listening at/)
    listening.kill('SIGINT')
    expect((await listening.ended).code).toBe(0)
  })

  it.runIf(canMount)('a disk that fills up is told once, with --quiet too, and the sender is put off', async () => {
    const folder = path.join(machine.folder, 'small')
    await mkdir(folder)
    const child = spawn(
      'unshare',
      [
        '-rm',
        'sh',
        '-c',
        SMALL,
        'sh',
        folder,
        process.execPath,
        path.join(ROOT, 'bin/run.cjs'),
        'resnotif',
        'listen',
        '--port',
        '0',
        '--json',
        '--save',
        folder,
      ],
      { env: machine.env },
    )
    let told = ''
    let seen = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
    child.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text))
    for (let i = 0; i < 500 && !told.includes('Ctrl-C'); i += 1) await new Promise((resolve) => setTimeout(resolve, 20))
    const url = /http:\S+/.exec(told)?.[0] as string
    const statuses: number[] = []
    for (let i = 0; i < 60; i += 1)
      statuses.push((await fetch(url, { method: 'POST', body: message(`CH-${1000 + i}`) })).status)
    child.kill('SIGINT')
    await new Promise((resolve) => child.once('exit', resolve))
    const taken = statuses.indexOf(503)
    expect([statuses[0], statuses.at(-1), new Set(statuses)]).toEqual([200, 503, new Set([200, 503])])
    expect(told.replaceAll(/\s+/g, ' ').split('Messages cannot be saved in')).toHaveLength(2)
    expect(told.replaceAll(/\s+/g, ' ')).toContain('the disk is full. Free room on that disk.')
    const lines = seen
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as Record<string, unknown>)
    expect(lines[taken]).toMatchObject({ outcome: 'not stored', status: 503, notKept: 'the disk is full' })
    expect(lines[taken]).not.toHaveProperty('savedAs')
  })
})

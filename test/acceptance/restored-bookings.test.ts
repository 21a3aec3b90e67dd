import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { copyWhole } from '../support/copies.js'
import { runWarm } from '../support/warm-cli.js'

const checkIn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
const STAY = ['--property', '1000001', '--check-in', checkIn, '--nights', '2', '--room', '101', '--plan', '501']

/** What a copy of the journal lacks of bookings no later command brings back: the doubt is told to whoever books, until somebody vouches for it. */
describe('bookings with a journal that was restored', () => {
  let machine: Machine
  let data: string
  const run = (...args: string[]): Promise<Ran> => runWarm(args, machine.env)
  const book = (name: string, ...flags: string[]): Promise<Ran> =>
    run('reservation', 'create', ...STAY, '--guest', name, ...flags)
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')
  const TOLD = /may be an older copy: a booking made here (?:between \S+ \S+ UTC and|until) \S+ \S+ UTC may be missing/

  /** The journal's own files: the service forgets nothing. */
  const restore = async (): Promise<void> => {
    const [kept, names] = [path.join(machine.folder, 'kept'), await readdir(data)]
    // A database that has just been closed takes its side files away itself.
    for (const name of names.filter((one) => one.startsWith('journal.db')))
      await rm(path.join(data, name), { force: true })
    for (const name of await readdir(kept)) await cp(path.join(kept, name), path.join(data, name))
  }

  beforeEach(async () => {
    machine = await freshMachine()
    data = machine.env['HUBSWITCH_DATA_DIR'] as string
    await run('sandbox', 'seed')
    await book('Ada First')
    const [whole, kept] = ['whole', 'kept'].map((name) => path.join(machine.folder, name)) as [string, string]
    await copyWhole(data, whole)
    await mkdir(kept)
    for (const name of await readdir(whole))
      if (name.startsWith('journal.db') && !name.endsWith('-shm'))
        await rename(path.join(whole, name), path.join(kept, name))
    await book('Ada Second')
    await restore()
    return () => undefined
  })
  afterEach(() => machine.remove())

  it.each<[string, string[]]>([
    ['another booking', ['reservation', 'create', ...STAY, '--guest', 'Cy Third']],
    ['the list of bookings', ['reservation', 'list']],
    ['a check of the journal', ['run', 'journal', 'check']],
    ['a reconciliation', ['reservation', 'reconcile', '--quiet']],
    ['a look at the account', ['auth', 'whoami']],
    ['a confirmation', ['reservation', 'confirm', '900001']],
    ['a list of pushes', ['run', 'list', '--quiet']],
    ['nothing', []],
  ])('are told of it after %s, each of them, until somebody vouches for the journal', async (_first, words) => {
    if (words.length > 0) await run(...words)
    const second = await book('Ada Second', '--quiet')
    expect([second.code, plain(second.stderr)]).toEqual([0, expect.stringContaining('may be an older copy')])
    const third = await book('Ada Third', '--json')
    expect(plain(third.stderr)).toMatch(TOLD)
    expect(third.json<{ warnings: string[] }>().warnings.map(plain)).toEqual([expect.stringMatching(TOLD)])
    for (const command of [
      ['reservation', 'confirm', '900001', '--quiet'],
      ['reservation', 'list'],
      ['reservation', 'reconcile', '--quiet'],
      ['reservation', 'create', ...STAY, '--guest', 'Di Fourth', '--dry-run'],
    ]) {
      const { stderr } = await run(...command)
      expect([command[1], plain(stderr)]).toEqual([command[1], expect.stringMatching(TOLD)])
    }
    const check = await run('run', 'journal', 'check')
    expect(plain(check.stdout)).toMatch(/Bookings made here between .* may be missing from it: look up what/)
    expect((await run('run', 'journal', 'trust')).stdout).toContain('counts as the newest')
    const last = await book('Ada Fifth', '--quiet')
    expect([last.code, last.stderr]).toEqual([0, ''])
    expect((await run('run', 'journal', 'check')).stdout).toContain('is whole')
  })
})

import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseOwnFiles } from '../../../src/cli/command/own-files.js'
import { folderBelowHome, ownFolders } from '../../../src/cli/command/own-folders.js'
import { freshMachine, type Machine } from '../../support/cli.js'

const NONE = path.join('/dev/null', 'no-home')

describe.skipIf(process.platform === 'win32')('the folders of the program', () => {
  it.each<[string, Record<string, string>, string]>([
    ['below the home', { HOME: '/home/ada' }, '/home/ada/.config/hubswitch'],
    ['where the platform says', { HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/hubswitch'],
    ['below the home for an empty one', { HOME: '/home/ada', XDG_CONFIG_HOME: '' }, '/home/ada/.config/hubswitch'],
    ['below the home for a relative one', { HOME: '/home/ada', XDG_CONFIG_HOME: 'etc' }, '/home/ada/.config/hubswitch'],
    ['nowhere for an empty home', { HOME: '' }, NONE],
    ['nowhere for a relative home', { HOME: 'ada' }, NONE],
  ])('are %s', (_, env, folder) => {
    expect(folderBelowHome('config', env, 'hubswitch')).toBe(folder)
  })

  it('are those of the variables, of which an empty one says nothing', () => {
    expect(ownFolders('hubswitch', { HOME: '/h', HUBSWITCH_CONFIG_DIR: '', HUBSWITCH_DATA_DIR: '/e' })).toEqual({
      configDir: '/h/.config/hubswitch',
      dataDir: '/e',
    })
    expect(ownFolders('hubswitch', { HOME: '', HUBSWITCH_CONFIG_DIR: '/x', HUBSWITCH_DATA_DIR: '/y' })).toEqual({
      configDir: '/x',
      dataDir: '/y',
    })
    expect(() => ownFolders('hubswitch', { HOME: '', HUBSWITCH_CONFIG_DIR: '/x' })).toThrow(/no home folder/)
  })

  it.each(['HUBSWITCH_CONFIG_DIR', 'HUBSWITCH_DATA_DIR', 'HUBSWITCH_CACHE_DIR'])(
    'are refused where %s is relative',
    (name) => {
      expect(() => ownFolders('hubswitch', { HOME: '/h', [name]: '~/here' })).toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(`${name} is "~/here"`) as string }),
      )
    },
  )
})

/** What lies in the folder that a command happens to be started in, or in the temporary one, is nobody's configuration. */
describe.skipIf(process.platform === 'win32')('a command line without folders of its own', () => {
  let machine: Machine
  let strange: string
  beforeAll(async () => {
    machine = await freshMachine()
    strange = mkdtempSync(path.join(tmpdir(), 'hubswitch-strange-'))
    const evil = 'current: evil\nprofiles:\n  evil:\n    baseUrl: http://127.0.0.1:9\n'
    for (const folder of ['', '.config/hubswitch', 'rel/hubswitch']) {
      mkdirSync(path.join(strange, folder), { recursive: true })
      writeFileSync(path.join(strange, folder, 'config.yaml'), evil)
    }
  })
  afterAll(async () => {
    rmSync(strange, { recursive: true, force: true })
    await machine.remove()
  })

  it.each<[string, Record<string, string>, number, RegExp]>([
    ['empty', { HUBSWITCH_CONFIG_DIR: '', HUBSWITCH_DATA_DIR: '' }, 0, /^(?![^]*evil)[^]*sandbox/],
    [
      'empty, with relative ones of the platform',
      { HUBSWITCH_CONFIG_DIR: '', XDG_CONFIG_HOME: 'rel' },
      0,
      /^(?![^]*evil)[^]*sandbox/,
    ],
    ['relative', { HUBSWITCH_CONFIG_DIR: '.' }, 2, /HUBSWITCH_CONFIG_DIR is "\."/],
    [
      'what is no path at all',
      { HUBSWITCH_DATA_DIR: './s3cret-of-a-partner' },
      2,
      /^(?![^]*s3cret)[^]*HUBSWITCH_DATA_DIR is no absolute path/,
    ],
    ['relative data', { HUBSWITCH_DATA_DIR: 'here' }, 2, /HUBSWITCH_DATA_DIR is "here"/],
    ['empty, as is the home', { HUBSWITCH_CONFIG_DIR: '', HUBSWITCH_DATA_DIR: '', HOME: '' }, 1, /no home folder/],
  ])('%s', async (_, env, code, words) => {
    const before = readdirSync(strange).sort()
    const ran = await machine.run(['profile', 'list'], { cwd: strange, env: { ...env, TMPDIR: strange } })
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([code, expect.stringMatching(words)])
    expect(readdirSync(strange).sort()).toEqual(before)
  })
})

it.skipIf(process.platform === 'win32').each(['rejects', 'save-plan', 'summary', 'log-file'])(
  'refuses --%s with a link that leads to itself, in words',
  async (flag) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-loop-'))
    const loop = path.join(folder, 'loop')
    symlinkSync(loop, loop)
    const refuse = (to: string) =>
      refuseOwnFiles({ flags: { [flag]: to }, operands: [], declared: { flags: {}, args: {} } }, () => ({
        configDir: '/c',
        dataDir: '/d',
      }))
    for (const to of [loop, path.join(loop, 'below')])
      await expect(refuse(to)).rejects.toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('lead to themselves') as string }),
      )
    await expect(refuse(path.join(folder, 'new'))).resolves.toBeUndefined()
    rmSync(folder, { recursive: true })
  },
)

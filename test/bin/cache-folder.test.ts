import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which runs before the build
import { compileCacheFolder } from '../../bin/cache-folder.cjs'

const folderFor = compileCacheFolder as (env: Record<string, string>, platform?: string) => string | undefined

describe('where compiled code is kept', () => {
  let home = ''
  const at = (...parts: string[]): string => path.join(home, ...parts)

  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'hubswitch-cache-')))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  it('makes a folder in the cache of the user that nobody else can enter', () => {
    expect(folderFor({ HOME: home }, 'linux')).toBe(at('.cache/hubswitch/compiled'))
    expect(lstatSync(at('.cache/hubswitch/compiled')).mode & 0o777).toBe(0o700)
    expect(folderFor({ HOME: home, XDG_CACHE_HOME: at('xdg') }, 'linux')).toBe(at('xdg/hubswitch/compiled'))
    expect(folderFor({ HOME: home }, 'darwin')).toBe(at('Library/Caches/hubswitch/compiled'))
    expect(folderFor({ HOME: home, HUBSWITCH_CACHE_DIR: at('own') }, 'linux')).toBe(at('own/compiled'))
  })

  it.each([0o777, 0o770, 0o750, 0o705])('keeps nothing in a folder of mode %o', (mode) => {
    mkdirSync(at('own/compiled'), { recursive: true })
    chmodSync(at('own/compiled'), mode)
    expect(folderFor({ HUBSWITCH_CACHE_DIR: at('own') })).toBeUndefined()
  })

  it('keeps nothing below a folder in which others may rename', () => {
    mkdirSync(at('open'))
    chmodSync(at('open'), 0o777)
    expect(folderFor({ HUBSWITCH_CACHE_DIR: at('open/own') })).toBeUndefined()
  })

  it('follows no symbolic link to where the code would be', () => {
    mkdirSync(at('elsewhere'), { mode: 0o700 })
    mkdirSync(at('own'))
    symlinkSync(at('elsewhere'), at('own/compiled'))
    expect(folderFor({ HUBSWITCH_CACHE_DIR: at('own') })).toBeUndefined()
  })

  it('keeps nothing in a folder of another user', ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give a folder away')
    mkdirSync(at('own/compiled'), { recursive: true, mode: 0o700 })
    chownSync(at('own/compiled'), 12_345, 12_345)
    expect(folderFor({ HUBSWITCH_CACHE_DIR: at('own') })).toBeUndefined()
  })

  it('keeps nothing where there is no home or it cannot be written', () => {
    expect(folderFor({ HUBSWITCH_CACHE_DIR: 'relative' })).toBeUndefined()
    expect(folderFor({ HUBSWITCH_CACHE_DIR: '/proc/nowhere' })).toBeUndefined()
    expect(folderFor({}, 'win32')).toBeUndefined()
  })
})

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounded, ok } from '../../../src/cli/doctor/check.js'
import { checkCompiled, checkDisk, checkFiles, checkFolder, checkNode } from '../../../src/cli/doctor/machine.js'
import { Fault } from '../../../src/errors.js'
import { hindranceInData } from '../../../src/journal/index.js'

const uid = process.getuid?.() ?? 0
const options = { variable: 'HUBSWITCH_DATA_DIR', uid }

describe('doctor: this machine', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-doctor-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['v20.19.0', 'ok'],
    ['v24.1.0', 'ok'],
    ['v20.18.3', 'fail'],
    ['v18.20.0', 'fail'],
  ])('Node.js %s is %s', (version, state) => expect(checkNode(version).state).toBe(state))

  it('a folder that others may write to, a file in its place, one that is open to readers', () => {
    const open = path.join(folder, 'open')
    mkdirSync(open)
    chmodSync(open, 0o777)
    expect(checkFolder('data-dir', open, options)).toMatchObject({ state: 'fail', next: `chmod go-w ${open}` })
    expect(checkFolder('cache-dir', open, { ...options, isSoft: true }).state).toBe('warn')
    chmodSync(open, 0o755)
    expect(checkFolder('data-dir', open, options)).toMatchObject({ state: 'warn', next: `chmod 700 ${open}` })
    chmodSync(open, 0o700)
    expect(checkFolder('data-dir', open, options)).toEqual(ok('data-dir', open))
    expect(checkFolder('data-dir', open, { ...options, uid: uid + 7 })).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('another user') as string,
    })
    const file = path.join(folder, 'a file')
    writeFileSync(file, '')
    expect(checkFolder('data-dir', file, options)).toMatchObject({
      state: 'fail',
      says: `${file} is not a folder.`,
      next: expect.stringContaining(`mv '${file}'`) as string,
    })
  })

  it.each<[string, (home: string) => void, boolean]>([
    ['nothing is there yet', () => undefined, true],
    ['all is the own', (home) => mkdirSync(path.join(home, 'cache/compiled'), { recursive: true, mode: 0o700 }), true],
    [
      'others may use it',
      (home) => {
        mkdirSync(path.join(home, 'cache/compiled'), { recursive: true, mode: 0o700 })
        chmodSync(path.join(home, 'cache/compiled'), 0o777)
      },
      false,
    ],
    ['a group may write above it', (home) => chmodSync(home, 0o775), false],
    ['others may write above it, and take nothing away', (home) => chmodSync(home, 0o1777), true],
    [
      'a file is in its place',
      (home) => {
        mkdirSync(path.join(home, 'cache'), { mode: 0o700 })
        writeFileSync(path.join(home, 'cache/compiled'), '')
      },
      false,
    ],
    [
      'a link is in its place',
      (home) => {
        mkdirSync(path.join(home, 'cache'), { mode: 0o700 })
        mkdirSync(path.join(home, 'other'), { mode: 0o700 })
        symlinkSync(path.join(home, 'other'), path.join(home, 'cache/compiled'))
      },
      false,
    ],
  ])('compiled code is kept where each start keeps it, and else told: %s', (_name, prepare, isKept) => {
    const home = mkdtempSync(path.join(folder, 'home-'))
    const cache = path.join(home, 'cache')
    prepare(home)
    const told = checkCompiled(ok('cache-dir', cache), cache, uid)
    const { compileCacheFolder } = createRequire(import.meta.url)('../../../bin/cache-folder.cjs') as {
      compileCacheFolder: (env: Record<string, string>) => string | undefined
    }
    expect(compileCacheFolder({ HUBSWITCH_CACHE_DIR: cache }) !== undefined).toBe(isKept)
    expect([told.state, checkCompiled(ok('cache-dir', cache), cache, uid).state]).toEqual(
      isKept ? ['ok', 'ok'] : [expect.any(String), 'warn'],
    )
  })

  it('a folder that is well, with a file in it that cannot be used', () => {
    const data = path.join(folder, 'data')
    const mark = path.join(data, 'journal.db-mark')
    mkdirSync(mark, { recursive: true, mode: 0o700 })
    const well = ok('data-dir', data)
    const look = (): ReturnType<typeof checkFiles> => checkFiles(well, () => hindranceInData(data))
    expect(look()).toMatchObject({ check: 'data-dir', state: 'fail', says: expect.stringContaining(mark) as string })
    rmSync(mark, { recursive: true })
    expect(look()).toEqual(well)
    expect(checkFiles(well, () => hindranceInData(path.join(folder, 'not there')))).toEqual(well)
  })

  it('a folder that is not there yet is fine where it can be made', () => {
    expect(checkFolder('data-dir', path.join(folder, 'a/b/c'), options).state).toBe('ok')
    expect(checkFolder('data-dir', '/dev/null/data', options)).toMatchObject({ state: 'fail' })
  })

  it('the disk of a folder that is not there yet', () => {
    expect(checkDisk(path.join(folder, 'not/yet')).says).toMatch(/^[\d.]+ (MB|GB) free on the disk of /)
  })

  it('a probe that hangs, throws or is refused is one failed line', async () => {
    expect(await bounded('x', 30, () => new Promise(() => undefined))).toMatchObject([
      { check: 'x', state: 'fail', says: 'No answer within 0.03 s.' },
    ])
    expect(await bounded('x', 1_000, () => Promise.reject(new Fault('LOCKED', 'It is busy.')))).toMatchObject([
      { state: 'fail', says: 'It is busy.' },
    ])
    const denied = Object.assign(new Error('secret words of the system'), { code: 'EACCES' })
    expect(JSON.stringify(await bounded('x', 1_000, () => Promise.reject(denied)))).toMatch(/EACCES/)
    expect(JSON.stringify(await bounded('x', 1_000, () => Promise.reject(denied)))).not.toMatch(/secret words/)
  })
})

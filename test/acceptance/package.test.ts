import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/cli.js'

/** Bytes of the package as it is downloaded, and unpacked, types included where they were written: a jump wants a reason. */
const MOST = { packed: 3_500_000, unpacked: 13_000_000 }

interface Packed {
  filename: string
  size: number
  unpackedSize: number
  files: { path: string }[]
}

describe('the package', () => {
  let folder = ''
  let packed: Packed
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-package-'))
    packed = pack(ROOT)
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const env = (): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_update_notifier: 'false',
    NO_COLOR: '1',
  })
  const run = (program: string, args: readonly string[], cwd = folder): string =>
    execFileSync(program, args, { cwd, env: env(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const pack = (from: string): Packed =>
    (
      JSON.parse(
        run('npm', ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', folder], from),
      ) as [Packed]
    )[0]

  it('holds what runs, what is read and nothing else, and stays small', () => {
    const files = packed.files.map((file) => file.path)
    expect(
      files.filter((file) => /^(?:src|test)\/|\.map$|\.tsbuildinfo$|(?:^|\/)\.[^/]|vitest|tsconfig/.test(file)),
    ).toEqual([])
    for (const needed of [
      'bin/run.cjs',
      'docs/help/cron.md',
      'dist/index.js',
      'dist/THIRD-PARTY-NOTICES.txt',
      'samples/rates.csv',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
    ])
      expect(files).toContain(needed)
    expect(files.filter((file) => file.startsWith('bin/')).toSorted()).toEqual([
      'bin/at-once.cjs',
      'bin/cache-folder.cjs',
      'bin/chunks.cjs',
      'bin/help-class.cjs',
      'bin/kept-code.cjs',
      'bin/reader-thread.cjs',
      'bin/run.cjs',
      'bin/run.js',
      'bin/start.cjs',
    ])
    expect(packed.size).toBeLessThan(MOST.packed)
    expect(packed.unpackedSize).toBeLessThan(MOST.unpacked)
  })

  it('holds the notice of each package that it declares and bundles, and none of a tool of the build', () => {
    const notices = readFileSync(path.join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
    const noticed = notices.split(`${'-'.repeat(80)}\n\n`).map((part) => part.split(' ', 1)[0])
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
    // Their binaries are installed beside the package, with licences of their own.
    const beside = ['@photostructure/sqlite', 'keytar', 'libxml2-wasm']
    expect(Object.keys(dependencies).filter((name) => !noticed.includes(name))).toEqual(beside)
    expect(noticed.filter((name) => name !== undefined && Object.hasOwn(devDependencies, name))).toEqual([])
    expect(notices).toContain('Permission is hereby granted, free of charge')
  })

  it('is installed by npm into an empty prefix, shows its help and pushes a sample', { timeout: 120_000 }, () => {
    // The same files, without dependencies: they are those of this checkout, so that nothing is fetched.
    const unpacked = path.join(folder, 'unpacked')
    mkdirSync(unpacked)
    run('tar', ['xzf', path.join(folder, packed.filename), '-C', unpacked])
    const bare = path.join(unpacked, 'package')
    const manifest = JSON.parse(readFileSync(path.join(bare, 'package.json'), 'utf8')) as Record<string, unknown>
    delete manifest['dependencies']
    delete manifest['devDependencies']
    writeFileSync(path.join(bare, 'package.json'), JSON.stringify(manifest))
    const { filename } = pack(bare)
    const prefix = path.join(folder, 'prefix')
    run('npm', [
      'install',
      '--global',
      '--prefix',
      prefix,
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      path.join(folder, filename),
    ])
    const installed = path.join(prefix, 'lib/node_modules/hubswitch')
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(installed, 'node_modules'))

    const hubswitch = (...args: string[]): string => run(path.join(prefix, 'bin/hubswitch'), args, installed)
    expect(hubswitch('--version')).toMatch(/^hubswitch\/\d+\.\d+\.\d+ /)
    expect(hubswitch('rates', 'push', '--help')).toContain('READING THE FILES')
    expect(hubswitch('help', 'cron')).toMatch(/^Pushing from cron\n/)
    hubswitch('auth', 'login')
    hubswitch('property', 'apply', 'samples/houses/guest-house.yaml', '--yes')
    expect(
      hubswitch('rates', 'push', 'samples/houses/guest-house.csv', '--map', 'samples/houses/guest-house-mapping.yaml'),
    ).toMatch(/^Run 1: Done\. 368 nights acknowledged/)
  })
})

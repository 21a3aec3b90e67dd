import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trustedAuthorities } from '../../../src/client/http/index.js'
import { profileFileChecks } from '../../../src/cli/doctor/kept.js'
import { readOverlayFile } from '../../../src/cli/profile/index.js'
import { openSecretStore, resolveSettings } from '../../../src/config/index.js'
import { Fault } from '../../../src/errors.js'
import { refuseForeignFile } from '../../../src/given-file.js'
import { createAuthority } from '../../client/certificate.js'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-owned-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const readers: [name: string, content: string, read: () => unknown][] = [
  ['config.yaml', 'profiles: {}\n', () => resolveSettings({ flags: {}, env: {}, configDir: folder, dataDir: folder })],
  ['secrets.json', '{}\n', () => openSecretStore('file', { configDir: folder, profile: 'p' }).get('token')],
]

const attacks: [attack: string, make: (file: string, content: string) => void, told: RegExp][] = [
  ['a FIFO', (file) => void execFileSync('mkfifo', ['-m', '600', file]), /no plain file.*Move/s],
  ['a folder', (file) => void mkdirSync(file), /EISDIR/],
  ['a link to a device', (file) => void symlinkSync('/dev/zero', file), /no plain file/],
  [
    'a link to a file that others write to',
    (file, content) => {
      writeFileSync(`${file}.else`, content)
      chmodSync(`${file}.else`, 0o666)
      symlinkSync(`${file}.else`, file)
    },
    /chmod/,
  ],
  [
    'a file that a group writes to',
    (file, content) => {
      writeFileSync(file, content)
      chmodSync(file, 0o660)
    },
    /chmod (?:600|go-w)/,
  ],
]

async function told(read: () => unknown): Promise<string> {
  const fault: unknown = await Promise.resolve()
    .then(read)
    .catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(Fault)
  return `${(fault as Fault).message} ${(fault as Fault).next}`
}

describe.skipIf(process.platform === 'win32')('is not read, nor waited for', () => {
  for (const [name, content, read] of readers)
    it.each(attacks)(`${name}: %s`, async (_attack, make, words) => {
      make(join(folder, name), content)
      expect(await told(read)).toMatch(words)
    })

  it.runIf(process.getuid?.() === 0)('secrets.json: a file of another user', async () => {
    const [, [name, content, read]] = readers as [unknown, [string, string, () => unknown]]
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    chownSync(join(folder, name), 65_534, 65_534)
    expect(await told(read)).toMatch(/belongs to another user \(uid 65534\).*sudo chown 0 /s)
    // A container mounts it as a link: what that leads to is judged, not the link.
    rmSync(join(folder, name))
    const target = join(folder, 'mounted')
    writeFileSync(target, content, { mode: 0o600 })
    symlinkSync(target, join(folder, name))
    await read()
    chmodSync(target, 0o644)
    expect(await told(read)).toMatch(/others can read it \(mode 644\)/)
    chmodSync(target, 0o600)
    chownSync(target, 65_534, 65_534)
    expect(await told(read)).toMatch(/belongs to another user \(uid 65534\)/)
  })

  it.each(readers)('%s: a file in the place of its folder', async (_name, _content, read) => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    const fault = await Promise.resolve()
      .then(read)
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(fault).toBeInstanceOf(Fault)
    expect(fault).toMatchObject({
      message: expect.stringContaining('a file stands in the place of a folder') as string,
      next: 'Name a folder in HUBSWITCH_CONFIG_DIR.',
    })
  })

  it.each(readers)('%s: a folder in which others may put another file', async (name, content, read) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    for (const mode of [0o777, 0o770]) {
      chmodSync(folder, mode)
      expect(await told(read)).toMatch(/others can put another in its place \(mode 77\d\).*chmod go-w /s)
    }
    // As in /tmp: others may write, and nobody may move what is not theirs.
    chmodSync(folder, 0o1777)
    await Promise.resolve().then(read)
  })

  it.runIf(process.getuid?.() === 0)('config.yaml: by root, a file of another user or in a folder of one', async () => {
    const [[name, content, read]] = readers as [[string, string, () => unknown]]
    writeFileSync(join(folder, name), content, { mode: 0o644 })
    chownSync(join(folder, name), 1234, 1234)
    expect(await told(read)).toMatch(
      /belongs to another user \(uid 1234\).*sudo chown 0 .*run the command as that user/s,
    )
    chownSync(join(folder, name), 0, 0)
    chownSync(folder, 1234, 1234)
    expect(await told(read)).toMatch(/stands in .* belongs to another user \(uid 1234\)/)
  })

  it.each(readers)('%s: below a folder in which anybody may put another folder', async (name, content) => {
    const below = join(folder, 'a', 'b')
    mkdirSync(below, { recursive: true, mode: 0o700 })
    writeFileSync(join(below, name), content, { mode: 0o600 })
    chmodSync(folder, 0o777)
    const read = (): unknown =>
      name === 'config.yaml'
        ? resolveSettings({ flags: {}, env: {}, configDir: below, dataDir: below })
        : openSecretStore('file', { configDir: below, profile: 'p' }).get('token')
    expect(await told(read)).toMatch(/anybody can put another folder in its place \(mode 777\).*chmod o-w /s)
    chmodSync(folder, 0o775)
    await Promise.resolve().then(read)
  })

  it.runIf(process.getuid?.() === 0)(
    'a file of certificates: one of another user or that anybody writes to, for calls and for doctor',
    async () => {
      const file = join(folder, 'ca.pem')
      const trust = (): unknown => trustedAuthorities(file)
      const { cert } = createAuthority()
      writeFileSync(file, cert, { mode: 0o644 })
      expect(trustedAuthorities(file).at(-1)?.trim()).toBe(cert.trim())
      const env = { HUBSWITCH_CA_FILE: file }
      const checks = () => profileFileChecks(resolveSettings({ flags: {}, env, configDir: folder, dataDir: folder }))
      expect(await checks()).not.toContainEqual(expect.objectContaining({ state: 'fail' }))
      chmodSync(file, 0o666)
      expect(await told(trust)).toMatch(/certificate file .* can be written by anybody \(mode 666\).*chmod o-w /s)
      chmodSync(file, 0o644)
      chownSync(file, 1234, 1234)
      expect(await told(trust)).toMatch(/certificate file .* belongs to another user \(uid 1234\).*sudo chown 0 /s)
      expect(JSON.stringify(await checks())).toMatch(/ca\.pem belongs to another user \(uid 1234\)\..*sudo chown 0 /s)
    },
  )

  it('a named file is taken from its user and from root, by whomever', () => {
    const judge =
      (uid: number, me: number, mode = 0o644, isFile = true) =>
      () =>
        refuseForeignFile('f', { uid, mode, isFile: () => isFile }, ({ what }) => new Fault('USAGE', what), me)
    for (const fine of [judge(0, 0), judge(7, 7), judge(0, 7), judge(7, 7, 0o664), judge(9, 7, 0o666, false)])
      expect(fine).not.toThrow()
    expect(judge(7, 0)).toThrow('belongs to another user (uid 7)')
    expect(judge(9, 7)).toThrow('belongs to another user (uid 9)')
    expect(judge(7, 7, 0o646)).toThrow('can be written by anybody (mode 646)')
  })

  it.runIf(process.getuid?.() === 0)(
    'a wire overlay: by root, one of another user or that anybody writes to',
    async () => {
      const file = join(folder, 'wire.yaml')
      writeFileSync(file, '{}\n', { mode: 0o644 })
      await readOverlayFile(file)
      chmodSync(file, 0o666)
      expect(await told(() => readOverlayFile(file))).toMatch(/wire overlay .* can be written by anybody/)
      chownSync(file, 1234, 1234)
      expect(await told(() => readOverlayFile(file))).toMatch(/wire overlay .* belongs to another user \(uid 1234\)/)
    },
  )

  it('and is read where it is a plain file of one user', async () => {
    for (const [name, content] of readers) writeFileSync(join(folder, name), content, { mode: 0o600 })
    for (const [, , read] of readers) await Promise.resolve().then(read)
  })
})

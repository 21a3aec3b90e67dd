import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder, outputFault, prepareFolder, requireWritable, whyUnwritable } from '../src/whole-file.js'

const SRC = resolve(import.meta.dirname, '../src')

describe('a folder that is written into', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hubswitch-folders-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is made with those above it, tried, and left empty', async () => {
    const deep = join(folder, 'a', 'b')
    await prepareFolder(deep)
    expect(readdirSync(deep)).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'below /proc is refused, where making folders the recursive way never ends',
    async () => {
      expect(() => makeFolder('/proc/nowhere/below')).toThrow(/ENOENT/)
      await expect(prepareFolder('/proc/nowhere')).rejects.toThrow(/ENOENT/)
      const wrong = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .filter((name) => /mkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(join(SRC, name), 'utf8')))
      expect(wrong).toEqual([])
    },
  )

  it('is told of with its reason: a place that takes no file is a wrong flag, a disk that fails is not', async () => {
    writeFileSync(join(folder, 'file'), '')
    const output = { what: 'the page', flag: '--html', said: 'Nothing was sent.' }
    for (const [to, why] of [
      [folder, 'it is a directory'],
      [join(folder, 'file', 'x'), 'a file stands in the place of a folder'],
      [join(folder, 'none', 'x'), 'its folder does not exist'],
      [join(folder, 'n'.repeat(300)), 'its name is longer than the file system takes'],
    ] as const) {
      const told = { code: 'USAGE', message: `The page cannot be written to ${to}: ${why}.` }
      expect(outputFault(await whyUnwritable(to), { ...output, to })).toMatchObject({
        ...told,
        next: 'Name another file with --html. Nothing was sent.',
      })
      if (to !== folder) await expect(requireWritable({ ...output, to })).rejects.toMatchObject(told)
    }
    await requireWritable({ ...output, to: join(folder, 'new') })
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])
      expect(outputFault({ code, message: 'x' }, { ...output, to: 'p' }).exitCode).toBe(1)
  })
})

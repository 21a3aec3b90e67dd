import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ResnotifExplain from '../../../src/commands/resnotif/explain.js'
import ResnotifFix from '../../../src/commands/resnotif/fix.js'
import ResnotifPreview from '../../../src/commands/resnotif/preview.js'
import { ROOT } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

describe('a file that a command reads', () => {
  let folder: string
  const at = (name: string): string => path.join(folder, name)
  const run = (command: Parameters<typeof runClass>[0], words: readonly string[]) =>
    runClass(command, words, { HOME: folder, HUBSWITCH_CONFIG_DIR: at('config'), HUBSWITCH_DATA_DIR: at('data') })
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-own-input-'))
    mkdirSync(at('captures'))
    for (const [from, to] of [
      ['notification-wrong.xml', 'n.xml'],
      ['notification.xml', 'other.xml'],
      ['notification.xml', 'captures/n.xml'],
      ['captured.log', 'cap.log'],
      ['reservation.yaml', 'r.yaml'],
    ] as const)
      copyFileSync(path.join(ROOT, 'samples', from), at(to))
    linkSync(at('n.xml'), at('hard.xml'))
    symlinkSync('n.xml', at('soft.xml'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    [ResnotifExplain, ['n.xml', '--html', 'n.xml'], 'n.xml'],
    [ResnotifExplain, ['n.xml', '--html', './captures/../n.xml'], 'n.xml'],
    [ResnotifExplain, ['n.xml', '--html', 'hard.xml'], 'n.xml'],
    [ResnotifExplain, ['soft.xml', '--html', 'n.xml'], 'n.xml'],
    [ResnotifExplain, ['n.xml', '--html', 'soft.xml'], 'n.xml'],
    [ResnotifExplain, ['n.xml', '--diff', 'other.xml', '--html', 'other.xml'], 'other.xml'],
    [ResnotifExplain, ['captures', '--html', 'captures/n.xml'], 'captures/n.xml'],
    [ResnotifExplain, ['n.xml', '--diff', 'captures', '--html', 'captures/n.xml'], 'captures/n.xml'],
    [ResnotifFix, ['cap.log', '--save', 'cap.log'], 'cap.log'],
    [ResnotifFix, ['n.xml', '--save', 'hard.xml'], 'n.xml'],
    [ResnotifFix, ['captures', '--save', 'captures/n.xml'], 'captures/n.xml'],
    [ResnotifPreview, ['r.yaml', '--save', 'r.yaml'], 'r.yaml'],
    [ResnotifPreview, ['r.yaml', '--xsd', 'other.xml', '--save', 'other.xml'], 'other.xml'],
  ])('%o %j is left as it is', async (command, words, kept) => {
    const before = readFileSync(at(kept))
    const ran = await run(
      command,
      words.map((word) => (word.startsWith('--') ? word : at(word))),
    )
    expect([ran.code, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toMatch(/ would replace .*a file that this command uses\.[^]*Name another file with --\w+/)
    expect(ran.stderr).toContain('Nothing was written.')
    expect(ran.stderr.includes('--in-place')).toBe(command === ResnotifFix && !words.includes('captures'))
    expect(readFileSync(at(kept))).toEqual(before)
  })

  it('may be corrected in place, and other files are written and written again', async () => {
    copyFileSync(at('n.xml'), at('mine.xml'))
    expect((await run(ResnotifFix, [at('mine.xml'), '--in-place'])).code).toBe(0)
    for (const _ of ['new', 'again']) {
      expect((await run(ResnotifExplain, [at('n.xml'), '--html', at('page.html')])).code).toBe(0)
      expect((await run(ResnotifExplain, [at('captures'), '--html', at('captures/page.html')])).code).toBe(0)
      expect((await run(ResnotifFix, [at('n.xml'), '--save', at('fixed.xml')])).code).toBe(0)
    }
  })
})

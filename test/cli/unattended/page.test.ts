import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../support/cli.js'

const PROOF = path.join(ROOT, 'test/proof/unattended')

describe('docs/unattended.md', () => {
  const rows = readFileSync(path.join(ROOT, 'docs/unattended.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| .+ \| \d+ \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))

  it('has a line for every cause that was brought about, with the exit code that was due', () => {
    const cases = ['before_sending.py', 'while_sending.py'].flatMap((name) =>
      [...readFileSync(path.join(PROOF, name), 'utf8').matchAll(/^@case\('([^']+)', (\d+), /gm)].map(
        ([, cause = '', exit = '']) => [cause, exit],
      ),
    )
    expect(rows.map(([cause, exit]) => [cause, exit])).toEqual(cases)
    expect(cases.length).toBeGreaterThanOrEqual(25)
  })

  it('can be read: short words, none of a temporary folder, and a next step wherever it failed with a mail', () => {
    expect(rows.flat().filter((cell) => cell.length > 160 || cell.includes('hubswitch-cron-'))).toEqual([])
    expect(
      rows.filter(([, exit, words, , next]) => exit !== '0' && words !== '' && (next ?? '').trim() === ''),
    ).toEqual([])
  })
})

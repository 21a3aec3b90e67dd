import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/cli.js'

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** Flags that a push sets to a number. */
function flagsSet(): string[] {
  const text = textOf('src/cli/sending/v8-flags.ts')
  const names = new Map(
    [...text.matchAll(/const (\w+) = '(--[a-z-]+)'/g)].map(([, name = '', flag = '']) => [name, flag]),
  )
  const used = [...text.matchAll(/setFlagsFromString\(`\$\{(\w+)\}=/g)].map(([, name = '']) => names.get(name) ?? name)
  return [...new Set(used)].sort()
}

/** What they are taken back to before code is kept. */
function usual(): Record<string, number> {
  const [, list = ''] = /const USUAL = \{([^}]*)\}/.exec(textOf('bin/chunks.cjs')) ?? []
  return Object.fromEntries(
    [...list.matchAll(/'(--[a-z-]+)': ([\d_]+)/g)].map(([, flag = '', value = '']) => [
      flag,
      Number(value.replaceAll('_', '')),
    ]),
  )
}

describe('flags of V8 that a push sets', () => {
  it('are taken back to what V8 has by itself, as code that is kept needs', () => {
    const known = usual()
    expect(flagsSet().length).toBeGreaterThan(2)
    expect(Object.keys(known).sort()).toEqual(flagsSet())
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8', maxBuffer: 2 ** 24 })
    for (const [flag, value] of Object.entries(known)) {
      const [, own] = new RegExp(`default: ${flag}=(\\d+)\\b`).exec(options) ?? []
      if (own !== undefined) expect([flag, own]).toEqual([flag, String(value)])
    }
  })
})

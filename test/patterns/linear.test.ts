import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../support/cpu-time.js'
import { patternsOf, type SourcePattern } from './source-patterns.js'
import { worstCases } from './worst-cases.js'

const LENGTH = 100_000
const MOST_MS = 50
/** No machine is so busy that a linear pattern takes this long. */
const SURELY_MS = 400
/** Of the texts that are slow at first, the slowest are looked at again. */
const SUSPECTS = 6
/** Short texts come first, because a pattern that is worse than quadratic never ends on a long one. */
const LADDER = [
  { characters: 25, ms: MOST_MS },
  { characters: 60, ms: MOST_MS },
  { characters: 250, ms: MOST_MS },
  { characters: 1000, ms: MOST_MS },
  { characters: 10_000, ms: 1 },
]

/** Patterns that never see a longer text than this, because it is cut or refused before. */
const BOUNDED: Readonly<Record<string, { characters: number; by: string }>> = {
  'files/values/amount.ts': { characters: 60, by: 'PRICE_CHARACTERS' },
}

const { patterns, composed } = patternsOf(path.resolve(import.meta.dirname, '../../src'))

describe('patterns', () => {
  it('takes time in proportion to the text, whatever the text is', { timeout: 300_000 }, () => {
    const slow = patterns.flatMap((one) => slowestOf(one))
    expect(slow).toEqual([])
    expect(patterns.length).toBeGreaterThan(300)
  })

  it('composes patterns of other patterns only where a test of its own holds them', () => {
    expect([...new Set(composed)].toSorted()).toEqual([
      'files/columns/map.ts',
      'outcome/beside/against-success.ts',
      'resnotif/capture/packs/spelled-packs.ts',
      'resnotif/capture/wire/curl-verbose.ts',
      'resnotif/conceal/codes.ts',
    ])
  })

  it.each([
    String.raw`/0+$/`,
    String.raw`/\{[^}]*\}/g`,
    String.raw`/<(?:[\w.-]{1,40}:)?cellXfs\b([\s\S]*?)<\/(?:[\w.-]{1,40}:)?cellXfs\s*>/`,
    String.raw`/<wsse:Security [\s\S]*<\/wsse:Security>/`,
    String.raw`/^(a+)+$/`,
  ])('finds that %s is slow', { timeout: 120_000 }, (literal) => {
    const end = literal.lastIndexOf('/')
    expect(slowestOf({ file: 'none', pattern: literal.slice(1, end), flags: literal.slice(end + 1) })).toHaveLength(1)
  })
})

/** The pattern and the text that it is slow on; nothing where it is not. */
function slowestOf(one: SourcePattern): string[] {
  const bound = BOUNDED[one.file]?.characters ?? LENGTH
  for (const { characters, ms } of LADDER) {
    if (characters > bound) break
    // What is slow once may have been the machine: others are looked at as well.
    const slow = [...worstCases(one, characters)]
      .map((text, at) => ({ at, took: cpuOf(one, text) }))
      .filter(({ took }) => took > ms)
      .toSorted((a, b) => b.took - a.took)
      .slice(0, SUSPECTS)
    for (const { at } of slow) {
      let before = Number.POSITIVE_INFINITY
      for (const length of ms === MOST_MS ? [characters] : [20_000, LENGTH]) {
        const text = worstCase(one, at, length)
        const took = leastOf(one, text)
        // Five times the text takes five times as long where the time is linear, and a slow machine changes nothing of that.
        if (took > MOST_MS && (length < LENGTH || took > before * 10 || took > SURELY_MS))
          return [
            `${one.file} /${one.pattern}/${one.flags} takes ${took.toFixed(0)} ms for ${text.length} characters such as ${JSON.stringify(text.slice(0, 30))}`,
          ]
        before = took
      }
    }
  }
  return []
}

function worstCase(one: SourcePattern, at: number, characters: number): string {
  let index = 0
  for (const text of worstCases(one, characters)) if (index++ === at) return text
  return ''
}

/** The least of up to three: what was quick, or surely slow, the first time needs no second. */
function leastOf(one: SourcePattern, text: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3; tries++) {
    least = Math.min(least, cpuOf(one, text))
    if (least < MOST_MS / 10 || least > SURELY_MS) break
  }
  return least
}

function cpuOf(one: SourcePattern, text: string): number {
  const { flags } = one
  const matcher = MATCHERS.get(one) ?? new RegExp(one.pattern, flags)
  MATCHERS.set(one, matcher)
  matcher.lastIndex = 0
  return cpuTime(() => (flags.includes('g') && !flags.includes('y') ? text.replace(matcher, '') : matcher.test(text)))
}

const MATCHERS = new WeakMap<SourcePattern, RegExp>()

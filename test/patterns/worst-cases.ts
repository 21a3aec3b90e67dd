import { RegExpParser } from '@eslint-community/regexpp'
import type { Alternative, Element, Quantifier } from '@eslint-community/regexpp/ast'
import type { SourcePattern } from './source-patterns.js'

/** A part that may repeat at least so often can be made to take long. */
const MANY = 50
const SAMPLES = 3
/** How many units of each sort, how many of them in pairs, and how many beginnings are tried. */
const UNITS = 10
const PAIRED = 4
const STARTS = 3
const CANDIDATES = [
  ' ',
  '\t',
  '\n',
  '1',
  '0',
  'a',
  'Z',
  'é',
  '"',
  "'",
  '<',
  '>',
  '&',
  ';',
  ',',
  '.',
  ':',
  '=',
  '-',
  '_',
  '/',
  '\\',
  '#',
  '%',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '@',
  '\u0000',
  '\u0001',
  '\u00a0',
  '日',
]
const TAILS = ['', '\u0001', '\n', 'a']

/**
 * Texts that make a backtracking matcher of this pattern slow, if anything does: the parts that repeat, many times over, alone, behind what has to stand
 * before them, and together with what has to follow them, each with ends that do not fit. None for a pattern without such a part.
 */
export function* worstCases(one: SourcePattern, length: number): Generator<string> {
  const { units, starts } = measureOf(one)
  for (const unit of units) {
    for (const before of ['', ...starts.slice(-STARTS)]) {
      const text = before + unit.repeat(Math.ceil(Math.max(length - before.length, 1) / unit.length))
      for (const tail of TAILS) yield text + tail
    }
  }
}

/** What texts are made of, which is the same for each length. */
function measureOf(one: SourcePattern): Measure {
  const known = MEASURES.get(one) ?? measure(one)
  MEASURES.set(one, known)
  return known
}

interface Measure {
  units: readonly string[]
  starts: readonly string[]
}

const MEASURES = new WeakMap<SourcePattern, Measure>()

function measure({ pattern, flags }: SourcePattern): Measure {
  const { alternatives } = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(pattern, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const found = repeats(alternatives)
  const starts = found.length === 0 ? [] : prefixes(alternatives, flags)
  return { units: found.length === 0 ? [] : unitsOf(found, starts, flags), starts }
}

/** What the repeated text may consist of: what most of the repeating parts take, and what begins like a match again and again. */
function unitsOf(found: readonly Quantifier[], starts: readonly string[], flags: string): string[] {
  const takers = new Map<string, number>()
  for (const { element } of found)
    for (const sample of samplesOf(element, flags, CANDIDATES.length)) takers.set(sample, (takers.get(sample) ?? 0) + 1)
  const singles = [...takers].toSorted((a, b) => b[1] - a[1]).map(([sample]) => sample)
  const firsts = [...new Set(found.flatMap(({ element }) => samplesOf(element, flags, 1)))].slice(0, PAIRED)
  const pairs = firsts.flatMap((one) => firsts.filter((other) => other !== one).map((other) => one + other))
  const again = starts.flatMap((start) => [start, ...firsts.map((first) => start + first)])
  return [...new Set([...singles.slice(0, UNITS), ...again.slice(-UNITS), ...pairs.slice(0, UNITS)])].filter(
    (unit) => unit !== '',
  )
}

/** Texts that fit what stands before each part that repeats, up to and without it. */
function prefixes(alternatives: readonly Alternative[], flags: string): string[] {
  const found = new Set<string>()
  const into = (elements: readonly Element[], before: string): void => {
    let text = before
    for (const element of elements) {
      const inner = element.type === 'Quantifier' ? element.element : element
      if (element.type === 'Quantifier' && element.max > MANY && text !== '') found.add(text)
      if (inner.type === 'Group' || inner.type === 'CapturingGroup')
        for (const one of inner.alternatives) into(one.elements, text)
      text += samplesOf(element, flags, 1)[0] ?? ''
    }
    if (text !== '') found.add(text)
  }
  for (const { elements } of alternatives) into(elements, '')
  return [...found].slice(0, 12)
}

function repeats(alternatives: readonly Alternative[]): Quantifier[] {
  const found: Quantifier[] = []
  const into = (element: Element): void => {
    if (element.type === 'Quantifier') {
      if (element.max > MANY) found.push(element)
      into(element.element)
    } else if ('alternatives' in element)
      for (const one of element.alternatives as Alternative[]) one.elements.forEach(into)
  }
  for (const { elements } of alternatives) elements.forEach(into)
  return found
}

/** Short texts that fit one part of a pattern. */
function samplesOf(element: Element, flags: string, most: number): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)]
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ''))
      return CANDIDATES.filter((candidate) => one.test(candidate)).slice(0, most)
    }
    case 'Quantifier': {
      const times = Math.max(element.min, Math.min(1, element.max))
      return samplesOf(element.element, flags, most).map((sample) => sample.repeat(times))
    }
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.flatMap(({ elements }) => sequence(elements, flags)).slice(0, Math.max(most, SAMPLES))
    default:
      return ['']
  }
}

function sequence(elements: readonly Element[], flags: string): string[] {
  let texts = ['']
  for (const element of elements) {
    const samples = samplesOf(element, flags, 2)
    if (samples.length === 0) continue
    texts = texts.flatMap((text) => samples.map((sample) => text + sample)).slice(0, 4)
  }
  return texts
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { endpoints } from '../../src/contract/map/map.js'
import { checkOverlay } from '../../src/contract/overlay/overlay.js'
import { OverlayFile } from '../../src/contract/overlay/overlay-file.js'
import { NOT_SHOWN } from './interface-not-shown.js'

const ROOT = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(ROOT, 'docs/overlay.md'), 'utf8')
const sample = readFileSync(path.join(ROOT, 'samples/overlay.yaml'), 'utf8')

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const section = (title: string): string => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const keys = Object.keys(OverlayFile.shape)
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string)

describe('docs/overlay.md', () => {
  it('has a row for everything that the interface does not show, in its words and order', () => {
    const rows = section('What the interface does not show')
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
      .map(cells)
    expect(rows.map(([, where, words]) => [where, words])).toEqual(NOT_SHOWN)
    expect(rows.map(([at]) => Number(at))).toEqual(NOT_SHOWN.map((_, at) => at + 1))
  })

  it('adapts each by keys that there are, of endpoints that there are, or says why none is needed', () => {
    for (const [at, , , , how = ''] of section('What the interface does not show')
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
      .map(cells)) {
      const named = quoted(how)
      const isNone = /^none( needed)?: \S/.test(how)
      expect({ at, found: isNone || named.some((word) => keys.includes(word)) }).toEqual({ at, found: true })
      const dotted = named.filter((word) => /^[a-zA-Z]+\.(\*|[a-zA-Z]+)$/.test(word))
      for (const word of dotted)
        expect({
          word,
          known: endpoints.some(
            ({ key }) => key === word || (word.endsWith('.*') && key.startsWith(word.slice(0, -1))),
          ),
        }).toEqual({ word, known: true })
    }
  })

  it('lists every key of an overlay, and no other', () => {
    const listed = section('Keys')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => quoted(cells(line)[0] ?? '')[0]?.split('.')[0])
    expect(listed.sort()).toEqual([...keys].sort())
  })

  it('has examples that are overlays', () => {
    const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text as string)
    expect(examples.length).toBeGreaterThan(2)
    for (const example of examples) expect(checkOverlay(parse(example))).toMatchObject({ ok: true })
  })

  it('names a sample that says every key but lookups', () => {
    const content = parse(sample) as Record<string, unknown>
    expect(checkOverlay(content)).toMatchObject({ ok: true })
    expect(Object.keys(content).sort()).toEqual(keys.filter((key) => key !== 'lookups').sort())
  })
})

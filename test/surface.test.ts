import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXIT } from '../src/errors.js'
import { surface } from './support/surface.js'

const read = (file: string): unknown => JSON.parse(readFileSync(path.resolve(import.meta.dirname, file), 'utf8'))

describe('surface', () => {
  it('commands, flags and exit codes are what scripts rely on', () => {
    const now = surface(read('../oclif.manifest.json') as { commands: Record<string, unknown> }, EXIT)
    expect(now, 'changed on purpose? run: node bin/write-surface.js').toEqual(read('surface.json'))
  })
})

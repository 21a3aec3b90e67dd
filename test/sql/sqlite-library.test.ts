import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { packageFile } from '../../src/sql/sqlite-library.js'

const require = createRequire(import.meta.url)

describe('the SQLite library', () => {
  it('is the file that the package names itself', () => {
    expect(packageFile(require)).toBe(require.resolve('@photostructure/sqlite'))
  })

  it('is asked for by its name where that file is not found', () => {
    const elsewhere = createRequire('/nowhere/else.js')
    expect(packageFile(elsewhere)).toBe('@photostructure/sqlite')
  })
})

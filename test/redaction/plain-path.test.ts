import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isPlainlyPath } from '../../src/redaction/plain-path.js'

const folder = mkdtempSync(path.join(tmpdir(), 'plain-path-'))
writeFileSync(path.join(folder, 'secret'), 's')
mkdirSync(path.join(folder, '{'))
writeFileSync(path.join(folder, '{', '"a"'), 's')
afterAll(() => rmSync(folder, { recursive: true }))

describe('what is plainly a path', () => {
  it.each([
    path.join(folder, 'secret'),
    path.join(folder, 'not', 'there'),
    path.join(folder, '{', '"a"'),
    './src/not-there',
    './src/../not-there',
    'src/not-there',
  ])('%s', (text) => expect(isPlainlyPath(text)).toBe(true))

  it.each([
    '',
    's3cret-of-a-partner',
    './s3cret-of-a-partner',
    './/s3cret-of-a-partner',
    '././s3cret/of-a-partner',
    '../../s3cret-of-a-partner',
    '/./s3cret-of-a-partner',
    '../s3cret/of-a-partner',
    '~/s3cret',
    '9j/4AAQSkZJRgABAQ+A==',
    '/9j/4AAQSkZJRgABAQ+A==',
    '{"id":1,"duty_code":"d/d"}',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln/c2ln',
    'user:pass/word',
    'https://monitor.example/ping/0123456789abcdef',
    `/${'x'.repeat(2_000)}`,
    path.join(folder, 'a\nb'),
  ])('not %j', (text) => expect(isPlainlyPath(text)).toBe(false))
})

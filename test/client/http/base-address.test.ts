import { describe, expect, it } from 'vitest'
import { addressOf, isLoopback, readBaseAddress } from '../../../src/client/http/base-address.js'
import { Fault } from '../../../src/errors.js'

const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as Fault).code
  }
  return 'none'
}

describe('base address', () => {
  it.each([
    'https://service.example',
    'https://service.example:8443/partner/',
    'http://localhost:4010',
    'http://127.0.0.1',
    'http://127.9.8.7:1',
    'http://[::1]:80',
    'http://2130706433/',
  ])('takes %s', (text) => {
    expect(readBaseAddress(text).href).toContain('://')
  })

  it.each([
    'http://service.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'ftp://service.example',
    'service.example',
    '',
    'https://user:pass@service.example',
    'https://service.example/?a=1',
    'https://service.example/#x',
  ])('refuses %s', (text) => {
    expect(codeOf(() => readBaseAddress(text))).toBe('USAGE')
  })

  it('never shows a password that stands in it', () => {
    expect(() => readBaseAddress('https://user:hunter2@service.example')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    )
  })

  it('tells loopback', () => {
    expect([new URL('http://127.1'), new URL('https://service.example')].map(isLoopback)).toEqual([true, false])
  })
})

describe('addressOf', () => {
  const base = readBaseAddress('https://service.example/partner/')

  it('stays below the base address and merges the query', () => {
    expect(addressOf(base, '/api/v1/x?a=1', { b: ['2', 3], c: undefined, d: 'ö &' }).href).toBe(
      'https://service.example/partner/api/v1/x?a=1&b=2&b=3&d=%C3%B6+%26',
    )
  })

  it.each(['api/v1', '//evil.example/x', '/../../x', 'https://evil.example/', '/\\evil.example', '/api/../../x', ''])(
    'refuses %s',
    (path) => {
      expect(codeOf(() => addressOf(base, path))).toBe('USAGE')
    },
  )
})

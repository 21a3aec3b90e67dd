import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'
import { findBareAmpersand } from '../../../src/resnotif/xml/ampersand.js'
import { cpuTime } from '../../support/cpu-time.js'

describe('an & that is not escaped', () => {
  it.each<[string, number | undefined]>([
    ['<a>Smith & Sons</a>', 9],
    ['<a x="R&B"/>', 7],
    ['<a>&amp;&#10;&#xA;&lt;</a>', undefined],
    ['<!-- a & b --><a/>', undefined],
    ['<![CDATA[a & b]]><a>&</a>', 20],
    ['<?x a & b?><a>&amp; &</a>', 20],
    ['<!-- a & b', undefined],
    ['<!-- --> <!-- & --> &x', 20],
    ['&amp', 0],
    ['', undefined],
  ])('%s', (text, at) => {
    expect(findBareAmpersand(text)).toBe(at)
  })

  it.each([
    ['in a name', '<a>\n  <Surname>Smith & Sons</Surname>\n  <b/>\n</a>', 2, 18, '& Sons'],
    ['in an attribute', '<a>\n<b x="R&B" y="1"/>\n</a>', 2, 8, 'R&B'],
    ['before a semicolon', '<a>Rock & Roll; yes</a>', 1, 9, '& Roll;'],
  ])('is told where it stands: %s', (_, text, line, column, shown) => {
    expect(lintMessage(text).findings).toMatchObject([
      { rule: 'xml-broken', line, column, found: expect.stringContaining(shown) as string },
    ])
  })

  it('an unknown entity stays an unknown entity, and another break before the & counts first', () => {
    expect(lintMessage('<a>&nbsp;</a>').findings).toMatchObject([{ rule: 'xml-entity', column: 4 }])
    expect(lintMessage('<a><b></a> & </a>').findings).toMatchObject([{ rule: 'xml-broken', column: 10 }])
  })

  it('is found in time that grows with the text alone', () => {
    for (const text of [
      '<!--'.repeat(500_000),
      '&amp;'.repeat(500_000),
      '<![CDATA['.repeat(300_000),
      '<!-- & -->'.repeat(200_000),
      `&${'a'.repeat(2_000_000)}`,
    ])
      expect(cpuTime(() => findBareAmpersand(text), 5_000)).toBeLessThan(5_000)
  })
})

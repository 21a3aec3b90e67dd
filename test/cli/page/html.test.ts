import { describe, expect, it } from 'vitest'
import { escapeHtml, htmlPage } from '../../../src/cli/page/index.js'

describe('text of others on a page', () => {
  it('is no markup, acts on nothing and hides nothing; ends of lines stay', () => {
    expect(escapeHtml('a<b>&"\'\u001b]0;x\u0007\u202egnp.exe\u2066\u200b\nb')).toBe(
      'a&#60;b&#62;&#38;&#34;&#39;\uFFFD]0;x\uFFFD\uFFFDgnp.exe\uFFFD\uFFFD\nb',
    )
    const page = htmlPage({ title: 'Run\u001b[31m \u202e7', body: '' })
    expect(['\u001b', '\u202e'].filter((character) => page.includes(character))).toEqual([])
  })
})

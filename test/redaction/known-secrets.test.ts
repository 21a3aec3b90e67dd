import { describe, expect, it } from 'vitest'
import { firstCharacters, learnSecret, withoutSecrets } from '../../src/redaction/known-secrets.js'
import { otherValue, shown } from '../../src/outcome/echo/values.js'
import { showText } from '../../src/files/values/values.js'

const SECRET = 'Zq7-Kw9.Rt=Ux4vBm2'
learnSecret(SECRET)

describe('the first characters of a text', () => {
  const spellings = [
    SECRET,
    [...SECRET].map((character) => `&#${character.codePointAt(0)};`).join(''),
    Buffer.from(SECRET, 'utf16le').toString('base64'),
    [...SECRET].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join(''),
  ]

  it.each(spellings)('hold no part of a secret that they would cut, such as %s', (spelled) => {
    // Wherever the cut falls within it.
    for (let before = 60; before < 80; before += 3) {
      const text = `${'x'.repeat(before)} ${spelled} and more`
      for (const told of [
        firstCharacters(text, 80),
        showText(text),
        withoutSecrets(shown({ name: text.repeat(30) })),
        JSON.stringify(otherValue('name', 'House', `House ${'y'.repeat(1_940 + before)} ${spelled}`)),
      ]) {
        expect(withoutSecrets(told)).not.toContain(spelled.slice(0, 8))
      }
    }
  })

  it('are all of a short text', () => {
    expect(firstCharacters('short', 80)).toBe('short')
    expect(firstCharacters('x'.repeat(100), 80)).toBe('x'.repeat(80))
  })
})

import { describe, expect, it } from 'vitest'
import { concealMessage, createConcealer } from '../../../src/resnotif/index.js'
import { cpuTime } from '../../support/cpu-time.js'

const SECRET = 'PWmp-Canary1'
/** A form as browsers and curl -F write it. */
const form = (fields: readonly (readonly [head: string, value: string])[], end = '\r\n', boundary = '--B-17'): string =>
  `${fields.map(([head, value]) => `${boundary}${end}Content-Disposition: form-data; ${head}${end}${end}${value}${end}`).join('')}${boundary}--${end}`

describe('a form of several parts', () => {
  it.each(['\r\n', '\n'])('shows no field that has the name of a secret, line end %j', (end) => {
    for (const name of [
      'name="password"',
      'name=password',
      "name*=utf-8''pass%77ord",
      'name="login[pwd]"',
      'name="api_key"',
      `name="password"${end}Content-Type: text/plain; charset=utf-8`,
      'name="password"; filename="<a>"',
    ]) {
      const given = form(
        [
          ['name="user"', 'hub'],
          [name, SECRET],
          ['name="note"', `again ${SECRET}, kept`],
        ],
        end,
      )
      const { text, passwords } = concealMessage(given)
      expect(text, name).toHaveLength(given.length)
      expect(text, name).toContain('hub')
      expect(text, name).toContain(', kept')
      for (const part of [SECRET, 'PWmp', 'Canary']) expect(text, name).not.toContain(part)
      expect(passwords, name).toBeGreaterThan(0)
      expect(text.split('--B-17')).toHaveLength(given.split('--B-17').length)
    }
  })

  it('shows no security code and no stripe', () => {
    const { text, cards } = concealMessage(
      form([
        ['name="cvc"', '843'],
        ['name="track2"', 'B41^X?'],
      ]),
    )
    expect([cards > 0, text.includes('843'), text.includes('B41')]).toEqual([true, false, false])
  })

  it('keeps every other field, one without a value, and one that nothing closes', () => {
    const open = form([
      ['name="user"', 'hub'],
      ['name="password"', ''],
      ['name="hotel"', '1000001'],
    ])
    expect(concealMessage(open).text).toBe(open)
    const odd = form([['name="password"', 'PW<x a="b">Canary & more']])
    expect(concealMessage(odd).text).not.toMatch(/PW<|Canary|more/)
    const cut = `--B\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}`
    expect(concealMessage(cut).text).not.toContain('Canary')
    expect(createConcealer().text(form([['name="password"', SECRET]]))).not.toContain('Canary')
  })

  it('takes no longer for many fields without an end', () => {
    for (const one of [
      'Content-Disposition: form-data; name="password"\n',
      '\n\nContent-Disposition: form-data; name="pin"',
    ]) {
      // Quadratic time would take minutes.
      expect(cpuTime(() => concealMessage(one.repeat(20_000)), 10_000)).toBeLessThan(10_000)
    }
  })
})

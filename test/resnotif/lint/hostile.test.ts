import { describe, expect, it } from 'vitest'
import { concealMessage, createPms, decodeXml, lintMessage } from '../../../src/resnotif/index.js'
import { fastGrowth } from '../../support/cpu-time.js'

const ATTRIBUTES = 150_000
const CARD = '4111111111111111'
const message = (body: string, attributes = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"${attributes}>${body}</OTA_HotelResNotifRQ>`
const attributes = (count: number, from = 10_000): string =>
  Array.from({ length: count }, (_, i) => ` a${from + i}="${from + i}"`).join('')

const inOne = message('', attributes(ATTRIBUTES))
const inMany = message(
  Array.from({ length: ATTRIBUTES / 150 }, (_, i) => `<b${attributes(150, 10_000 + i * 150)}/>`).join(''),
)
const escaped = message(
  Array.from({ length: ATTRIBUTES / 150 }, (_, i) => `&lt;b${attributes(150, 10_000 + i * 150)}/&gt;`).join(' '),
)
/** As long as the others, and nothing but words. */
const plain = message('words of a guest '.repeat(Math.ceil(inMany.length / 17)))

describe('a message with attributes without end', () => {
  it.each([
    ['in one element', inOne, 'an element with more than 200 attributes'],
    ['in many elements', inMany, 'more than 60000 attributes'],
  ])('%s is refused by a limit that has a name', (_, text, words) => {
    expect(lintMessage(text).findings).toEqual([
      expect.objectContaining({
        rule: 'xml-too-large',
        found: words,
        remedy: 'Send one reservation per message, with no more than the attributes of the schema.',
      }),
    ])
  })

  it('is refused by a PMS with the same words', () => {
    const reply = createPms({ persona: 'lenient' }).take(decodeXml(Buffer.from(inOne)))
    expect(reply).toMatchObject({ status: 400, outcome: 'refused', body: expect.stringContaining('200 attributes') })
  })

  it.each([
    ['in many elements', inMany],
    ['spelled out in its text', escaped],
  ])('%s costs little more than words of the same length', (_, text) => {
    expect(
      fastGrowth(
        () => lintMessage(plain),
        () => lintMessage(text),
        8,
        100,
      ),
    ).toEqual([])
  })

  it('has stars for all that nobody looks at, and keeps its places', () => {
    const last = ` card="${CARD}"`
    for (const text of [
      message('', `${attributes(200)}${last}`),
      `${inMany.slice(0, -'</OTA_HotelResNotifRQ>'.length)}<b c="${CARD}"/>`,
    ]) {
      const { text: shown } = concealMessage(text)
      expect(shown).toHaveLength(text.length)
      expect(shown).not.toContain('41111111')
      expect(shown.slice(0, 60)).toBe(text.slice(0, 60))
    }
  })

  it('of as many as are allowed loses none', () => {
    const text = message(
      Array.from(
        { length: 299 },
        () => `<b${Array.from({ length: 200 }, (_, i) => ` a${i}="2027-01-0${i % 10}"`).join('')}/>`,
      ).join(''),
    )
    expect(lintMessage(text).findings).toEqual([expect.objectContaining({ rule: 'not-a-notification' })])
    expect(concealMessage(text).text === text).toBe(true)
  })
})

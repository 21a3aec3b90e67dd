import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainMessage, lintDecoded, readCapture } from '../../../src/resnotif/index.js'
import { readXml } from '../../../src/resnotif/xml/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINES = MESSAGE.split('\n')

/** What lint says of a file that breaks the XML. */
function told(file: string): { found: string | undefined; remedy: string; line: number }[] {
  return readCapture(Buffer.from(file)).messages.flatMap(({ decoded }) =>
    lintDecoded(decoded)
      .findings.filter(({ rule }) => rule === 'xml-broken')
      .map(({ found, remedy, line }) => ({ found, remedy, line })),
  )
}

describe('a file that ends inside of its message', () => {
  it('says so wherever it was cut, and what stands before is read', () => {
    for (let end = MESSAGE.indexOf('<OTA') + 30; end < MESSAGE.length - 1; end += 53) {
      const cut = MESSAGE.slice(0, end)
      expect([end, told(cut)]).toEqual([
        end,
        [
          {
            found: expect.stringContaining('the text ends inside the message') as string,
            remedy: expect.stringContaining('Capture the message again') as string,
            line: cut.split('\n').length - (cut.endsWith('\n') ? 1 : 0),
          },
        ],
      ])
    }
    for (const lines of [2, 40, LINES.length - 1])
      expect(told(`${LINES.slice(0, lines).join('\n')}\n`)[0]?.found).toContain('the text ends inside the message')
    const { lines, reservations, broken } = explainMessage(LINES.slice(0, 40).join('\n'))
    expect([lines[0], reservations.length, broken]).toEqual([
      expect.stringMatching(/^The message is cut at line 40.*as far as it could be read\.$/),
      1,
      expect.any(String),
    ])
  })

  it('is cut in an entity, and no bare & stands there', () => {
    expect(readXml('<a><b>Miller &am').broken).toMatchObject({ isCut: true })
    expect(readXml('<a><b>Miller & Sons').broken).toMatchObject({
      message: 'an & that is not written as &amp;',
    })
  })

  it('is told apart from XML that its sender wrote wrong', () => {
    for (const wrong of [
      MESSAGE.replace('</ResGuests>', ''),
      MESSAGE.replace('</RoomStay>', '</RoomStays>'),
      MESSAGE.replace('Late arrival', 'Late < arrival'),
      `${MESSAGE}</Envelope>`,
      '',
      'text',
    ])
      expect(readXml(wrong).broken).not.toHaveProperty('isCut')
  })
})

describe('a file that begins inside of its message', () => {
  it('says so, whatever of its beginning is missing', () => {
    const { messages, unread } = readCapture(Buffer.from(LINES.slice(40).join('\n')))
    expect([messages, unread]).toMatchObject([[], [{ what: expect.stringContaining('beginning') as string }]])
    const behind = LINES.slice(1).join('\n')
    const [part] = readCapture(Buffer.from(`${behind}\n</soap:Body>\n</soap:Envelope>\n`)).messages
    const { findings, reservations } = lintDecoded(part?.decoded ?? { text: '' })
    expect([findings.map(({ found }) => found), reservations]).toEqual([
      [expect.stringContaining('the beginning of the text is missing')],
      1,
    ])
  })
})

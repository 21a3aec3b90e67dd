import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const strayIn = (text: string) => lintMessage(text).findings.filter(({ rule }) => rule === 'stray-text')

describe('text between elements', () => {
  it('is told once where it only looks like blanks', () => {
    for (const blank of ['\u00a0', '\u3000', '\u200b ', '\ufeff']) {
      const [finding, ...more] = strayIn(MESSAGE.replaceAll(/^ +/gm, (blanks) => blank.repeat(blanks.length)))
      expect(more).toEqual([])
      expect(finding).toMatchObject({ severity: 'warning', remedy: expect.stringContaining('web page') as string })
      expect(finding?.found).toMatch(/^U\+(?:00A0 \(no-break space\)|3000|200B|FEFF) \(in \d+ elements\)$/)
      expect(finding?.nodes?.length).toBeGreaterThan(5)
      expect(finding?.nodes?.every(({ node }) => !node.includes('@'))).toBe(true)
    }
  })

  it('is told where it is any other', () => {
    expect(strayIn(MESSAGE.replace('<RoomTypes>', 'see below <RoomTypes>'))).toMatchObject([
      { found: '"see below"', node: expect.stringMatching(/RoomStay(?:\[1\])?$/) as string },
    ])
  })

  it('is told in an element that has only attributes', () => {
    const filled = (name: string): string =>
      MESSAGE.replace(new RegExp(`<${name}( [^<>]*?)? ?/>`), `<${name}$1>soon</${name}>`)
    for (const name of ['TimeSpan', 'GuestCount', 'UniqueID', 'RoomType'])
      expect(strayIn(filled(name)), name).toMatchObject([
        { found: '"soon"', node: expect.stringContaining(name) as string },
      ])
    expect(
      strayIn(MESSAGE.replace('</HotelReservation>', '<Services>none</Services></HotelReservation>')),
    ).toHaveLength(1)
  })

  it('is not told where senders write', () => {
    for (const part of ['<Comments><Comment>soon</Comment></Comments>', '<ResGuestRPHs>1 2</ResGuestRPHs>'])
      expect(strayIn(MESSAGE.replace('</RoomStay>', `${part}</RoomStay>`)), part).toEqual([])
    const own = '<v:Own xmlns:v="urn:vendor">words <v:Rate>soon</v:Rate></v:Own></HotelReservation>'
    expect(strayIn(MESSAGE.replace('</HotelReservation>', own))).toEqual([])
  })

  it('is not told of blanks, of texts, and of what a sender adds', () => {
    expect(strayIn(MESSAGE)).toEqual([])
    expect(strayIn(MESSAGE.replaceAll('\n', '\r\n').replaceAll(/^ +/gm, '\t'))).toEqual([])
    const added = '<TPA_Extensions>words <b>and</b> more</TPA_Extensions></HotelReservation>'
    expect(strayIn(MESSAGE.replace('</HotelReservation>', added))).toEqual([])
  })
})

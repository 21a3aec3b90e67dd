import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { fastGrowth } from '../../../support/cpu-time.js'

const ROOT_TAG = 'OTA_HotelResNotifRQ'
const PIECES = [
  '<RoomStay ',
  '<RoomStay a="b" ',
  '<RoomStay a="b">',
  '</RoomStay>',
  '<a ',
  `<${ROOT_TAG} `,
  `<${ROOT_TAG}>`,
  `<${ROOT_TAG} x="1">`,
  `</${ROOT_TAG} `,
  `&lt;${ROOT_TAG} `,
  `\\u003c${ROOT_TAG} `,
  `%3C${ROOT_TAG} `,
  `<![CDATA[<${ROOT_TAG} `,
  `<!--<${ROOT_TAG} `,
  `<s:Envelope><s:Body><x><![CDATA[<${ROOT_TAG} x="1"><POS>\n`,
  `<s:Envelope <${ROOT_TAG} x="1"`,
  `got <s:Envelope> and <${ROOT_TAG} x="1"> `,
  `XPath: <${ROOT_TAG}><POS> missing `,
  `handler for <${ROOT_TAG} Version="5"> is a `,
  `<${ROOT_TAG} x="1"><POS><Source>\n</${ROOT_TAG}> expected\n`,
  `got <s:Envelope><s:Body><x>&lt;${ROOT_TAG} x="1"&gt;&lt;POS/&gt;&lt;/${ROOT_TAG}&gt;</x></s:Body></s:Envelope> `,
  `got '<x>&lt;${ROOT_TAG} x="1"&gt;&lt;POS/&gt;&lt;/${ROOT_TAG}&gt;</x> `,
  'got <RoomStay x="1"> done ',
  'got <RoomStay x="1">\n',
]
const LENGTH = 30_000
const TIMES = 5

/** What is quadratic takes 25 times as long for five times the text. */
const MOST = TIMES * 2.5
/** Below this nothing is told by a clock that counts milliseconds. */
const MOST_MS = 150

describe('a log in one line', () => {
  it.each(PIECES)('takes time in proportion to its length: %s', { timeout: 60_000 }, (piece) => {
    const work = (length: number): (() => void) => {
      const bytes = Buffer.from(`2026-11-23 12:00:00 in ${piece.repeat(Math.ceil(length / piece.length))}\n`)
      return () => readCapture(bytes)
    }
    expect(fastGrowth(work(LENGTH), work(LENGTH * TIMES), MOST, MOST_MS)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { describeErrorCode, describeErrorType } from '../../../src/resnotif/answer/error-codes.js'
import { readAnswer } from '../../../src/resnotif/answer/index.js'

const rs = (inner: string): string =>
  `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05">${inner}</OTA_HotelResNotifRS>`
const wordsOf = (inner: string): string | undefined =>
  readAnswer({ status: 200, body: rs(inner) }, {}).problems[0]?.words
const REFUSES = /refuse|fail|denied|nothing was|no such|cannot|ran out|took too long|not authorized|busy|system error/

describe('a warning beside Success refuses nothing', () => {
  it('in the words of any type', () => {
    for (let type = 1; type <= 13; type++) {
      const words = wordsOf(`<Success/><Warnings><Warning Type="${type}"/></Warnings>`)
      expect([type, words]).toEqual([type, describeErrorType(String(type), 'warning')])
      expect(words).not.toMatch(REFUSES)
    }
    expect(wordsOf('<Success/><Warnings><Warning Type="3"/></Warnings>')).toBe('about a business rule')
  })

  it('in the words of any code, but for what is a fact of the booking', () => {
    const told = Array.from({ length: 900 }, (_, code) => describeErrorCode(String(code), 'warning') ?? '')
    expect(told.filter((words) => REFUSES.test(words))).toEqual(['the card is refused'])
    expect(wordsOf('<Success/><Warnings><Warning Type="3" Code="190"/></Warnings>')).toBe('about access (code 190)')
  })

  it('while an error does, and a warning of what was not processed', () => {
    expect(wordsOf('<Errors><Error Type="3"/></Errors>')).toBe('a business rule refuses it')
    for (const status of ['NotProcessed', 'Not processed'])
      expect(wordsOf(`<Success/><Warnings><Warning Type="3" Code="190" Status="${status}"/></Warnings>`)).toBe(
        'access is denied (code 190)',
      )
  })
})

import { expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { base, foreign, NIGHTS, roomRate, stay } from './foreign.js'

/** What the note of a total says that its parts make. @param price that of a service, of which there are two */
const partsOf = (price: string, total: string): (string | undefined)[] => {
  const services = `<Services><Service ServiceInventoryCode="S" Quantity="2"><Price>${base(price)}</Price></Service></Services>`
  const text = foreign(stay(roomRate(NIGHTS), total)).replace('</RoomStays>', `$&${services}`)
  return lintMessage(text).notes.flatMap(({ rule, expected }) => (rule === 'total-unchecked' ? [expected] : []))
}

it('a note says what the parts make where this is near enough to say something', () => {
  expect(partsOf('5.00', '331.00')).toEqual(['330.00 to 390.00'])
  expect(partsOf('150.00', '331.00')).toEqual([undefined])
})

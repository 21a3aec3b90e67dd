import { expect, it } from 'vitest'
import { paddingIn } from '../../../../src/resnotif/capture/words/index.js'

it.each<[string, 'lines' | undefined]>([
  ['2027-07-30', undefined],
  ['12:00:01', undefined],
  ['2027-07-30 12:00:01 INFO took 3 ms', 'lines'],
  ['12:00:01.123 took 3 ms', 'lines'],
  ['\n    at Pms.read(Pms.java:17)\n', 'lines'],
])('a date or a time alone between elements is a word of the sender, a line behind one is of a log: %s', (line, is) => {
  expect(
    paddingIn(
      `<OTA_HotelResNotifRQ><HotelReservations>${line}<HotelReservation/></HotelReservations></OTA_HotelResNotifRQ>`,
    ),
  ).toBe(is)
})

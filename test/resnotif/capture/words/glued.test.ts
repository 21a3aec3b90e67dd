import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LOG = '2027-06-01 09:00:00,123 INFO  [main] sender - '
const headTo = (mark: string, more: number): string => MESSAGE.slice(0, MESSAGE.indexOf(mark) + more)
const tailFrom = (mark: string): string => MESSAGE.slice(MESSAGE.lastIndexOf(mark))

describe('the head of one message with the tail of another behind it', () => {
  it.each([
    ['at its end', headTo('<RoomStay ', 7) + tailFrom('</OTA_HotelResNotifRQ>')],
    ['in its middle', headTo('<ResGuestRPHs>', 11) + tailFrom('<ResGuest ')],
    ['before its reservation', headTo('<RoomStays>', 0) + tailFrom('<HotelReservations>')],
  ])('is told as such, %s', (_, text) => {
    for (const file of [text, `${LOG}${text}\n${LOG}next\n`])
      expect(readCapture(Buffer.from(file))).toMatchObject({
        messages: [],
        unread: [{ line: 1, what: expect.stringContaining('the head of one message') as string }],
      })
  })

  it('is no tag whose writer forgot to end it', () => {
    for (const wrong of [
      MESSAGE.replace('<RoomStays>', '<RoomStays'),
      MESSAGE.replace('</RoomStay>', '</RoomStay'),
      MESSAGE.replace('<GivenName>Ada<', '<GivenName<'),
      MESSAGE.replace('</RoomStay>', '</RoomStays>'),
    ])
      expect(readCapture(Buffer.from(wrong))).toMatchObject({ messages: [{ isWhole: true }], unread: [] })
  })
})

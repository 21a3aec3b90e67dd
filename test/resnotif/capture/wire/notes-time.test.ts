import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { fastGrowth } from '../../../support/cpu-time.js'

const HEAD = '> GET / HTTP/1.1\n> \n< HTTP/1.1 200 OK\n< Content-Type: text/xml\n< \n'
const UNITS = [
  ' ',
  '\r ',
  '\r  0 1',
  '\r 99 10k 99 10k 0 0 1k 0 --:--:-- ',
  '12:00:00.000000 ',
  '12:00:00.000000 < ',
  '12:00:00.000000 * A',
  '* A',
  '* A\n',
  '{ [1 bytes data]',
  '{ [1 bytes data]\n',
  '< HTTP/1.1 200 OK\n< \n',
  '12:00:00.000000 < HTTP/1.1 200 OK\n',
]
/** No machine is so busy that linear time takes this long. */
const SURELY_MS = 3_000

describe('what curl -v wrote down', () => {
  it.each(UNITS)('takes time in proportion to its length: %j', (unit) => {
    for (const ending of ['', '<OTA_HotelResNotifRQ xmlns="x">']) {
      const text = (size: number): Buffer => Buffer.from(HEAD + unit.repeat(Math.floor(size / unit.length)) + ending)
      const [short, long] = [text(50_000), text(200_000)]
      expect(
        fastGrowth(
          () => readCapture(short),
          () => readCapture(long),
          10,
          SURELY_MS,
        ),
      ).toEqual([])
    }
  })
})

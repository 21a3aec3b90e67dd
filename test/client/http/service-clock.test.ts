import { describe, expect, it } from 'vitest'
import { ServiceClock } from '../../../src/client/http/service-clock.js'

const NOW = Date.UTC(2027, 4, 1, 12)
const dated = (ms: number): string => new Date(ms).toUTCString()

describe('the clock of a service', () => {
  it.each<[string, string | undefined, number | undefined]>([
    ['none', undefined, undefined],
    ['no date', 'soon', undefined],
    ['now', dated(NOW), undefined],
    ['9 min slow', dated(NOW - 540_000), undefined],
    ['an hour old', dated(NOW - 3_600_000), 3_600_000],
    ['an hour ahead', dated(NOW + 3_600_000), undefined],
  ])('first Date: %s', (_, date, behind) => {
    expect(new ServiceClock().hear(date, NOW, NOW + 50)).toBe(behind)
  })

  it.each([-7_200_000, 0, 7_200_000])(
    "with a clock %i ms off, an answer is measured by the service's own",
    (offset) => {
      const clock = new ServiceClock()
      clock.hear(dated(NOW + offset), NOW - 100, NOW)
      expect(clock.hear(dated(NOW + offset + 60_000), NOW + 60_000, NOW + 60_100)).toBeUndefined()
      // It took 20 s to come: it is of the time of the request all the same.
      expect(clock.hear(dated(NOW + offset + 120_000), NOW + 120_000, NOW + 140_000)).toBeUndefined()
      expect(clock.hear(dated(NOW + offset + 177_000), NOW + 180_000, NOW + 180_100)).toBeUndefined()
      expect(clock.hear(dated(NOW + offset + 120_000), NOW + 180_000, NOW + 180_100)).toBe(60_000)
    },
  )

  it('tells when an answer can have been made, by what is known of the clock', () => {
    const clock = new ServiceClock()
    expect(clock.span(NOW, NOW + 50)).toEqual({ from: NOW - 600_000, until: NOW + 600_050 })
    clock.hear(dated(NOW + 7_200_000), NOW - 100, NOW)
    expect(clock.span(NOW + 1_000, NOW + 1_050)).toEqual({
      from: NOW + 7_198_000,
      until: NOW + 7_204_050,
    })
  })
})

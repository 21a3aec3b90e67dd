import { describe, expect, it } from 'vitest'
import { judgePlace } from '../../../src/cli/ready/place.js'
import { zones } from '../../../src/cli/ready/zones.js'

const statesOf = (where: Partial<Parameters<typeof judgePlace>[0]>): [string, string] => {
  const { coordinates, timeZone } = judgePlace({
    latitude: undefined,
    longitude: undefined,
    timeZone: undefined,
    country: undefined,
    ...where,
  })
  return [coordinates.state, timeZone.state]
}

describe('coordinates, country and time zone of a property', () => {
  it('agree at the principal place of every zone on earth', () => {
    const all = zones()
    expect(all.length).toBeGreaterThan(400)
    const wrong = all.filter(({ latitude, longitude, name, country }) => {
      const [coordinates, timeZone] = statesOf({ latitude, longitude, timeZone: name, country })
      return coordinates !== 'ok' || timeZone !== 'ok'
    })
    expect(wrong).toEqual([])
  })

  it.each([
    ['Kashgar, far west of its legal time', 39.47, 75.99, 'Asia/Shanghai', 'CN'],
    ['Key West', 24.56, -81.78, 'America/New_York', 'US'],
    ['Port Blair', 11.62, 92.73, 'Asia/Kolkata', 'IN'],
    ['Freiburg', 48, 7.85, 'Europe/Berlin', 'DE'],
    ['Kiritimati, a day ahead of the sun', 1.87, -157.4, 'Pacific/Kiritimati', 'KI'],
    ['Vigo', 42.23, -8.72, 'Europe/Madrid', 'ES'],
    ['Cape Town', -33.92, 18.42, 'Africa/Johannesburg', 'ZA'],
  ])('%s is where it says', (_, latitude, longitude, timeZone, country) =>
    expect(statesOf({ latitude, longitude, timeZone, country })).toEqual(['ok', 'ok']),
  )

  it.each([
    ['Vienna', 16.37, 48.21, 'Europe/Vienna', 'AT'],
    ['Rome, by its time zone alone', 12.5, 41.9, 'Europe/Rome', undefined],
    ['Nairobi', 36.82, -1.29, 'Africa/Nairobi', 'KE'],
    ['Sydney, beyond 90', 151.21, -33.87, 'Australia/Sydney', 'AU'],
    ['Lima', -77.03, -12.04, 'America/Lima', 'PE'],
  ])(
    '%s with latitude and longitude swapped is found, and its time zone is left alone',
    (_, latitude, longitude, timeZone, country) =>
      expect(statesOf({ latitude, longitude, timeZone, country })).toEqual(['swapped', 'ok']),
  )

  it.each<[string, Partial<Parameters<typeof judgePlace>[0]>, [string, string]]>([
    ['nothing', {}, ['missing', 'missing']],
    ['no coordinates', { timeZone: 'Europe/Vienna' }, ['missing', 'unknown']],
    ['0, 0', { latitude: 0, longitude: 0, timeZone: 'Europe/Vienna' }, ['missing', 'unknown']],
    [
      'the zone of another continent',
      { latitude: 48.2, longitude: 16.4, timeZone: 'America/New_York', country: 'AT' },
      ['ok', 'contradicts'],
    ],
    [
      'another country',
      { latitude: 48.2, longitude: 16.4, timeZone: 'Europe/Vienna', country: 'PE' },
      ['missing', 'ok'],
    ],
    ['a zone that is none', { latitude: 48.2, longitude: 16.4, timeZone: 'Vienna', country: 'AT' }, ['ok', 'missing']],
    [
      'a zone without a place',
      { latitude: 48.2, longitude: 16.4, timeZone: 'Etc/GMT+9', country: 'AT' },
      ['ok', 'contradicts'],
    ],
    ['nothing to compare with', { latitude: 48.2, longitude: 16.4 }, ['unknown', 'missing']],
    ['texts', { latitude: '48.2', longitude: '16.4', timeZone: 'Europe/Vienna' }, ['ok', 'ok']],
    ['words', { latitude: 'north', longitude: 'east', timeZone: 'Europe/Vienna' }, ['missing', 'unknown']],
  ])('%s', (_, where, states) => expect(statesOf(where)).toEqual(states))

  const zoneOf = (latitude: number, longitude: number, timeZone?: string, country?: string) => {
    const { state, likely } = judgePlace({ latitude, longitude, timeZone, country }).timeZone
    return [state, likely]
  }

  it.each<[string, Parameters<typeof zoneOf>, [string, string | undefined]]>([
    ['Lisbon with the zone of Tokyo', [38.71, -9.13, 'Asia/Tokyo'], ['contradicts', 'Europe/Lisbon']],
    ['Lisbon with the zone of Vienna', [38.71, -9.13, 'Europe/Vienna', 'PT'], ['contradicts', 'Europe/Lisbon']],
    ['Lisbon, no country told', [38.71, -9.13, 'Europe/Vienna'], ['doubtful', 'Europe/Lisbon']],
    [
      'New York with the zone of Los Angeles',
      [40.7, -74, 'America/Los_Angeles', 'US'],
      ['doubtful', 'America/New_York'],
    ],
    ['Tenerife with the zone of Madrid', [28.4, -16.5, 'Europe/Madrid', 'ES'], ['doubtful', 'Atlantic/Canary']],
    ['Lisbon with UTC', [38.71, -9.13, 'UTC', 'PT'], ['contradicts', 'Europe/Lisbon']],
    ['Munich with the zone of Vienna', [48.1, 11.6, 'Europe/Vienna', 'DE'], ['ok', undefined]],
    ['Kyiv under its old name', [50.4, 30.5, 'Europe/Kiev', 'UA'], ['ok', undefined]],
    ['none in Salzburg', [47.8, 13.05, undefined, 'AT'], ['missing', 'Europe/Vienna']],
    ['none in Vigo, where two clocks are near', [42.23, -8.72], ['missing', undefined]],
    ['none in Vigo in Spain', [42.23, -8.72, undefined, 'ES'], ['missing', 'Europe/Madrid']],
    ['none and no place', [0, 0], ['missing', undefined]],
  ])('%s: a zone is named only where it is the only one', (_, where, found) => expect(zoneOf(...where)).toEqual(found))

  it('is in order once the zone that it names is set', () => {
    for (const { latitude, longitude, country } of zones()) {
      const named = judgePlace({ latitude, longitude, timeZone: undefined, country }).timeZone.likely
      if (named !== undefined)
        expect([named, ...zoneOf(latitude, longitude, named, country)]).toEqual([named, 'ok', undefined])
    }
  })
})

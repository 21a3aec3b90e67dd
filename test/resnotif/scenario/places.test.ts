import { describe, expect, it } from 'vitest'
import { contradictionIn } from '../../../src/resnotif/index.js'
import { repeated, sent } from './repeating.js'

/** What is told of an answer whose text is the message's but for a change. */
const answered = (scenario: string, change: (answer: string) => string): string | undefined => {
  const message = sent(scenario)
  const answer = change(repeated(message))
  expect(answer).not.toBe(repeated(message))
  return contradictionIn(answer, message)
}
const GUEST = /<ResGuest [^]*?<\/ResGuest>/g
/** Sets an attribute of each guest, or removes it. */
const each =
  (attribute: string, of: (was: string, at: number) => string | undefined) =>
  (answer: string): string => {
    let at = 0
    return answer.replaceAll(GUEST, (guest) =>
      guest.replace(new RegExp(` ${attribute}="([^"]*)"`), (_, was: string) => {
        const value = of(was, at++)
        return value === undefined ? '' : ` ${attribute}="${value}"`
      }),
    )
  }
const exchange = (answer: string): string => {
  const guests = answer.match(GUEST) ?? []
  const [first = '', last = ''] = [guests[0], guests.at(-1)]
  const places = [first, last].map((guest) => ({
    rph: / ResGuestRPH="[^"]*"/.exec(guest)?.[0] ?? '',
    code: / GroupEventCode="[^"]*"/.exec(guest)?.[0] ?? '',
  }))
  const put = (guest: string, place?: { rph: string; code: string }): string =>
    guest.replace(/ ResGuestRPH="[^"]*"/, place?.rph ?? '').replace(/ GroupEventCode="[^"]*"/, place?.code ?? '')
  return answer.replace(first, put(first, places[1])).replace(last, put(last, places[0]))
}
const unnamed = (answer: string): string =>
  answer.replaceAll(GUEST, (guest) => guest.replace(/<PersonName>[^]*<\/PersonName>/, ''))
const reversed = (answer: string): string => {
  const guests = answer.match(GUEST) ?? []
  return answer.replace(/<ResGuests>[^]*<\/ResGuests>/, `<ResGuests>${guests.toReversed().join('')}</ResGuests>`)
}
const renumbered = (answer: string): string => answer.replaceAll('"1-12-3"', '"1"').replaceAll('"1-13-4"', '"2"')
/** A RoomStay for each product, each with its own reference. */
const parted =
  (one: string, other: string) =>
  (answer: string): string => {
    const stay = (room: string, plan: string, rph: string): string =>
      `<RoomStay><RoomTypes><RoomType RoomTypeCode="${room}"/></RoomTypes><RatePlans><RatePlan RatePlanCode="${plan}"/></RatePlans><ResGuestRPHs><ResGuestRPH RPH="${rph}"/></ResGuestRPHs></RoomStay>`
    return renumbered(answer).replace(
      /<RoomStays>[^]*<\/RoomStays>/,
      `<RoomStays>${stay('12', '3', one)}${stay('13', '4', other)}</RoomStays>`,
    )
  }
const units = ['1', '1', '1', '1', '2', '2', '3', '3', '3']

describe('rooms of guests that an answer repeats', () => {
  it.each<[string, string, (answer: string) => string]>([
    ['with other references', 'families', renumbered],
    ['with a stay for each product', 'two-products', parted('1', '2')],
    ['with a reference for each guest', 'families', each('ResGuestRPH', (_, at) => String(at + 1))],
    ['with units counted over all products', 'families', each('GroupEventCode', (_, at) => units[at])],
    ['with zeros before the counters', 'families', each('GroupEventCode', (was) => `0${was}`)],
    ['with units counted from the last', 'two-rooms', each('GroupEventCode', (was) => (was === '1' ? '2' : '1'))],
    ['with a block of the PMS', 'families', each('GroupEventCode', () => 'BLOCK')],
    ['without counters', 'families', each('GroupEventCode', () => undefined)],
    ['without references', 'families', each('ResGuestRPH', () => undefined)],
    ['in another order', 'families', reversed],
    ['without names, in another order', 'families', (answer) => unnamed(reversed(answer))],
    [
      'with the first alone',
      'families',
      (answer) => answer.replace(/(<\/ResGuest>)[^]*<\/ResGuests>/, '$1</ResGuests>'),
    ],
  ])('may be told %s', (_, scenario, change) => {
    expect(answered(scenario, change)).toBeUndefined()
  })

  it.each<[string, string, (answer: string) => string, string]>([
    [
      'a counter of guests instead of units',
      'families',
      each('GroupEventCode', (_, at) => String(at + 1)),
      'the GroupEventCode of William King as 2 and of Ada Lovelace as 1, two units of 12/3, sent was one; ',
    ],
    [
      'the same without references',
      'families',
      (answer) => each('GroupEventCode', (_, at) => String(at + 1))(each('ResGuestRPH', () => undefined)(answer)),
      'the GroupEventCode of William King as 2 and of Ada Lovelace as 1, two units of 12/3, sent was one',
    ],
    [
      'the same with other references',
      'families',
      (answer) => renumbered(each('GroupEventCode', (_, at) => String(at + 1))(answer)),
      'and of Ada Lovelace as 1, two units',
    ],
    [
      'the same without names',
      'families',
      (answer) => unnamed(each('GroupEventCode', (_, at) => String(at + 1))(answer)),
      'the GroupEventCode of guest 2 as 2 and of guest 1 as 1, two units of 12/3',
    ],
    [
      'one unit for all',
      'two-rooms',
      each('GroupEventCode', () => '1'),
      'the GroupEventCode of Charles Babbage as 1 and of Ada Lovelace as 1, one unit of 12/3, sent were two',
    ],
    [
      'guests in rooms of one another',
      'families',
      exchange,
      'the room of Ada Lovelace as 13/4 (ResGuestRPH 1-13-4), sent was 12/3; the room of Gottfried Noether as 12/3 (ResGuestRPH 1-12-3), sent was 13/4.',
    ],
    [
      'guests of one another by references that lead there',
      'two-products',
      parted('2', '1'),
      'the room of Ada Lovelace as 13/4 (ResGuestRPH 1), sent was 12/3',
    ],
  ])('are held against what was sent: %s', (_, scenario, change, words) => {
    expect(answered(scenario, change)).toContain(words)
  })
})

import { describe, expect, it } from 'vitest'
import { nearest } from '../src/nearest.js'

describe('the nearest name', () => {
  it.each<[string, string[], string | undefined]>([
    ['pirce', ['price', 'prices', 'closed'], 'price'],
    ['PRICE', ['closed', 'price'], 'price'],
    ['hotelcode', ['hotel_code', 'room_id'], 'hotel_code'],
    ['abdc', ['abcd'], 'abcd'],
    ['ba', ['ab'], undefined],
    ['xyzabc', ['abcxyz', 'xyz'], undefined],
    ['', ['a'], undefined],
    ['a'.repeat(101), ['a'.repeat(100)], undefined],
  ])('to %s among %j is %s', (typed, known, near) => expect(nearest(typed, known)).toBe(near))
})

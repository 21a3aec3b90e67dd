import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const misplacedIn = (text: string) =>
  lintMessage(text)
    .findings.filter(({ rule }) => rule === 'element-misplaced')
    .map(({ node, found, severity }) => [node.split('/').at(-1), found, severity])

describe('parts of a stay in the lists around it', () => {
  it.each([
    ['GuestCounts', 'RoomStays'],
    ['GuestCounts', 'RoomTypes'],
    ['Total', 'HotelReservation'],
    ['TimeSpan', 'RoomStays'],
    ['Comments', 'ResGuests'],
  ])('are told: %s in %s', (part, list) => {
    const text = MESSAGE.replace(`</${list}>`, `<${part}/></${list}>`)
    expect(text).not.toBe(MESSAGE)
    expect(misplacedIn(text)).toEqual([[part, `in ${list}`, 'warning']])
  })

  it('are right where the schemas have them', () => {
    expect(misplacedIn(MESSAGE)).toEqual([])
  })
})

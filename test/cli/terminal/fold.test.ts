import { describe, expect, it } from 'vitest'
import { folded } from '../../../src/cli/terminal/fold.js'
import { fastGrowth } from '../../support/cpu-time.js'

describe('sentences on a terminal', () => {
  it('are broken between words, and only where they are too long', () => {
    expect(folded('Nothing was sent.\nThe plan looks like an accident: every night closes.', 44)).toBe(
      'Nothing was sent.\nThe plan looks like an accident: every night\ncloses.',
    )
    expect(folded('a '.repeat(100), undefined)).toBe('a '.repeat(100))
  })

  it('leave what is to be typed on one line', () => {
    const command = 'hubswitch product search 1000001 --check-in 2028-07-01 --nights 3 --adults 2'
    expect(folded(`To find out, run "${command}", or add --ask.`, 50)).toBe(
      `To find out, run\n"${command}",\nor add --ask.`,
    )
    expect(folded(`  ${command}`, 50)).toBe(`  ${command}`)
    expect(folded(`$ ${command}`, 50)).toBe(`$ ${command}`)
  })

  it('go on below where they began', () => {
    expect(folded('    one two three four five six seven eight nine', 42)).toBe(
      '    one two three four five six seven\n    eight nine',
    )
    expect(folded('ok    disk       the disk has enough room for it all', 44)).toBe(
      'ok    disk       the disk has enough room\n                 for it all',
    )
  })

  it('break places in a message behind a slash, and other words only if asked', () => {
    const place = 'HotelReservation/ResGuests/ResGuest[3]/@GroupEventCode'
    expect(folded(`  69:82  ${place}  3, should be 1`, 40)).toBe(
      '  69:82  HotelReservation/ResGuests/\n  ResGuest[3]/@GroupEventCode  3, should\n  be 1',
    )
    expect(folded(`  69:82  ${place}  3, should be 1`, 60)).toContain(`\n  ${place}  3,\n`)
    const file = `/home/someone/${'deep/'.repeat(9)}prices.csv`
    expect(folded(`kept in ${file}`, 40)).toBe(`kept in\n${file}`)
    const broken = folded(`\u001b[1m${'9'.repeat(95)}\u001b[22m taken`, 40, { hang: 4, breaksWords: true })
    expect(broken).toBe(`\u001b[1m${'9'.repeat(36)}\n    ${'9'.repeat(36)}\n    ${'9'.repeat(23)}\u001b[22m taken`)
  })

  it('measure wide letters as two columns, and colours as none', () => {
    expect(folded(`東京${'東'.repeat(17)} 京都`, 40)).toBe(`東京${'東'.repeat(17)}\n京都`)
    const red = `\u001b[31m${'red words '.repeat(4).trim()}\u001b[39m`
    expect(folded(red, 40)).toBe(red)
  })

  it('cost time that grows with their length', () => {
    const text = (times: number): string => 'a word "and \u6771 one in quotes '.repeat(times)
    const work = (times: number) => () => folded(text(times), 80)
    expect(fastGrowth(work(2_000), work(16_000), 28, 20)).toEqual([])
  })
})

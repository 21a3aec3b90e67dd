import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { base, foreign, NIGHTS, rate, roomRate, stay, total } from './foreign.js'

const fee = (type: string): string => `<Fees><Fee Type="${type}" Amount="8.00" CurrencyCode="EUR"/></Fees>`
const found = (message: string): string[] =>
  lintMessage(message).findings.flatMap(({ rule, severity, node, found: value, expected, why }) =>
    // The spelling of Type is another rule's matter.
    rule === 'value-invalid'
      ? []
      : [
          `${severity} ${rule} ${node.split('/').at(-2) ?? ''} ${value ?? ''} for ${expected ?? ''}${why.includes('Inclusive') ? ', inclusive' : ''}`,
        ],
  )
const priced = (price: string, sum: string, ofRoom = ''): string[] =>
  found(foreign(stay(roomRate(rate(1, 4, price)).replace('</RoomRate>', `${ofRoom}</RoomRate>`), sum)))

describe('a fee that is called a part of the price', () => {
  it('is told once where a total has it on top', () => {
    const nights = base('100.00') + fee('Inclusive')
    expect(priced(nights + total('108.00'), '324.00')).toEqual([
      'warning total-mismatch Total 108.00 for 100.00, inclusive',
    ])
    expect(priced(nights, '324.00', total('324.00'))).toEqual([
      'warning total-mismatch Total 324.00 for 300.00, inclusive',
    ])
    expect(priced(nights, '324.00')).toEqual(['warning total-mismatch Total 324.00 for 300.00, inclusive'])
    expect(priced(nights, '308.00')).toEqual(['warning total-mismatch Total 308.00 for 300.00, inclusive'])
    const global = `${fee('inclusive')}${total('338.00')}`
    expect(found(foreign(stay(roomRate(NIGHTS), '330.00'), { global }))).toEqual([
      'warning total-mismatch Total 338.00 for 330.00, inclusive',
    ])
  })

  it('is right where the price has it, and so is one that comes on top', () => {
    expect(priced(base('100.00') + fee('Inclusive') + total('100.00'), '300.00')).toEqual([])
    expect(priced(base('100.00') + fee('Inclusive'), '300.00')).toEqual([])
    for (const type of ['Exclusive', 'Cumulative', ''])
      expect(priced(base('100.00') + fee(type) + total('108.00'), '324.00')).toEqual([])
    const both = fee('Inclusive').replace('</Fees>', '<Fee Type="Exclusive" Amount="8.00" CurrencyCode="EUR"/></Fees>')
    expect(priced(base('100.00') + both + total('108.00'), '324.00')).toEqual([])
  })
})

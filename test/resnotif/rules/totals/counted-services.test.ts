import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { type Booking, messageOf, type Money, priced, service } from './messages.js'

const after = (cents: number): Money => ({ after: cents })
const SPA = priced('Base', after(1_000))
const STAY = 'RoomStay/Total'
const GLOBAL = 'ResGlobalInfo/Total'

/** What is told of totals, and of which. */
function told(booking: Booking): string[] {
  const { findings, notes } = lintMessage(messageOf(booking))
  return [...findings, ...notes]
    .filter(({ rule }) => rule.startsWith('total-'))
    .map(({ rule, node, expected = '' }) => `${rule} ${node.split('/').slice(-3, -1).join('/')} ${expected}`.trim())
}

/** Two units, nights of 100, 110 and 120: 660. */
const ROOM = { nights: [after(10_000), after(11_000), after(12_000)], units: 2 }
const of = (services: string, cents: number): string[] =>
  told({ stays: [{ rooms: [ROOM] }], services: `<Services>${services}</Services>`, global: after(66_000 + cents) })
const per = (pricing: string, more = '', price = SPA): string =>
  service('SPA', price, ` ServicePricingType="${pricing}"${more}`)
const detailed = (pricing: string, details: string): string =>
  per(pricing).replace('</Service>', `<ServiceDetails>${details}</ServiceDetails></Service>`)
const wrong = (...sums: string[]): string[] => [`total-mismatch ${GLOBAL} ${sums.join(' or ')}`]
const noted = (...sums: string[]): string[] => [`total-unchecked ${GLOBAL} ${sums.join(' or ')}`]

describe('a total with a service that is counted by its ServicePricingType', () => {
  it.each<[string, string, number[]]>([
    ['stay', per('Per stay'), [0, 1_000, 2_000]],
    ['stay and quantity', per('Per stay', ' Quantity="3"'), [0, 1_000, 3_000, 6_000]],
    ['night', per('Per night'), [0, 3_000, 6_000]],
    ['person', per('Per person'), [0, 1_000, 2_000]],
    ['person and night', per('Per person per night'), [0, 6_000]],
    ['night of its own', detailed('Per night', '<TimeSpan Start="2027-07-01" End="2027-07-03"/>'), [0, 2_000, 4_000]],
    [
      'guest of its own',
      detailed('Per person', '<GuestCounts><GuestCount Count="4"/></GuestCounts>'),
      [0, 1_000, 4_000],
    ],
    ['price of all', per('Per night', '', SPA + priced('Total', after(3_000))), [0, 3_000]],
  ])('is right where it has it so often: %s', (_, xml, right) => {
    for (const cents of right) expect(of(xml, cents), `${cents}`).toEqual([])
    for (const cents of [-100, 900, 1_500, 50_000])
      expect(of(xml, cents)[0], `${cents}`).toContain(`total-mismatch ${GLOBAL} 660.00`)
  })

  it('is wrong with a service per stay that is counted by nights, and names all that it may be', () => {
    expect(of(per('Per stay'), 3_000)).toEqual(wrong('660.00', '670.00', '680.00'))
    expect(of(per('perstay'), 12_100)).toEqual(wrong('660.00', '670.00', '680.00'))
  })

  it.each([
    ['some of the nights', per('Per night', '', SPA + priced('Total', after(3_000))), 2_000, ['660.00', '690.00']],
    [
      'some of the pieces',
      per('Per stay', ' Quantity="3"'),
      4_000,
      ['660.00', '670.00', '680.00', '690.00', 'one of 1 more, by what is in it'],
    ],
  ])('is noted with a service for %s', (_, xml, cents, sums) => {
    expect(of(xml, cents)).toEqual(noted(...sums))
  })

  it('is right with any choice of several services', () => {
    const all = per('Per stay') + service('BAR', priced('Base', after(350)), ' ServicePricingType="Per stay"')
    for (const cents of [0, 350, 700, 1_350, 1_700, 2_700]) expect(of(all, cents), `${cents}`).toEqual([])
    expect(of(all, 400)[0]).toContain('total-mismatch')
  })
})

describe('a total stays open with a service', () => {
  it.each([
    ['of another word', per('Per use', ' Quantity="3"')],
    ['of a word that is not known', per('Per unit', ' Quantity="3"')],
    ['of no word', service('SPA', SPA, ' Quantity="3"')],
    ['of a quantity that is no number', per('Per night', ' Quantity="1.5"')],
    ['that is called inclusive', per('Per night', ' Inclusive="true"')],
    ['of another kind of amount', per('Per night', '', priced('Base', { before: 1_000 }))],
    ['with a tax', per('Per night', '', priced('Base', { after: 1_000, taxes: 100 }))],
    ['with a fee', per('Per night', '', `${SPA}<Fees><Fee AmountAfterTax="1.00" CurrencyCode="EUR"/></Fees>`)],
    ['with a Total of its own', detailed('Per night', priced('Total', after(1_500)))],
    ['whose Base does not make its Total', per('Per night', '', SPA + priced('Total', after(1_700)))],
    ['charged by a code', per('Per night').replace('<Price>', '<Price ChargeUnit="19">')],
    ['priced for several days', per('Per night').replace('<Price>', '<Price UnitMultiplier="2">')],
    ['of several prices', per('Per night').replace('<Price>', `<Price>${SPA}</Price><Price>`)],
    ['that takes off', per('Per night', '', priced('Base', after(-1_000)))],
  ])('%s', (_, xml) => {
    const cents = xml.includes('"-10.00"') ? -1_555 : xml.includes('Inclusive') ? 555 : 1_555
    expect(of(xml, cents).join()).toMatch(new RegExp(`total-unchecked ${GLOBAL}`))
  })

  it('of too many to try each choice', () => {
    const all = Array.from({ length: 30 }, () => per('Per stay'))
    expect(of(all.join(''), 7_000)).not.toEqual([])
    expect(of(all.join(''), 7_000).join()).not.toContain('total-mismatch')
  })

  it('that several RoomStays may share, and is wrong above them', () => {
    const bare = { rooms: [{ nights: [after(10_000)], units: 1 }] }
    const stay = { ...bare, total: after(10_500) }
    const services = `<Services>${per('Per stay')}</Services>`
    const stays = [stay, stay]
    expect(told({ stays, services, global: after(21_000) }).join()).not.toContain('total-mismatch')
    expect(told({ stays: [stay], services, global: after(11_000) })).toEqual([
      `total-mismatch ${STAY} 100.00 or 110.00`,
    ])
    expect(told({ stays: [bare, bare], services, global: after(20_500) })).toEqual(wrong('200.00', '210.00', '220.00'))
  })
})

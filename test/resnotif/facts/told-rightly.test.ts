import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { base, foreign, guest, rate, roomRate, stay } from '../rules/totals/foreign.js'

const STAY = stay(roomRate(rate(1, 4, base('100.00'))), '300.00')
const TEXT = foreign(STAY)
const storyOf = (text: string): string => {
  const { lines, facts } = explainMessage(text)
  return [...lines, ...tellMore(facts, false)].join('\n')
}
const found = (text: string) =>
  lintMessage(text).findings.map(({ rule, severity, found: told, why, remedy }) => ({
    rule,
    severity,
    told,
    why,
    remedy,
  }))
const named = (inside: string): string => TEXT.replace('<Surname>A1</Surname>', inside)

describe('what is told of a reservation', () => {
  it('a telephone number beside a card of one digit over and over', () => {
    const customer = (more: string): string => guest(1).replace('<Customer>', `<Customer>${more}`)
    const card = '<PaymentCard CardCode="MC" CardNumber="9999999999999999" ExpireDate="1212"/>'
    const text = foreign(STAY, {
      guests: customer('<Telephone PhoneNumber="999-999-9999"/><Email>jane.smith@guests.example</Email>'),
      global: `<Guarantee><GuaranteesAccepted><GuaranteeAccepted>${card}</GuaranteeAccepted></GuaranteesAccepted></Guarantee><Comments><Comment><Text>pay by 9999999999999999</Text></Comment></Comments>`,
    })
    expect(storyOf(text)).toContain('jane.smith@guests.example, 999-999-9999.')
    expect(storyOf(text)).not.toMatch(/9{11}/)
  })

  it('a break of line in a name', () => {
    expect(storyOf(named('<GivenName>Anna\n\t  Maria</GivenName><Surname>Lee</Surname>'))).toContain('Anna Maria Lee')
  })

  it('two surnames of one person', () => {
    expect(found(named('<Surname>A</Surname><Surname>B</Surname>'))).toMatchObject([{ rule: 'element-twice' }])
    expect(found(named('<GivenName>A</GivenName><GivenName>B</GivenName><Surname>C</Surname>'))).toEqual([])
  })

  it('an id that is empty', () => {
    expect(found(TEXT.replace(' ID="1"', ' ID=""'))).toMatchObject([
      {
        rule: 'code-too-long',
        told: 'nothing',
        why: expect.stringContaining('is empty') as string,
        remedy: 'Write the code, or leave the attribute out.',
      },
    ])
  })

  it('a cancellation that names nobody', () => {
    const text = TEXT.replace('"Commit"', '"Cancel"').replace(/<RoomStays>.*<\/ResGuests>/, '')
    expect(storyOf(text)).toContain('It names no guests, and nothing else shows that it is of this service.')
    expect(storyOf(text)).not.toContain('Its guests')
  })

  it('two hotels', () => {
    const two = (code: string): string => foreign(STAY + STAY.replace('HotelCode="H"', `HotelCode="${code}"`))
    expect(found(two('H'))).toEqual([])
    expect(found(two('K'))).toMatchObject([{ rule: 'hotel-mixed', severity: 'warning', told: 'H, K' }])
  })

  it('how a service is priced, for which days, and whether the room has it', () => {
    const service = (told: string): string =>
      TEXT.replace(
        '<RoomStays>',
        `<Services><Service ServiceInventoryCode="SPA" ${told}><Price><Base AmountAfterTax="15.00" CurrencyCode="EUR"/></Price><ServiceDetails><TimeSpan Start="2027-03-01" End="2027-03-03"/></ServiceDetails></Service></Services><RoomStays>`,
      )
    const own = 'ServicePricingType="Per night"'
    expect(storyOf(service(own))).toContain('SPA 15.00 EUR (priced per night; 2027-03-01 to 2027-03-03).')
    expect(storyOf(service(`${own} Inclusive="true" RequiredInd="true"`))).toContain(
      'SPA 15.00 EUR (priced per night; 2027-03-01 to 2027-03-03; in the price of the room; mandatory).',
    )
  })

  const given = (days: string): string =>
    TEXT.replace(
      '</RoomStays>',
      `</RoomStays><Services><Service ServiceInventoryCode="SPA"><Price><Base AmountAfterTax="15.00" CurrencyCode="EUR"/></Price><ServiceDetails><TimeSpan ${days}/></ServiceDetails></Service></Services>`,
    )
  it.each([
    ['Start="2027-03-02" End="2027-03-02"', '2027-03-02'],
    ['Start="2027-03-02T10:00:00" End="2027-03-02T11:00:00"', '2027-03-02T10:00:00 to 2027-03-02T11:00:00'],
    ['Start="2027-03-02T10:00:00" Duration="PT1H"', '2027-03-02T10:00:00 for 1 hour'],
    ['Start="2027-03-02" Duration="PT1H30M"', '2027-03-02 for 1 hour 30 minutes'],
    ['Start="2027-03-02" Duration="P2N"', '2027-03-02 for 2 nights'],
    ['Start="2027-03-02" Duration="PT0.5S"', '2027-03-02 for 0.5 seconds'],
    ['Start="2027-03-02" End="2027-03-02" Duration="P1D"', '2027-03-02'],
    ['Start="2027-03-02"', 'from 2027-03-02'],
    ['End="2027-03-02"', 'until 2027-03-02'],
  ])('a service of a day or of hours: %s', (days, told) => {
    expect(storyOf(given(days))).toContain(`SPA 15.00 EUR (${told}).`)
    expect(found(given(days))).toEqual([])
  })

  it.each([
    ['Start="2027-03-02" End="2027-03-01"', 'date-order', 'A service must not end before it begins.'],
    ['Start="2027-03-02T11:00:00" End="2027-03-02T10:00:00"', 'date-order', 'A service must not end before it begins.'],
    ['Start="2027-03-02" Duration="one"', 'date-invalid', 'Dates are calendar days, YYYY-MM-DD.'],
    [
      'Start="2027-03-01" End="2027-03-02" Duration="P5D"',
      'time-span-mismatch',
      'Start, End and Duration of the service tell different days.',
    ],
  ])('a service that ends wrongly: %s', (days, rule, why) => {
    expect(found(given(days))).toMatchObject([{ rule, why }])
  })
})

import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { foreign, guest, NIGHTS, roomRate, stay } from '../totals/foreign.js'

const ROOM = stay(roomRate(NIGHTS), '330.00')
const found = (message: string) =>
  lintMessage(message).findings.flatMap(({ rule, severity, node, found: value, expected }) =>
    rule.endsWith('-invalid')
      ? [`${severity} ${rule} ${node.split('/').slice(-2).join(' ')} ${value ?? ''}: ${expected ?? ''}`]
      : [],
  )
/** What is found of one attribute in a RoomStay. */
const foundIn = (part: string): string[] => found(foreign(ROOM.replace('<GuestCounts', `${part}<GuestCounts`)))

describe('values of attributes', () => {
  it('are told where no reader can take them', () => {
    const service = '<Services><Service ServiceRPH="1" Quantity="six"/></Services><ResGuests>'
    expect([
      ...found(foreign(ROOM, { guests: guest(1, 'AgeQualifyingCode="10" PrimaryIndicator="yes"') + guest(2) })),
      ...found(foreign(ROOM).replace('<ResGuests>', service)),
      ...foundIn('<RatePlans><RatePlan><MealsIncluded Breakfast="maybe"/></RatePlan></RatePlans>'),
      ...foundIn(
        '<CancelPenalties><CancelPenalty><Deadline AbsoluteDeadline="2027-13-01T18:00:00"/></CancelPenalty></CancelPenalties>',
      ),
      ...foundIn('<Discount Percent="10%" AmountAfterTax="1,50"/>'),
      ...foundIn('<Memberships><Membership ProgramCode="A" SignupDate="31.12.2026"/></Memberships>'),
      ...foundIn('<Guarantee HoldTime="6pm"/>'),
    ]).toEqual([
      'error value-invalid ResGuest[1] @PrimaryIndicator yes: true or false',
      'error value-invalid Service @Quantity six: a whole number, 0 or more',
      'error value-invalid MealsIncluded @Breakfast maybe: true or false',
      'error value-invalid Deadline @AbsoluteDeadline 2027-13-01T18:00:00: a day, such as 2027-01-05, or a day and a time, such as 2027-01-05T18:00:00',
      'error value-invalid Discount @Percent 10%: a number from 0 to 100, such as 10 or 7.5',
      'error amount-invalid Discount @AmountAfterTax 1,50: a number with a decimal point, such as 180.50',
      'error value-invalid Membership @SignupDate 31.12.2026: a day, such as 2027-01-05',
      'error value-invalid Guarantee @HoldTime 6pm: a time, such as 18:00:00',
    ])
  })

  it('are warnings where some readers take them, or nothing stands there', () => {
    expect([
      ...foundIn('<Memberships><Membership MembershipID=""/></Memberships>'),
      ...foundIn('<Guarantee HoldTime="18:00"/>'),
      ...foundIn('<RatePlans><RatePlan><MealsIncluded Breakfast="True" Dinner=" "/></RatePlan></RatePlans>'),
      ...foundIn('<Total AmountIncludingMarkup="1"><Taxes Amount=""/></Total>'),
      ...foundIn(
        '<CancelPenalties><CancelPenalty><Deadline AbsoluteDeadline="0001-01-01T00:00:00"/></CancelPenalty></CancelPenalties>',
      ),
    ]).toEqual([
      'warning value-invalid Membership @MembershipID nothing: the id, or no such attribute',
      'warning value-invalid Guarantee @HoldTime 18:00: a time, such as 18:00:00',
      'warning value-invalid MealsIncluded @Breakfast True: true or false',
      'warning value-invalid MealsIncluded @Dinner nothing: true or false',
      'warning amount-invalid Taxes @Amount nothing: a number with a decimal point, such as 180.50',
      'warning value-invalid Deadline @AbsoluteDeadline 0001-01-01T00:00:00: a day, such as 2027-01-05, or a day and a time, such as 2027-01-05T18:00:00',
    ])
  })

  it('are whole numbers below 0 where the schema has them', () => {
    expect([
      ...foundIn('<RatePlans><RatePlan AvailableQuantity="-1"/></RatePlans>'),
      ...foundIn('<SpecialRequests><SpecialRequest NumberOfUnits=" -2 "/></SpecialRequests>'),
      ...foundIn('<SpecialRequests><SpecialRequest NumberOfUnits="1.5"/></SpecialRequests>'),
      ...foundIn('<SpecialRequests><SpecialRequest NumberOfUnits="2.0"/></SpecialRequests>'),
    ]).toEqual([
      'error value-invalid SpecialRequest @NumberOfUnits 1.5: a whole number',
      'warning value-invalid SpecialRequest @NumberOfUnits 2.0: a whole number',
    ])
  })

  it('are told beside the placeholder that they are', () => {
    expect(foundIn('<Discount Percent="NaN"/>')).toEqual([
      'error value-invalid Discount @Percent NaN: a number from 0 to 100, such as 10 or 7.5',
    ])
  })

  it('are words of the schema where it has a few', () => {
    const fees = (type: string): string =>
      `<RatePlans><RatePlan><Fees><Fee Type="${type}"/></Fees></RatePlan></RatePlans>`
    const serviced = (type: string): string[] =>
      found(
        foreign(ROOM).replace('<ResGuests>', `<Services><Service ServicePricingType="${type}"/></Services><ResGuests>`),
      )
    const vip = (value: string): string[] => found(foreign(ROOM, { guests: guest(1, `VIP="${value}"`) + guest(2) }))
    const target = (value: string): string[] =>
      found(foreign(ROOM).replace(' ResStatus', ` Target="${value}" ResStatus`))
    expect([...foundIn(fees('Netto')), ...serviced('per day'), ...vip('yes'), ...target('Live')]).toEqual([
      'warning value-invalid Fee @Type Netto: Inclusive, Exclusive or Cumulative',
      'warning value-invalid Service @ServicePricingType per day: Per stay, Per person, Per night, Per person per night or Per use',
      'warning value-invalid ResGuest[1] @VIP yes: true or false',
      'warning value-invalid OTA_HotelResNotifRQ @Target Live: Production or Test',
    ])
    expect([...foundIn(fees(' Inclusive ')), ...serviced('Per use'), ...vip('1'), ...target('Test')]).toEqual([])
    const [spelled, other] = ['inclusive', 'Netto'].map(
      (type) =>
        lintMessage(foreign(ROOM.replace('<GuestCounts', `${fees(type)}<GuestCounts`))).findings.find(
          ({ rule }) => rule === 'value-invalid',
        )?.why,
    )
    expect([spelled, other]).toEqual([
      expect.stringContaining('another form for this value'),
      expect.stringContaining('none of them'),
    ])
    expect(foundIn('<Guarantee Type="GuaranteeRequired"/>')).toEqual([])
  })

  it('are shares from 0 to 100, with as many places as a program writes', () => {
    for (const right of ['33.3333333333333', '7.70000000000', ' 5 ', '+5', '.5', '5.', '0', '-0.0', '100.00', '007'])
      expect(foundIn(`<Discount Percent="${right}"/>`), right).toEqual([])
    for (const odd of ['-5', '100.01', '110', '1000', '-0.5'])
      expect(foundIn(`<Discount Percent="${odd}"/>`), odd).toEqual([
        `warning value-invalid Discount @Percent ${odd}: a number from 0 to 100, such as 10 or 7.5`,
      ])
    for (const wrong of ['.', '-', '1e2', '5,5', '1.2.3'])
      expect(foundIn(`<Discount Percent="${wrong}"/>`), wrong).toHaveLength(1)
  })

  it('are told once, by the rule that knows them best', () => {
    expect(
      [
        ...found(foreign(ROOM.replace('NumberOfUnits="1"', 'NumberOfUnits="one"'))),
        ...found(foreign(ROOM.replace('Count="2"', 'Count="two"'))),
        ...found(foreign(ROOM.replace('<TimeSpan Start="2027-03-01"', '<TimeSpan Start="2027-13-01"'))),
        ...found(foreign(ROOM.replace('AmountAfterTax="330.00"', 'AmountAfterTax="330,00"'))),
      ].map((one) => one.split(':')[0]),
    ).toEqual([
      'error units-invalid RoomRate @NumberOfUnits one',
      'error guest-count-invalid GuestCount @Count two',
      'error date-invalid TimeSpan @Start 2027-13-01',
      'error amount-invalid Total @AmountAfterTax 330,00',
    ])
  })

  it('are left alone where they are right, or where anything may stand', () => {
    for (const part of [
      '<Guarantee HoldTime="18:00:00Z" PrimaryIndicator="0" Quantity=" 2 "/>',
      '<Membership MembershipID="yes" Start="--12-24" EffectiveDate="2027-01-05Z" ExpireDate="2027-01-06+01:00"/>',
      '<Deadline AbsoluteDeadline="2027-02-01"/><Deadline AbsoluteDeadline="2027-02-01T10:00:00.5+01:00"/><Deadline AbsoluteDeadline="24:00:00"/>',
      '<Discount Percent="7.5" AmountAfterTax="-3"/>',
      '<PaymentCard EffectiveDate="0125" ExpireDate="1227"/>',
      '<TPA_Extensions><Meal Breakfast="maybe" Amount="many"/></TPA_Extensions>',
      '<own:Meal xmlns:own="urn:example" Breakfast="maybe"/><Meal xmlns="urn:example" Breakfast="maybe"/>',
    ])
      expect(foundIn(part)).toEqual([])
  })
})

describe('words of a closed list', () => {
  it('are warnings where the schema has others', () => {
    expect([
      ...foundIn('<Guarantee GuaranteeType="CreditCard"/>'),
      ...foundIn('<Guarantee GuaranteeType="deposit" RetributionType="Cancelled"/>'),
      ...foundIn(
        '<CancelPenalties><CancelPenalty><Deadline OffsetTimeUnit="Days" OffsetDropTime="Before"/><AmountPercent BasisType="Stay"/></CancelPenalty></CancelPenalties>',
      ),
      ...found(
        foreign(ROOM).replace('<PersonName>', '<X/><PersonName>').replace('<Customer>', '<Customer Gender="M">'),
      ),
    ]).toEqual([
      'warning value-invalid Guarantee @GuaranteeType CreditCard: GuaranteeRequired, None, CC/DC/Voucher, Profile, Deposit or PrePay',
      'warning value-invalid Guarantee @GuaranteeType deposit: GuaranteeRequired, None, CC/DC/Voucher, Profile, Deposit or PrePay',
      'warning value-invalid Guarantee @RetributionType Cancelled: ResAutoCancelled or ResNotGuaranteed',
      'warning value-invalid Deadline @OffsetTimeUnit Days: Year, Month, Week, Day, Hour, Second, FullDuration or Minute',
      'warning value-invalid Deadline @OffsetDropTime Before: BeforeArrival, AfterBooking or AfterConfirmation',
      'warning value-invalid AmountPercent @BasisType Stay: FullStay, Nights or FirstLast',
      'warning value-invalid Customer @Gender M: Male, Female or Unknown',
    ])
  })

  it('are right with those of any release', () => {
    for (const type of ['Deposit', 'CC/DC/Voucher', 'None', 'DepositRequired'])
      expect(foundIn(`<Guarantee GuaranteeType="${type}"/>`), type).toEqual([])
    const deadline = '<Deadline OffsetTimeUnit="Minute" OffsetDropTime="AfterArrival" OffsetUnitMultiplier="1"/>'
    expect(foundIn(`<CancelPenalties><CancelPenalty>${deadline}</CancelPenalty></CancelPenalties>`)).toEqual([])
  })
})

describe('a day with a time', () => {
  const timed = (text: string): string =>
    text.replace(/(EffectiveDate|ExpireDate)="(\d{4}-\d\d-\d\d)"/g, '$1="$2T00:00:00"')
  it('is a warning once, where the schema has the day alone', () => {
    expect(found(timed(foreign(ROOM)))).toEqual([
      expect.stringMatching(/^warning value-invalid .* @EffectiveDate \S+T00:00:00, and \d+ more such dates: a day/),
    ])
    expect(foundIn('<TimeSpan Start="2027-03-01T15:00:00" End="2027-03-04T11:00:00"/>')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { type ComparedMessage, compareMessages } from '../../../src/resnotif/difference/index.js'
import { explainCaptured, explainMessage } from '../../../src/resnotif/explain/index.js'
import { captureMessage } from '../../../src/resnotif/read/index.js'

const price = (amount: string): string =>
  `<Total AmountAfterTax="${amount}" AmountBeforeTax="90.00" CurrencyCode="EUR"><Taxes Amount="10.00" CurrencyCode="EUR"><Tax Code="27" Amount="10.00" Percent="11" Type="Inclusive" ChargeFrequency="19" ChargeUnit="21"><TaxDescription><Text>City tax</Text></TaxDescription></Tax></Taxes></Total>`
const person = (name: string, more = ''): string =>
  `<Customer BirthDate="1980-02-03"><PersonName><NamePrefix>Ms</NamePrefix><GivenName>${name}</GivenName><MiddleName>M</MiddleName><Surname>Lovelace</Surname><NameSuffix>Jr</NameSuffix></PersonName><Telephone PhoneNumber="123${name.length}" PhoneTechType="5"/><Email>${name}@guests.example</Email><Address><AddressLine>Am Markt 5</AddressLine><CityName>Bonn</CityName><PostalCode>53111</PostalCode><StateProv StateCode="NW"/><CountryName Code="DE">Germany</CountryName></Address><CustLoyalty ProgramID="GOLD" MembershipID="7712${name.length}" LoyalLevel="2"/>${more}</Customer>`
const guest = (rph: number, name: string): string =>
  `<ResGuest ResGuestRPH="${rph}" AgeQualifyingCode="10" ArrivalTime="15:00:00" PrimaryIndicator="${rph === 1}"><Profiles><ProfileInfo><Profile ProfileType="1">${person(name)}</Profile></ProfileInfo></Profiles></ResGuest>`

/** A message with each kind of fact. */
const MESSAGE = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="e1" TimeStamp="2027-01-10T08:00:00Z" Target="Production" Version="1.0" TransactionIdentifier="T1" ResStatus="Commit">
<POS><Source ISOCurrency="EUR"><RequestorID ID="473" Type="13"><CompanyName>ABC Hotels</CompanyName></RequestorID><BookingChannel Type="7"><CompanyName Code="TT">Travel Today</CompanyName></BookingChannel></Source></POS>
<HotelReservations><HotelReservation CreateDateTime="2027-01-09T08:00:00Z" LastModifyDateTime="2027-01-09T09:00:00Z" ResStatus="Commit"><UniqueID Type="14" ID="R-1" ID_Context="CRS"/>
<RoomStays><RoomStay IndexNumber="1" RoomStayStatus="Reserved" PromotionCode="SUMMER">
<RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="2" RoomID="204"><RoomDescription Name="Double"/><Amenities><Amenity RoomAmenity="161"/></Amenities></RoomType></RoomTypes>
<RatePlans><RatePlan RatePlanCode="BAR" RatePlanName="Best rate"><RatePlanInclusions><RatePlanInclusionDesciption><Text>Late checkout</Text></RatePlanInclusionDesciption></RatePlanInclusions><Commission StatusType="Full" Percent="15"><CommissionableAmount Amount="200.00" CurrencyCode="EUR"/><CommissionPayableAmount Amount="30.00" CurrencyCode="EUR"/></Commission><MealsIncluded Breakfast="true" MealPlanCodes="19"/></RatePlan></RatePlans>
<RoomRates><RoomRate RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="2" EffectiveDate="2027-03-01" ExpireDate="2027-03-03"><Rates><Rate RateTimeUnit="Day" UnitMultiplier="1" EffectiveDate="2027-03-01" ExpireDate="2027-03-02" ChargeType="19">${price('100.00')}<AdditionalGuestAmounts><AdditionalGuestAmount AgeQualifyingCode="8" MinAge="3" MaxAge="11" MaxAdditionalGuests="2"><Amount AmountAfterTax="9.00" CurrencyCode="EUR"/></AdditionalGuestAmount></AdditionalGuestAmounts><Fees><Fee Code="12" Amount="5.00" CurrencyCode="EUR" ChargeFrequency="1" Type="Exclusive" MandatoryIndicator="true" TaxInclusive="true"><Description><Text>Resort fee</Text></Description></Fee></Fees><Discount DiscountCode="D1" AmountAfterTax="3.00" CurrencyCode="EUR"><DiscountReason><Text>Loyal</Text></DiscountReason></Discount><AdditionalCharges><AdditionalCharge RoomAmenityCode="26" Quantity="2"><Amount AmountAfterTax="7.00" CurrencyCode="EUR"/></AdditionalCharge></AdditionalCharges></Rate><Rate RateTimeUnit="Day" UnitMultiplier="1" EffectiveDate="2027-03-02" ExpireDate="2027-03-03">${price('110.00')}</Rate></Rates><Total AmountAfterTax="420.00" CurrencyCode="EUR"/></RoomRate></RoomRates>
<GuestCounts IsPerRoom="false"><GuestCount AgeQualifyingCode="10" Count="2"/><GuestCount AgeQualifyingCode="8" Age="7" Count="1"/></GuestCounts><TimeSpan Start="2027-03-01" End="2027-03-03"/>
<CancelPenalties><CancelPenalty NonRefundable="true"><Deadline OffsetTimeUnit="Day" OffsetUnitMultiplier="3" OffsetDropTime="BeforeArrival"/><AmountPercent Percent="80" BasisType="FullStay"/><PenaltyDescription><Text>Be early</Text></PenaltyDescription></CancelPenalty></CancelPenalties>
${price('420.00')}<BasicPropertyInfo HotelCode="H1" HotelName="Sea View"/><ResGuestRPHs><ResGuestRPH RPH="1"/></ResGuestRPHs><Comments><Comment><Text>Quiet room</Text></Comment></Comments><SpecialRequests><SpecialRequest><Text>Crib</Text></SpecialRequest></SpecialRequests></RoomStay></RoomStays>
<Services><Service ServiceInventoryCode="PARK" ServiceRPH="1" Quantity="2" ServicePricingType="Per night" RequiredInd="true"><Price EffectiveDate="2027-03-01" ExpireDate="2027-03-02"><Base AmountAfterTax="12.00" CurrencyCode="EUR"/></Price><ServiceDetails><TimeSpan Start="2027-03-01" End="2027-03-02"/></ServiceDetails></Service></Services>
<BillingInstructionCode BillingCode="B1"/>
<ResGuests>${guest(1, 'Ada')}${guest(2, 'Annabella')}</ResGuests>
<ResGlobalInfo><GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"/></GuestCounts><TimeSpan Start="2027-03-01" End="2027-03-03"/><Comments><Comment><Text>Anniversary</Text></Comment></Comments><Guarantee GuaranteeType="Deposit" HoldTime="18:00:00"><GuaranteesAccepted><GuaranteeAccepted><Voucher/></GuaranteeAccepted></GuaranteesAccepted></Guarantee><DepositPayments><GuaranteePayment><AmountPercent Amount="50.00" CurrencyCode="EUR"/><Deadline AbsoluteDeadline="2027-02-01"/></GuaranteePayment></DepositPayments>
${price('444.00')}<HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="X-9" ResID_Source="AGENT" ResID_SourceContext="GDS"/></HotelReservationIDs><Profiles><ProfileInfo><Profile ProfileType="1">${person('Grace')}</Profile></ProfileInfo><ProfileInfo><Profile ProfileType="4"><CompanyInfo><CompanyName>Tours Ltd</CompanyName><Email>desk@tours.example</Email><TelephoneInfo PhoneNumber="555"/><AddressInfo><CityName>Ulm</CityName></AddressInfo></CompanyInfo></Profile></ProfileInfo></Profiles></ResGlobalInfo>
</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

/** All that explain tells, but for lines. */
function toldOf(text: string): string {
  const { lines, facts } = explainMessage(text)
  return JSON.stringify([lines, tellMore(facts, false), facts], (name, one: unknown) => (name === 'line' ? 0 : one))
}
const sides = new Map<string, ComparedMessage>()
function sideOf(text: string): ComparedMessage {
  const known = sides.get(text)
  if (known !== undefined) return known
  const captured = captureMessage(text)
  const side = { text, facts: explainCaptured(captured).facts, captured }
  if (text === MESSAGE) sides.set(text, side)
  return side
}
const changesOf = (before: string, after: string) => {
  const [was, is] = [sideOf(before), sideOf(after)]
  return compareMessages(was, is).changes
}

const DATE = /^\d{4}-\d\d-\d\d/
/** Another value of its kind. */
function other(value: string): string {
  if (DATE.test(value)) return value.replace(/^\d{4}/, (year) => String(Number(year) + 1))
  if (value === 'true') return 'false'
  if (value === 'false') return 'true'
  if (/^\d+$/.test(value)) return String(Number(value) + 1)
  return /^\d+\.\d\d$/.test(value) ? `${Number(value.slice(0, -3)) + 1}.00` : `${value}X`
}

interface Mutation {
  name: string
  text: string
}
const at = (index: number): string =>
  MESSAGE.slice(0, index)
    .split(/<(?!\/)/)
    .slice(-1)[0]
    ?.split(/[\s>]/)[0] ?? ''

function* mutations(): Generator<Mutation> {
  for (const { 0: all, 1: name = '', 2: value = '', index } of MESSAGE.matchAll(/ (\w+)="([^"]*)"/g)) {
    const [head, tail] = [MESSAGE.slice(0, index), MESSAGE.slice(index + all.length)]
    yield { name: `${at(index)} ${name} rewritten`, text: `${head} ${name}="${other(value)}"${tail}` }
    yield { name: `${at(index)} ${name} removed`, text: head + tail }
  }
  for (const { 0: all, 1: value = '', index } of MESSAGE.matchAll(/>([^<>\n]+)</g)) {
    const [head, tail] = [MESSAGE.slice(0, index), MESSAGE.slice(index + all.length)]
    yield { name: `text of ${at(index)} rewritten: ${value}`, text: `${head}>${other(value)}<${tail}` }
    yield { name: `text of ${at(index)} removed: ${value}`, text: `${head}><${tail}` }
  }
  for (const { 0: all, 1: name = '', index } of MESSAGE.matchAll(
    /<(\w+)(?:\s[^<>]*)?(?:\/>|>(?:(?!<\1[\s>])[\s\S])*?<\/\1>)/g,
  )) {
    if (['OTA_HotelResNotifRQ', 'POS'].includes(name)) continue
    yield { name: `${name} removed`, text: MESSAGE.slice(0, index) + MESSAGE.slice(index + all.length) }
  }
}

/** What every message has of its own. */
const OWN = /^OTA_HotelResNotifRQ (?:EchoToken|TimeStamp) /

describe('a fact that explain tells', () => {
  const before = toldOf(MESSAGE)
  const all = [...mutations()].filter(({ name, text }) => !OWN.test(name) && toldOf(text) !== before)

  it('is told as a change, in words, whichever it is', () => {
    expect(all.length).toBeGreaterThan(300)
    const untold = all.flatMap(({ name, text }) => {
      const changes = changesOf(MESSAGE, text)
      const bare = changes.filter((one) => /^(?:HotelReservation|OTA_)/.test(one.text))
      return changes.length === 0 ? [`${name}: nothing`] : bare.map((one) => `${name}: ${one.text}`)
    })
    expect(untold).toEqual([])
  })

  it('is a change as well where it is new', () => {
    const gone = all.filter(({ name }) => name.includes('removed'))
    const untold = gone.filter(({ text }) => changesOf(text, MESSAGE).length === 0).map(({ name }) => name)
    expect(untold).toEqual([])
  })

  it('is no change where order and indentation are others', () => {
    const turned = MESSAGE.replaceAll(/<(\w+)((?: [\w:]+="[^"]*")+)/g, (_, name: string, attributes: string) => {
      const each = attributes.match(/ [\w:]+="[^"]*"/g) ?? []
      return `<${name}${each.toReversed().join('\n   ')}`
    })
    expect(changesOf(MESSAGE, turned)).toEqual([])
    const swap = (one: string, two: string): string =>
      MESSAGE.replace(one, '\u0001').replace(two, one).replace('\u0001', two)
    for (const text of [
      MESSAGE.replaceAll('><', '>\n\t<'),
      swap(guest(1, 'Ada'), guest(2, 'Annabella')),
      swap('<GuestCount AgeQualifyingCode="10" Count="2"/>', '<GuestCount AgeQualifyingCode="8" Age="7" Count="1"/>'),
    ])
      expect(changesOf(MESSAGE, text)).toEqual([])
  })
})

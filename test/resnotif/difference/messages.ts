/** A message with a value at every kind of place that a sender may write to. */
export const RICH = `<?xml version="1.0" encoding="UTF-8"?>
<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="e-1" TimeStamp="2027-06-01T09:00:00Z" Target="Production" Version="5.000" TransactionIdentifier="T-1" ResStatus="Commit">
  <POS>
    <Source AgentSine="desk"><RequestorID Type="13" ID="HUB"/><BookingChannel Type="7"><CompanyName Code="WEB">Web shop</CompanyName></BookingChannel></Source>
  </POS>
  <HotelReservations>
    <HotelReservation CreateDateTime="2027-06-01T08:59:00Z" LastModifyDateTime="2027-06-01T08:59:30Z" RoomStayReservation="true">
      <UniqueID Type="14" ID="R-1"/>
      <RoomStays>
        <RoomStay IndexNumber="1" PromotionCode="SUMMER" MarketCode="M1">
          <RoomTypes>
            <RoomType RoomTypeCode="101" NumberOfUnits="2" NonSmoking="true"><RoomDescription><Text>Sea view</Text></RoomDescription></RoomType>
            <RoomType RoomTypeCode="102" NumberOfUnits="1"/>
          </RoomTypes>
          <RatePlans>
            <RatePlan RatePlanCode="501"><Commission Percent="15"/><MealsIncluded Breakfast="true" Dinner="false"/></RatePlan>
          </RatePlans>
          <RoomRates>
            <RoomRate RoomTypeCode="101" NumberOfUnits="2" RatePlanCode="501" EffectiveDate="2027-07-01" ExpireDate="2027-07-03">
              <Rates>
                <Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-02" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="100.10" AmountBeforeTax="90.05" CurrencyCode="EUR"><Taxes><Tax Code="VAT" Amount="10.05"/></Taxes></Base><Fees><Fee Code="12" Amount="3.00"/></Fees></Rate>
                <Rate EffectiveDate="2027-07-02" ExpireDate="2027-07-03" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="110.20" CurrencyCode="EUR"/></Rate>
              </Rates>
            </RoomRate>
            <RoomRate RoomTypeCode="102" NumberOfUnits="1" RatePlanCode="501" EffectiveDate="2027-07-01" ExpireDate="2027-07-03">
              <Rates>
                <Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-03" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="70.30" CurrencyCode="EUR"/><Total AmountAfterTax="75.40" CurrencyCode="EUR"/></Rate>
              </Rates>
            </RoomRate>
          </RoomRates>
          <GuestCounts IsPerRoom="false">
            <GuestCount AgeQualifyingCode="10" Count="4"/>
            <GuestCount AgeQualifyingCode="8" Age="5" Count="1"/>
          </GuestCounts>
          <TimeSpan Start="2027-07-01" End="2027-07-03"/>
          <Guarantee GuaranteeType="Deposit"><GuaranteesAccepted><GuaranteeAccepted><PaymentCard CardCode="VI" CardNumber="4111111111111111" SeriesCode="987" ExpireDate="1229"><CardHolderName>Ada Lovelace</CardHolderName></PaymentCard></GuaranteeAccepted></GuaranteesAccepted></Guarantee>
          <DepositPayments><GuaranteePayment><AmountPercent Amount="50.00" CurrencyCode="EUR"/><Deadline AbsoluteDeadline="2027-06-20"/></GuaranteePayment></DepositPayments>
          <CancelPenalties><CancelPenalty><Deadline OffsetTimeUnit="Day" OffsetUnitMultiplier="3"/><AmountPercent Percent="100"/></CancelPenalty></CancelPenalties>
          <Total AmountAfterTax="571.40" CurrencyCode="EUR"/>
          <BasicPropertyInfo HotelCode="1000001" HotelName="Harbour House"/>
          <ResGuestRPHs><ResGuestRPH RPH="1-101-501"/><ResGuestRPH RPH="1-102-501"/></ResGuestRPHs>
          <Comments><Comment GuestViewable="true"><Text Language="en">Late arrival</Text></Comment></Comments>
          <SpecialRequests><SpecialRequest RequestCode="COT"><Text>Baby cot</Text></SpecialRequest></SpecialRequests>
        </RoomStay>
      </RoomStays>
      <Services>
        <Service ServiceInventoryCode="PARK" Quantity="1" ServicePricingType="Per night"><Price><Base AmountAfterTax="12.00" CurrencyCode="EUR"/></Price><ServiceDetails><TimeSpan Start="2027-07-01" End="2027-07-03"/></ServiceDetails></Service>
      </Services>
      <ResGuests>
        <ResGuest ResGuestRPH="1-101-501" AgeQualifyingCode="10" GroupEventCode="1" PrimaryIndicator="true" ArrivalTime="18:00:00"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer BirthDate="1980-01-02" Gender="Female"><PersonName><NamePrefix>Dr</NamePrefix><GivenName>Ada</GivenName><Surname>Lovelace</Surname></PersonName><Telephone PhoneTechType="1" PhoneNumber="+44 20 1"/><Email>ada@guests.example</Email><Address><AddressLine>1 Street</AddressLine><CityName>London</CityName><CountryName Code="GB"/></Address><CustLoyalty MembershipID="L77"/></Customer></Profile></ProfileInfo></Profiles></ResGuest>
        <ResGuest ResGuestRPH="1-101-501" AgeQualifyingCode="10" GroupEventCode="2"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>Charles</GivenName><Surname>Babbage</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>
        <ResGuest ResGuestRPH="1-101-501" AgeQualifyingCode="8" Age="5" GroupEventCode="2"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>Byron</GivenName><Surname>Babbage</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles><Comments><Comment><Text>Window bed</Text></Comment></Comments></ResGuest>
        <ResGuest ResGuestRPH="1-102-501" AgeQualifyingCode="10" GroupEventCode="1"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>Grace</GivenName><Surname>Hopper</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>
        <ResGuest ResGuestRPH="1-102-501" AgeQualifyingCode="10" GroupEventCode="1"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>Alan</GivenName><Surname>Turing</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>
      </ResGuests>
      <ResGlobalInfo>
        <Total AmountAfterTax="583.40" CurrencyCode="EUR"/>
        <HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="R-1" ResID_Source="hub"/></HotelReservationIDs>
        <Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>Ada</GivenName><Surname>Lovelace</Surname></PersonName><Telephone PhoneTechType="1" PhoneNumber="+44 20 2"/><Email>booker@guests.example</Email></Customer></Profile></ProfileInfo></Profiles>
      </ResGlobalInfo>
      <TPA_Extensions><Own Key="k1">own text</Own></TPA_Extensions>
    </HotelReservation>
  </HotelReservations>
</OTA_HotelResNotifRQ>
`

/** A value of a message as plain text search finds it: where it begins and ends, and its attribute. */
export interface Spot {
  start: number
  end: number
  name?: string
}

const OWN = new Set(['EchoToken', 'TimeStamp'])

/** Every attribute and text, without an XML reader of the project's. */
export function spotsOf(text: string): Spot[] {
  const body = text.indexOf('<OTA_')
  const attributes = [...text.matchAll(/ ([\w:]+)="([^"]*)"/g)].flatMap(({ index, 1: name = '', 2: value = '' }) => {
    const start = index + name.length + 3
    return index < body || name.startsWith('xmlns') || OWN.has(name) ? [] : [{ start, end: start + value.length, name }]
  })
  const texts = [...text.matchAll(/>([^<>]*[^<>\s][^<>]*)</g)].flatMap(({ index, 1: value = '' }) =>
    index < body ? [] : [{ start: index + 1, end: index + 1 + value.length }],
  )
  return [...attributes, ...texts]
}

/** Start and end of every element in the booking, by counting tags. */
export function elementsOf(text: string): { start: number; end: number; name: string; depth: number }[] {
  const found: { start: number; end: number; name: string; depth: number }[] = []
  const open: { start: number; name: string }[] = []
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(/<(\/?)([A-Za-z][\w:]*)[^>]*>/g)) {
    if (slash === '/') {
      const top = open.pop()
      if (top !== undefined) found.push({ ...top, end: index + tag.length, depth: open.length })
    } else if (tag.endsWith('/>')) found.push({ start: index, end: index + tag.length, name, depth: open.length })
    else open.push({ start: index, name })
  }
  return found.toSorted((a, b) => a.start - b.start)
}

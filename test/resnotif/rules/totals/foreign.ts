/** Messages as channel managers write them: references are numbers of their own. */
export interface Foreign {
  /** Inside ResGlobalInfo. */
  global?: string
  status?: string
  guests?: string
}

export const rate = (
  from: number,
  to: number | undefined,
  price: string,
  told = 'RateTimeUnit="Day" UnitMultiplier="1"',
): string =>
  `<Rate EffectiveDate="2027-03-0${from}"${to === undefined ? '' : ` ExpireDate="2027-03-0${to}"`} ${told}>${price}</Rate>`
export const base = (amount: string): string => `<Base AmountAfterTax="${amount}" CurrencyCode="EUR"/>`
export const total = (amount: string): string => `<Total AmountAfterTax="${amount}" CurrencyCode="EUR"/>`
export const roomRate = (rates: string, told = '', plan = 'BAR', room = 'DBL'): string =>
  `<RoomRate RoomTypeCode="${room}" RatePlanCode="${plan}" NumberOfUnits="1"${told}><Rates>${rates}</Rates></RoomRate>`
/** Three nights of 100, 110 and 120. */
export const NIGHTS = rate(1, 2, base('100.00')) + rate(2, 3, base('110.00')) + rate(3, 4, base('120.00'))

const ADULTS = '<GuestCount AgeQualifyingCode="10" Count="2"/>'
const SPAN = '<TimeSpan Start="2027-03-01" End="2027-03-04"/>'

export const stay = (
  rates: string,
  sum: string,
  {
    told = '',
    span = SPAN,
    counts = ADULTS,
    rphs = [1, 2],
    units = '',
  }: { told?: string; span?: string; counts?: string; rphs?: number[]; units?: string } = {},
): string =>
  `<RoomStay${told}>${units}<RoomRates>${rates}</RoomRates><GuestCounts IsPerRoom="false">${counts}</GuestCounts>${span}${sum === '' ? '' : total(sum)}<BasicPropertyInfo HotelCode="H"/><ResGuestRPHs>${rphs.map((rph) => `<ResGuestRPH RPH="${rph}"/>`).join('')}</ResGuestRPHs></RoomStay>`

export const guest = (rph: number, told = 'AgeQualifyingCode="10"'): string =>
  `<ResGuest ResGuestRPH="${rph}" ${told}><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>A${rph}</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`

export const foreign = (
  stays: string,
  { global = '', status = 'Commit', guests = guest(1) + guest(2) }: Foreign = {},
): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="${status}"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays>${stays}</RoomStays><ResGuests>${guests}</ResGuests><ResGlobalInfo>${global}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

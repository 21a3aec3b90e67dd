/** Messages with all that may stand in a total or beside it, in whole cents. */

export interface Money {
  after?: number
  before?: number
  /** Amount of Taxes. */
  taxes?: number
  percent?: number
}

export const money = (cents: number): string => (cents / 100).toFixed(2)

export const attributes = ({ after, before, percent }: Money): string =>
  [
    after === undefined ? '' : ` AmountAfterTax="${money(after)}"`,
    before === undefined ? '' : ` AmountBeforeTax="${money(before)}"`,
    percent === undefined ? '' : ` Percent="${percent}"`,
    ' CurrencyCode="EUR"',
  ].join('')

export const priced = (name: string, amount: Money | undefined, more = ''): string =>
  amount === undefined
    ? ''
    : `<${name}${attributes(amount)}>${amount.taxes === undefined ? '' : `<Taxes Amount="${money(amount.taxes)}" CurrencyCode="EUR"/>`}${more}</${name}>`

export interface Room {
  /** Price of each night of one unit. */
  nights: Money[]
  units: number
  total?: Money | undefined
  /** What stands beside the Base of each night. */
  beside?: string[]
  services?: string
}

export interface Stay {
  rooms: Room[]
  /** What stands before its Total. */
  beside?: string
  total?: Money | undefined
  services?: string
}

export interface Booking {
  stays: Stay[]
  /** Services of the reservation. */
  services?: string
  global?: Money | undefined
  globalBeside?: string
}

const day = (at: number): string => new Date(Date.UTC(2027, 6, 1 + at)).toISOString().slice(0, 10)

function roomRate({ nights, units, total, beside = [], services = '' }: Room, at: number): string {
  const rates = nights.map(
    (night, i) =>
      `<Rate RateTimeUnit="Day" UnitMultiplier="1" EffectiveDate="${day(i)}" ExpireDate="${day(i + 1)}">${priced('Base', night)}${beside[i] ?? ''}</Rate>`,
  )
  return `<RoomRate RoomTypeCode="10${at}" RatePlanCode="501" NumberOfUnits="${units}"><Rates>${rates.join('')}</Rates>${services}${priced('Total', total)}</RoomRate>`
}

const NAME =
  '<Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>A</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles>'

export function messageOf({ stays, services = '', global, globalBeside = '' }: Booking): string {
  const nights = Math.max(...stays.flatMap(({ rooms }) => rooms.map((room) => room.nights.length)))
  const rooms = stays.flatMap((stay) => stay.rooms)
  const guests = rooms.flatMap(({ units }, at) =>
    Array.from(
      { length: units },
      (_, unit) => `<ResGuest ResGuestRPH="1-10${at}-501" GroupEventCode="${unit + 1}">${NAME}</ResGuest>`,
    ),
  )
  let at = 0
  const written = stays.map(
    (stay) =>
      `<RoomStay IndexNumber="1"><RoomRates>${stay.rooms.map((room) => roomRate(room, at++)).join('')}</RoomRates><TimeSpan Start="${day(0)}" End="${day(nights)}"/>${stay.beside ?? ''}${priced('Total', stay.total)}<BasicPropertyInfo HotelCode="1"/>${stay.services ?? ''}</RoomStay>`,
  )
  return `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays>${written.join('')}</RoomStays>${services}<ResGuests>${guests.join('')}</ResGuests><ResGlobalInfo>${globalBeside}${priced('Total', global)}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
}

export const service = (code: string, price: string, more = ''): string =>
  `<Service ServiceInventoryCode="${code}"${more}>${price === '' ? '' : `<Price>${price}</Price>`}</Service>`

export const DEPOSIT =
  '<DepositPayments><GuaranteePayment><AmountPercent Amount="50.00" CurrencyCode="EUR"/></GuaranteePayment></DepositPayments>'

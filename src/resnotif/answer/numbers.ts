import { valueOf, walkNodes, type XmlNode } from '../xml/index.js'

/** What an answer calls the reservation. */
export interface GivenNumbers {
  /** Ids the PMS gave: ResID_Value of its HotelReservationIDs, and a UniqueID of a reservation that is not the message's own. */
  reservationIds: string[]
  /** Those of them that the hotel's system has for the reservation. */
  hotelNumbers: string[]
  /** UniqueIDs that may be the reservation's or only the message's: a reference (16), another one (18). */
  references: string[]
}

/** OpenTravel's list of unique id types, as far as a type can name a reservation. */
const TYPES = { hotel: ['10', '40'], reservation: ['10', '14', '23', '40'], reference: ['16', '18'] } as const

/** Whose id stands under these is a person's or a company's. */
const RESERVATION_HOLDERS: ReadonlySet<string> = new Set([
  'HotelReservation',
  'OTA_HotelResNotifRS',
  'ResGlobalInfo',
  'RoomStay',
])

/**
 * The one reader of a PMS's numbers. A UniqueID of type 10 may be the hotel's own id as well: one that is the code of the hotel is no number.
 * @param sent ids and hotel codes of the message
 */
export function numbersIn(
  response: XmlNode,
  { ids = [], hotelCodes = [] }: { ids?: readonly string[] | undefined; hotelCodes?: readonly string[] | undefined },
): GivenNumbers {
  const nodes = [...walkNodes(response)]
  const hotels = new Set([...hotelCodes, ...nodes.flatMap((node) => valueOf(node, 'HotelCode') ?? [])])
  const told = nodes.flatMap((node) =>
    node.name === 'HotelReservationID'
      ? { type: valueOf(node, 'ResID_Type') ?? '', id: valueOf(node, 'ResID_Value') ?? '' }
      : [],
  )
  const unique = nodes.flatMap((node) => {
    const [type, id] = [valueOf(node, 'Type') ?? '', valueOf(node, 'ID') ?? '']
    if (node.name !== 'UniqueID' || id === '' || ids.includes(id)) return []
    return type === '14' || (!hotels.has(id) && RESERVATION_HOLDERS.has(node.parent?.name ?? '')) ? { type, id } : []
  })
  const of = (found: readonly { type: string; id: string }[], types: readonly string[]): string[] =>
    found.filter(({ type, id }) => types.includes(type) && id !== '').map(({ id }) => id)
  const values = told.map(({ id }) => id)
  return {
    reservationIds: [
      ...values,
      // Without the ids of the message its own cannot be told from the PMS's.
      ...new Set(
        (ids.length > 0 ? of(unique, TYPES.reservation) : of(unique, TYPES.hotel)).filter((id) => !values.includes(id)),
      ),
    ],
    hotelNumbers: [...new Set([...of(told, ['10']), ...of(unique, TYPES.hotel)])],
    references: [...new Set(of(unique, TYPES.reference))],
  }
}

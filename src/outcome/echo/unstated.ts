import { isObject, isThere, type Loose } from './values.js'

/** What the record of a booking does not say of what was asked for. It proves nothing of that, and nothing against it. */

const PLAIN = ['channelBookingId', 'propertyId', 'checkInDate', 'checkOutDate', 'currencyCode'] as const

/** The fields of a request to book that could not be compared with the record, in the order of the request; none where the request is not known. */
export function unstatedOf(body: unknown, record: unknown): string[] {
  if (!isObject(body) || !isObject(record)) return []
  const plain = PLAIN.filter((name) => isThere(body[name]) && !isThere(record[name]))
  return [
    ...plain,
    ...unstatedCounts('totalGuestCounts', body['totalGuestCounts'], record['totalGuestCounts']),
    ...unstatedBooker(body['booker'], record['booker']),
    ...unstatedRooms(body['rooms'], record['rooms']),
  ]
}

/** One number for all guests was compared with all guests, and says nothing of who is a child. */
function unstatedCounts(field: string, wanted: unknown, told: unknown): string[] {
  if (!isObject(wanted)) return []
  if (!isObject(told) || !['adults', 'children', 'total'].some((name) => isThere(told[name]))) return [field]
  const hasChildren = listOf(wanted['children']).length > 0
  if (!isThere(told['children'])) return hasChildren && isThere(told['total']) ? [`${field}.children`] : []
  const hasAges = listOf(told['children']).every((group) => isThere(group['age']))
  return [
    ...(isThere(told['adults']) ? [] : [`${field}.adults`]),
    ...(hasChildren && !hasAges ? [`${field}.children.age`] : []),
  ]
}

function unstatedBooker(wanted: unknown, told: unknown): string[] {
  if (!isObject(wanted)) return []
  if (!isObject(told)) return ['booker']
  const isHidden = String(told['email'] ?? '').includes('*')
  return ['firstName', 'lastName', 'email']
    .filter((name) => isThere(wanted[name]) && (!isThere(told[name]) || (name === 'email' && isHidden)))
    .map((name) => `booker.${name}`)
}

function unstatedRooms(wanted: unknown, told: unknown): string[] {
  if (!Array.isArray(wanted)) return []
  if (!Array.isArray(told)) return ['rooms']
  const [asked, lines] = [listOf(wanted), listOf(told)]
  const parts = ['roomId', 'ratePlanId', 'units'].filter((name) => lines.some((line) => !isThere(line[name])))
  const hasGuests = asked.some((line) => listOf(line['guests']).length > 0)
  const hasCounts = asked.some((line) => isObject(line['guestCounts']))
  const guests = hasGuests && lines.some((line) => !Array.isArray(line['guests'])) ? ['guests'] : []
  const counts = hasCounts && lines.some((line) => !isObject(line['guestCounts'])) ? ['guestCounts'] : []
  return [...parts, ...counts, ...guests].map((name) => `rooms.${name}`)
}

const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : [])

import { CODED } from './coded-names.js'
import { FACILITY_FILTERS } from './facilities.js'

/** The sandbox's lookup lists (wire default 8). A list only ever grows at its end: ids are places in it. */

export type LookupRecord = { id: number; code: string; name: string }

type Entry = readonly [code: string, name: string]

const NAMED = {
  unitType: [
    ['room', 'Room'],
    ['meal', 'Meal'],
    ['extra', 'Extra'],
  ],
  paymentType: [
    ['per_stay', 'Per stay'],
    ['per_night', 'Per night'],
    ['per_person', 'Per person'],
    ['per_person_per_night', 'Per person per night'],
    ['per_unit', 'Per unit'],
  ],
  phoneType: [
    ['phone', 'Phone'],
    ['mobile', 'Mobile'],
    ['fax', 'Fax'],
    ['reservations', 'Reservations'],
    ['emergency', 'Emergency'],
  ],
  emailType: [
    ['general', 'General'],
    ['reservations', 'Reservations'],
    ['billing', 'Billing'],
    ['management', 'Management'],
    ['marketing', 'Marketing'],
  ],
  propertyType: [
    ['hotel', 'Hotel'],
    ['apartment', 'Apartment'],
    ['bed_and_breakfast', 'Bed and breakfast'],
    ['guest_house', 'Guest house'],
    ['hostel', 'Hostel'],
    ['resort', 'Resort'],
    ['villa', 'Villa'],
    ['holiday_home', 'Holiday home'],
    ['motel', 'Motel'],
    ['campsite', 'Campsite'],
    ['inn', 'Inn'],
    ['ryokan', 'Ryokan'],
  ],
  /** What searches filter by. */
  facility: FACILITY_FILTERS,
  brand: [
    ['lindenblatt', 'Lindenblatt Hotels'],
    ['porto_azul', 'Porto Azul Stays'],
    ['nordlys', 'Nordlys Houses'],
    ['harbourlight', 'Harbourlight Inns'],
    ['terra_quieta', 'Terra Quieta'],
    ['saffron_court', 'Saffron Court'],
    ['kumo', 'Kumo Retreats'],
    ['halfmoon', 'Halfmoon Hostels'],
  ],
  mediaType: [
    ['image', 'Image'],
    ['logo', 'Logo'],
    ['floor_plan', 'Floor plan'],
  ],
} as const satisfies Record<string, readonly Entry[]>

/** The unit type of rooms. */
export const ROOM_TYPE_ID = 1

export type LookupName = keyof typeof NAMED | keyof typeof CODED

const isNamed = (list: LookupName): list is keyof typeof NAMED => list in NAMED

const tables = new Map<keyof typeof CODED, readonly Entry[]>()

function codedList(list: keyof typeof CODED): readonly Entry[] {
  const known = tables.get(list)
  if (known !== undefined) return known
  const table = CODED[list].split('; ').map((entry) => {
    const at = entry.indexOf(' ')
    return [entry.slice(0, at), entry.slice(at + 1)] as Entry
  })
  tables.set(list, table)
  return table
}

/** A whole list in the order of its ids. */
export function lookupList(list: LookupName): LookupRecord[] {
  if (isNamed(list)) return NAMED[list].map(([code, name], at) => ({ id: at + 1, code, name }))
  return codedList(list).map(([code, name], at) => ({ id: at + 1, code, name }))
}

export function lookupById(list: LookupName, id: number): LookupRecord | undefined {
  if (isNamed(list)) return lookupList(list)[id - 1]
  const [code, name] = codedList(list)[id - 1] ?? []
  return code === undefined || name === undefined ? undefined : { id, code, name }
}

/** The id of a code. */
export function lookupIdOf(list: LookupName, code: string): number | undefined {
  const at = isNamed(list)
    ? NAMED[list].findIndex(([known]) => known === code)
    : codedList(list).findIndex(([known]) => known === code)
  return at < 0 ? undefined : at + 1
}

export function lookupByCode(list: LookupName, code: string): LookupRecord | undefined {
  const id = lookupIdOf(list, code)
  return id === undefined ? undefined : lookupById(list, id)
}

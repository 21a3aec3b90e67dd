/** An integer of at most 19 digits; as text where a double cannot hold it. */
export type Code = string | number | bigint

/** Rates, restrictions and counts of a room for a range of nights. A field that is absent is left as it is; the later of two ranges wins. */
export interface SeedNights {
  /** First night, YYYY-MM-DD. */
  from: string
  /** Last night, YYYY-MM-DD. */
  to: string
  /** Weekdays, such as fri; every day unless given. */
  days?: readonly string[]
  /** Amount in the property's currency. */
  price?: number
  minStay?: number
  maxStay?: number
  closed?: boolean
  closedToArrival?: boolean
  closedToDeparture?: boolean
  /** Units that are free. */
  availability?: number
}

export interface SeedUnit {
  /** Integer by which `/v1` requests name the room; the unit's id unless given. */
  roomCode?: Code
  name: string
  /** Names in other languages, by language code. */
  names?: Record<string, string>
  type?: 'room' | 'meal' | 'extra'
  /** Units of this kind in the house. */
  count: number
  basePrice: number
  /** Guests. */
  occupancy?: { standard: number; min?: number; max?: number }
  /** Rate plans that sell the unit, by name; plans of one property with one name are one plan. */
  ratePlans?: readonly (string | { name: string; planCode?: Code })[]
  /** What the unit is called in source systems. */
  identifiers?: readonly { source: string; name: string; value: string }[]
  /** Rates and inventory of a room, without a rate plan. */
  calendar?: readonly SeedNights[]
  /** Further fields of the unit's record, as the interface spells them. */
  fields?: Record<string, unknown>
}

export interface SeedProperty {
  /** Integer by which `/v1` requests name the property; its id unless given. */
  hotelCode?: Code
  name: string
  code: string
  hubSwitchId: string
  status?: string
  latitude?: number
  longitude?: number
  address?: { addressLine?: string; cityName?: string; postalCode?: string; country?: string }
  /** Home currency code. */
  currency?: string
  timezone?: string
  /** Account that owns it; demo-supplier unless given. */
  partnerId?: string
  distributorType?: string
  /** 1 to 5; absent = unrated. */
  rating?: number
  /** Code of the property type, such as hotel. */
  propertyType?: string
  /** Ids of facility metadata. */
  facilityIds?: readonly number[]
  /** Facilities with the identifier source that told them (1 unless given) and a value. */
  facilities?: readonly { id: number; sourceId?: number; value?: string | number | boolean }[]
  /** Pictures and logos in their order; the type is the code of a media type. */
  images?: readonly { url: string; isMain?: boolean; isLogo?: boolean; type?: string }[]
  /** Ids in the source systems that keep their own, by abbreviation: PMS, REV. */
  identifiers?: readonly { source: string; identifier: string; url?: string }[]
  /** External reviews; the source is REV unless given. */
  reviews?: readonly {
    source?: string
    rating?: number
    ratingMax?: number
    reviewCount?: number
    url?: string
    lastUpdate?: string
  }[]
  /** Further fields of the property's information, as the interface spells them. */
  info?: Record<string, unknown>
  /** Further fields of the property's record, as the interface spells them. */
  fields?: Record<string, unknown>
  units?: readonly SeedUnit[]
}

/** A list of properties, known by a domain name. */
export interface SeedList {
  domain: string
  name: string
  hubSwitchIds: readonly string[]
}

export interface SeedData {
  properties: readonly SeedProperty[]
  lists?: readonly SeedList[]
}

export interface SeedReport {
  properties: number
  units: number
  ratePlans: number
  /** Nights of rooms that got a rate, a restriction or a count. */
  nights: number
  /** Properties that were there already and were left as they are. */
  skipped: number
}

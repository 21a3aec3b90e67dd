/** Facilities (wire default 14): filters that searches take, and the facilities that stand behind each. Both only ever grow at their ends: ids are places. */

/** What a search can ask for. */
export const FACILITY_FILTERS = [
  ['wifi', 'Wi-Fi'],
  ['parking', 'Parking'],
  ['restaurant', 'Restaurant'],
  ['breakfast', 'Breakfast'],
  ['spa', 'Spa and wellness'],
  ['pool', 'Swimming pool'],
  ['fitness', 'Fitness'],
  ['bar', 'Bar'],
  ['air_conditioning', 'Air conditioning'],
  ['family', 'Family friendly'],
  ['pets', 'Pets welcome'],
  ['accessible', 'Accessible'],
  ['shuttle', 'Shuttle service'],
  ['business', 'Business'],
  ['kitchen', 'Kitchen'],
  ['laundry', 'Laundry'],
] as const satisfies readonly (readonly [code: string, name: string])[]

export type FilterCode = (typeof FACILITY_FILTERS)[number][0]

/** What a property can have, each below the filter that finds it. The first sixteen stand for one filter each, in the order of the filters. */
const METADATA = [
  ['wifi', 'Wi-Fi', 'Internet', 'wifi'],
  ['parking_on_site', 'Parking on site', 'Arrival', 'parking'],
  ['restaurant', 'Restaurant', 'Food and drink', 'restaurant'],
  ['breakfast_buffet', 'Breakfast buffet', 'Food and drink', 'breakfast'],
  ['spa', 'Spa', 'Wellness', 'spa'],
  ['pool_outdoor', 'Outdoor pool', 'Wellness', 'pool'],
  ['gym', 'Gym', 'Sports', 'fitness'],
  ['bar', 'Bar', 'Food and drink', 'bar'],
  ['air_conditioning', 'Air conditioning', 'Rooms', 'air_conditioning'],
  ['family_rooms', 'Family rooms', 'Families', 'family'],
  ['pets_allowed', 'Pets allowed', 'House rules', 'pets'],
  ['wheelchair_access', 'Wheelchair access', 'Accessibility', 'accessible'],
  ['airport_shuttle', 'Airport shuttle', 'Arrival', 'shuttle'],
  ['meeting_rooms', 'Meeting rooms', 'Business', 'business'],
  ['kitchenette', 'Kitchenette', 'Rooms', 'kitchen'],
  ['laundry_service', 'Laundry service', 'Services', 'laundry'],
  ['wifi_rooms', 'Wi-Fi in all rooms', 'Internet', 'wifi'],
  ['parking_garage', 'Underground garage', 'Arrival', 'parking'],
  ['parking_charging', 'Charging for electric cars', 'Arrival', 'parking'],
  ['restaurant_terrace', 'Terrace restaurant', 'Food and drink', 'restaurant'],
  ['restaurant_vegetarian', 'Vegetarian kitchen', 'Food and drink', 'restaurant'],
  ['breakfast_continental', 'Continental breakfast', 'Food and drink', 'breakfast'],
  ['breakfast_in_room', 'Breakfast in the room', 'Food and drink', 'breakfast'],
  ['sauna', 'Sauna', 'Wellness', 'spa'],
  ['hot_spring', 'Hot spring bath', 'Wellness', 'spa'],
  ['massage', 'Massage', 'Wellness', 'spa'],
  ['pool_indoor', 'Indoor pool', 'Wellness', 'pool'],
  ['pool_children', "Children's pool", 'Families', 'pool'],
  ['yoga', 'Yoga room', 'Sports', 'fitness'],
  ['rooftop_bar', 'Rooftop bar', 'Food and drink', 'bar'],
  ['ceiling_fan', 'Ceiling fan and night cooling', 'Rooms', 'air_conditioning'],
  ['cot', 'Cots', 'Families', 'family'],
  ['playground', 'Playground', 'Families', 'family'],
  ['dog_basket', 'Baskets and bowls for dogs', 'House rules', 'pets'],
  ['lift', 'Lift', 'Accessibility', 'accessible'],
  ['step_free_shower', 'Step-free shower', 'Accessibility', 'accessible'],
  ['station_shuttle', 'Station shuttle', 'Arrival', 'shuttle'],
  ['desk', 'Desk in every room', 'Business', 'business'],
  ['shared_kitchen', 'Shared kitchen', 'Rooms', 'kitchen'],
  ['washing_machine', 'Washing machine', 'Services', 'laundry'],
] as const satisfies readonly (readonly [code: string, name: string, categoryName: string, filter: FilterCode])[]

export interface FacilityMetadata {
  id: number
  code: string
  name: string
  categoryName: string
  filterId: number
}

const filterIdOf = (filter: FilterCode): number => FACILITY_FILTERS.findIndex(([code]) => code === filter) + 1

/** The facility with this metadata id. */
export function facilityById(id: number): FacilityMetadata | undefined {
  const found = METADATA[id - 1]
  if (found === undefined) return undefined
  const [code, name, categoryName, filter] = found
  return { id, code, name, categoryName, filterId: filterIdOf(filter) }
}

/** How many facilities there are; their ids run from 1. */
export const FACILITY_COUNT: number = METADATA.length

/** Metadata ids of the facilities that a filter stands for. */
export function metadataIdsOf(filterId: number): number[] {
  return METADATA.flatMap(([, , , filter], at) => (filterIdOf(filter) === filterId ? [at + 1] : []))
}

import { type LocalizedText, lookupById } from '../ground/index.js'
import type { StoredUnit } from '../store/index.js'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Every field of the interface's table that a unit has no value for. */
const EMPTY = {
  limited: false,
  isExtra: false,
  soldOverTime: false,
  isCityTax: false,
  displayOccupancyPricesOnCalendar: false,
  basePrice: null,
  basePriceBeforeTax: null,
  roomTypeId: null,
  timeType: null,
  paymentType: null,
  paymentMode: null,
  roomType: null,
  mealType: null,
  noOfSellableUnits: null,
  capacities: [],
  isMandatory: false,
  inventoryType: null,
  hubSwitchImportLink: null,
  translationKey: null,
  channelIds: [],
  mapProduct: false,
  cancellationPolicies: [],
  minLengthOfStay: null,
  maxLengthOfStay: null,
  arrivalDays: null,
  bookableDays: null,
  departureDays: null,
  price: null,
  iCalLink: null,
} as const

/** All seven days, an absent one as false (wire default 16). */
function viewDays(days: unknown): Record<string, boolean> | null {
  if (typeof days !== 'object' || days === null) return null
  return Object.fromEntries(WEEKDAYS.map((day) => [day, (days as Record<string, unknown>)[day] === true]))
}

/** Texts with their language in words, so that a reader learns the lookup (wire default 8). */
function viewTexts(texts: readonly LocalizedText[] = []) {
  return texts.map((text) => ({ ...text, language: lookupById('language', text.languageId) ?? null }))
}

/** The complete record of a unit, with what the system fills in (wire defaults 15 to 17). */
export function viewUnit({ id, propertyId, record }: StoredUnit) {
  return {
    id,
    propertyId,
    ...EMPTY,
    ...record,
    names: viewTexts(record.names),
    descriptions: viewTexts(record.descriptions),
    sellableUnitType: lookupById('unitType', record.sellableUnitTypeId) ?? null,
    capacities: (record.capacities ?? []).map((capacity) => ({ isBlockout: false, ...capacity })),
    arrivalDays: viewDays(record['arrivalDays']),
    bookableDays: viewDays(record['bookableDays']),
    departureDays: viewDays(record['departureDays']),
  }
}

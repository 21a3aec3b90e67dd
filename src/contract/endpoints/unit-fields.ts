import * as z from '../../zod/index.js'
import {
  CurrencyCode,
  Day,
  identity,
  Int32,
  LanguageId,
  link,
  LocalizedText,
  LookupPart,
  ofLookup,
  openList,
  PropertyId,
  TextPart,
  word,
} from '../schema/index.js'

/** Fields of a sellable unit (interface: "Sellable unit"). */

/** Known values of the unit's enums (wire default 17). */
export const UNIT_ENUMS = {
  timeType: ['day', 'hour', '30_minutes', '15_minutes'],
  paymentMode: ['AMOUNT', 'PERCENT'],
  paymentType: ['per_stay', 'per_night', 'per_person', 'per_person_per_night', 'per_unit'],
  inventoryType: ['internal', 'external'],
  typeCode: ['room', 'meal', 'extra'],
} as const

const Capacity = z.strictObject(() => ({
  capacity: z.int().min(0),
  isBlockout: z.boolean().optional(),
  timeRange: z.strictObject({ fromDate: Day, toDate: Day }).optional(),
  minOccupancy: z.int().min(0).optional(),
  maxOccupancy: z.int().min(0).optional(),
}))

const Description = z.strictObject(() => ({
  text: z.string(),
  languageId: LanguageId,
  descriptionTypeId: Int32.optional(),
}))

const day = z.boolean().optional()
const Weekdays = z.strictObject(() => ({
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
}))

const Price = z.looseObject(() => ({
  mode: word(z.string()).optional(),
  value: z.union([z.number(), z.string()]).optional(),
  currencyCode: CurrencyCode.optional(),
}))

/** What create and update both take (interface: "Sellable unit"). */
const unitFields = () => ({
  propertyId: PropertyId.optional().describe('Owning property'),
  names: z.array(LocalizedText).optional().describe('Localized names; on update they replace the existing ones'),
  limited: z.boolean().optional().describe('Availability limited'),
  isExtra: z.boolean().optional().describe('Add-on such as a meal or a service'),
  soldOverTime: z.boolean().optional().describe('Sold by time duration'),
  isCityTax: z.boolean().optional().describe('City tax applies'),
  displayOccupancyPricesOnCalendar: z.boolean().optional().describe('Show occupancy-based prices on the calendar'),
  basePrice: z.number().min(0).optional().describe('Default price'),
  sellableUnitTypeId: ofLookup('unitType', z.int())
    .optional()
    .describe('Unit type id; "hubswitch unit types" lists them'),
  roomTypeId: z.int().optional().describe('Room type id'),
  timeType: openList(UNIT_ENUMS.timeType).optional().describe('Booking time unit'),
  paymentType: openList(UNIT_ENUMS.paymentType).optional().describe('Price calculation basis'),
  paymentMode: openList(UNIT_ENUMS.paymentMode).optional().describe('How the value applies'),
  roomType: word(z.string()).optional().describe('Room category'),
  mealType: word(z.string()).optional().describe('Meal plans; several may be combined in one value'),
  noOfSellableUnits: z.int().min(0).optional().describe('Number of units that can be sold'),
  capacities: z
    .array(Capacity)
    .optional()
    .describe('Occupancy and availability rules; on update they replace the existing ones'),
  descriptions: z.array(Description).optional().describe('Descriptions; they replace the existing ones'),
  isMandatory: z.boolean().optional().describe('Must be included in a booking'),
  inventoryType: openList(UNIT_ENUMS.inventoryType).optional().describe('Where the inventory is kept'),
  hubSwitchImportLink: link(z.string()).optional().describe('URL for importing data from an external source'),
  translationKey: identity(z.string()).optional().describe('Translation key'),
  channelIds: z.array(z.int()).optional().describe('Channels where the unit is available'),
  mapProduct: z.boolean().optional().describe('Map to an existing product'),
  cancellationPolicies: z.array(z.int()).optional().describe('Cancellation policy ids'),
  minLengthOfStay: z.int().min(0).optional().describe('Minimum stay in days'),
  maxLengthOfStay: z.int().min(0).optional().describe('Maximum stay in days'),
  arrivalDays: Weekdays.optional().describe('Weekdays on which arrival is allowed'),
  bookableDays: Weekdays.optional().describe('Weekdays on which booking is allowed'),
  departureDays: Weekdays.optional().describe('Weekdays on which departure is allowed'),
  price: Price.optional().describe('Pricing configuration'),
  iCalLink: link(z.string()).optional().describe('iCal URL for availability import'),
})

/** Body of `POST /api/v1/sellable-unit` (AddSellableUnit). `supplierUnitId` is system-populated and must not be sent. */
export const UnitAdd = z.strictObject(() => ({
  ...unitFields(),
  propertyId: PropertyId.describe('Owning property'),
  basePriceBeforeTax: z.number().min(0).optional().describe('Price before tax'),
}))

/** Body of `PUT /api/v1/sellable-unit/{id}` (UpdateSellableUnit): at least one field. */
export const UnitUpdate = z
  .strictObject(() => ({
    ...unitFields(),
    supplierUnitId: z.int().optional().describe('Your own id, used for mapping'),
  }))
  .refine((body) => Object.keys(body).length > 0, 'must hold at least one field')

/** A unit as the service answers it. */
export const Unit = z.looseObject(() => ({
  id: z.number(),
  propertyId: z.number().optional(),
  names: z.array(TextPart).nullish(),
  sellableUnitTypeId: z.number().nullish(),
  sellableUnitType: LookupPart.nullish(),
  noOfSellableUnits: z.number().nullish(),
  basePrice: z.number().nullish(),
}))

/** A reference attribute of a unit, such as a number, a label or a mapping value (wire default 18). */
export const UnitIdentifier = z.looseObject(() => ({
  id: z.number().optional(),
  sellableUnitId: z.number().optional(),
  name: z.string().optional(),
  value: z.union([z.string(), z.number()]).optional(),
  source: z
    .looseObject({ id: z.number().optional(), abbreviation: z.string().optional(), name: z.string().optional() })
    .nullish(),
}))

/** Lists that an update replaces whole (interface: "Sellable unit"). */
export const REPLACED_LISTS = ['names', 'capacities', 'descriptions'] as const

/** Lists of `{id, code, name}` records whose ids stand in requests; a person may give the code or the name (wire default 8). */
export const LOOKUPS = [
  'unitType',
  'facility',
  'language',
  'country',
  'currency',
  'propertyType',
  'phoneType',
  'emailType',
  'brand',
] as const
export type LookupName = (typeof LOOKUPS)[number]

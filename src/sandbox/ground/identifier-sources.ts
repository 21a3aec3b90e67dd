export type IdentifierSource = {
  id: number
  abbreviation: string
  name: string
}

/** The systems in which a property or a unit may be known (wire default 12). Only ever grows at its end. */
export const IDENTIFIER_SOURCES = [
  { id: 1, abbreviation: 'HUB', name: 'External integration system' },
  { id: 2, abbreviation: 'SUP', name: 'Supplier' },
  { id: 3, abbreviation: 'PMS', name: 'Property management system' },
  { id: 4, abbreviation: 'CM', name: 'Channel manager' },
  { id: 5, abbreviation: 'REV', name: 'Review platform' },
] as const satisfies readonly IdentifierSource[]

export type SourceAbbreviation = (typeof IDENTIFIER_SOURCES)[number]['abbreviation']

/** The source with this id. */
export function sourceById(id: number): IdentifierSource | undefined {
  return IDENTIFIER_SOURCES.find((source) => source.id === id)
}

/** The source with this abbreviation, such as PMS. */
export function sourceByAbbreviation(abbreviation: string): IdentifierSource | undefined {
  return IDENTIFIER_SOURCES.find((source) => source.abbreviation === abbreviation)
}

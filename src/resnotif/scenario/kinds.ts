/** What an AgeQualifyingCode makes of a guest. */
export type Kind = 'adult' | 'child'

const ADULTS: ReadonlySet<string> = new Set(['1', '2', '10', '11', '15'])
const CHILDREN: ReadonlySet<string> = new Set(['3', '4', '5', '7', '8', '9', '14', '18', '19'])

/** By OpenTravel's list AQC, in which a child may be an infant or a teenager as well; undefined where the code leaves it open, or is of a list of the PMS's own. */
export const kindOfCode = (code: string | undefined): Kind | undefined =>
  code === undefined ? undefined : ADULTS.has(code) ? 'adult' : CHILDREN.has(code) ? 'child' : undefined

/** A number without the zeros before it; any other text as it stands. */
export const numberText = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? String(Number(text)) : text

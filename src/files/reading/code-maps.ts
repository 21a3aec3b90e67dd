/** Own code → id. */
export type CodeTable = Readonly<Record<string, string>>

/** Own codes of one kind: for all hotels, and for single hotels by their id. */
export interface CodeSection {
  all: CodeTable
  byHotel: Readonly<Record<string, CodeTable>>
}

/** What a mapping file says about own codes. A section that is there holds every code that may be used. */
export interface CodeMaps {
  hotels?: CodeTable
  rooms?: CodeSection
  plans?: CodeSection
}

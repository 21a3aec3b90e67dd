/** A cell of a sheet as the parser gives it; null is blank. */
export type SheetValue = string | number | boolean | Date | null

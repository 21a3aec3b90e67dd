/** Wire default 3; bit 0 of a mask is the first. */
const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The weekdays of a mask, `fri,sat`. */
export function daysText(mask: number): string {
  return DAY_NAMES.filter((_, day) => ((mask >> day) & 1) === 1).join(',')
}

import { DAY_NAMES } from '../push/fates/run-nights.js'

/** The weekdays of a mask, `fri,sat`. */

export function daysText(mask: number): string {
  return DAY_NAMES.filter((_, day) => ((mask >> day) & 1) === 1).join(',')
}

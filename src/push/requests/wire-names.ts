/** How requests of a run are written: the service's names and whether `to` is the last night or the day after. Kept with the run. */
export interface WireNames {
  hotel: string
  list: string
  room: string
  plan: string
  from: string
  to: string
  /** Absent in runs planned by older versions, which name no weekdays. */
  days?: string
  /** Our name and the service's, in the order in which fields are written. */
  fields: [string, string][]
  end: 'inclusive' | 'exclusive'
  /** The service's values by ours, by our name of the field, where it spells them differently. */
  values?: Record<string, Record<string, string | number | boolean>>
}

/** An id as a JSON integer, which has no leading zeros. */
export function integer(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}

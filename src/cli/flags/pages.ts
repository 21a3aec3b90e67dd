import { Flags } from '@oclif/core'
import type { PagedRows } from '../../client/index.js'

/** Flags of every command that reads pages. */
export const pageFlags = {
  all: Flags.boolean({ summary: 'Fetch all pages' }),
  limit: Flags.integer({ summary: 'Maximum number of results to fetch', min: 1, helpValue: '<n>' }),
}

/** What a person reads under rows that are not everything; undefined where they are. */
export function pageFooter(
  { content, pageNumber = 0, totalElements }: PagedRows<unknown>,
  { all, limit = 0 }: { all: boolean; limit?: number | undefined },
): string | undefined {
  if (totalElements === undefined)
    return content.length === 0 || all
      ? undefined
      : `${content.length} rows; the service does not say of how many. --all reads them all.`
  if (content.length >= totalElements) return undefined
  const shown = `${content.length} of ${totalElements}`
  if (pageNumber === 0) return `${shown}. --all reads the rest.`
  const from = `${shown}, from page ${pageNumber} (the first is 0)`
  return all || content.length < limit ? `${from} to the end.` : `${from}. --all reads on to the end.`
}

import { Flags } from '@oclif/core'
import type { PagedRows } from '../../client/index.js'

/** Flags of every command that reads pages. */
export const pageFlags = {
  all: Flags.boolean({ summary: 'Fetch all pages' }),
  limit: Flags.integer({ summary: 'Maximum number of results to fetch', min: 1, helpValue: '<n>' }),
}

/** What a person reads under rows that are not everything; undefined where they are. */
export function pageFooter({ content, pageNumber = 0, totalElements }: PagedRows<unknown>): string | undefined {
  if (totalElements === undefined)
    return content.length === 0
      ? undefined
      : `${content.length} rows; the service does not say of how many. --all reads them all.`
  if (content.length >= totalElements) return undefined
  return `${content.length} of ${totalElements}${pageNumber === 0 ? '' : `, from page ${pageNumber} (the first is 0)`}. --all reads the rest.`
}

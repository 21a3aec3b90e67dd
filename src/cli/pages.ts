import { Flags } from '@oclif/core'
import { Fault } from '../errors.js'

/** Flags of every command that reads pages. */
export const pageFlags = {
  all: Flags.boolean({ summary: 'Read all pages' }),
  limit: Flags.integer({ summary: 'Read pages until there are this many', min: 1, helpValue: '<n>' }),
}

/** One page as the interface answers it (wire default 10). */
export interface Page<R> {
  content: R[]
  pageNumber: number
  totalElements: number
}

export interface PagedRows<R> {
  content: R[]
  totalElements: number
  /** The first page that was read; the first of all is 0. */
  pageNumber: number
}

const SIZE = 100

/**
 * Reads one page, or with `all` or `limit` as many as there are. Rows are told apart by `id`: one that slides to the next
 * page because another was added before it is kept once.
 * @param read fetches a page; `size` undefined = what the person or the service chooses
 * @throws Fault UNEXPECTED where the service answers the same page again and again
 */
export async function readPages<R extends { id: number | string }>(
  { all, limit, page = 0, size }: { all: boolean; limit: number | undefined; page?: number | undefined; size?: number | undefined },
  read: (page: number, size: number | undefined) => Promise<Page<R>>,
): Promise<PagedRows<R>> {
  if (!all && limit === undefined) return read(page, size)
  const rows = new Map<string, R>()
  const pageSize = size ?? Math.min(limit ?? SIZE, SIZE)
  let stale = 0
  let seen = page * pageSize
  for (let number = page; ; number += 1) {
    const { content, totalElements } = await read(number, pageSize)
    const before = rows.size
    for (const row of content) rows.set(String(row.id), rows.get(String(row.id)) ?? row)
    seen += content.length
    const isEnd = content.length === 0 || seen >= totalElements
    if (isEnd || rows.size >= (limit ?? Infinity)) return { content: [...rows.values()].slice(0, limit), totalElements, pageNumber: page }
    stale = rows.size === before ? stale + 1 : 0
    if (stale > 1) throw new Fault('UNEXPECTED', 'The service answers the same rows for different pages.', { next: 'Ask for one page with a larger size.' })
  }
}

/** What a person reads under rows that are not everything; undefined where they are. */
export function pageFooter({ content, pageNumber, totalElements }: PagedRows<unknown>): string | undefined {
  if (content.length >= totalElements) return undefined
  return `${content.length} of ${totalElements}${pageNumber === 0 ? '' : `, from page ${pageNumber} (the first is 0)`}. --all reads the rest.`
}

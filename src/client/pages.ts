import { Fault } from '../errors.js'

/** One page as the interface answers it (wire default 10). A service may leave out which page it is and how many rows there are. */
export interface Page<R> {
  content: R[]
  pageNumber?: number | undefined
  totalElements?: number | undefined
}

export interface PagedRows<R> {
  content: R[]
  totalElements?: number | undefined
  /** The first page that was read; the first of all is 0. */
  pageNumber?: number | undefined
}

const SIZE = 100
/** They are held in memory until the last one is there; a service may count without end. */
const ROWS_MAX = 200_000

type Read<R> = (page: number, size: number | undefined) => Promise<Page<R>>

/**
 * Reads one page, or with `all` or `limit` as many as there are. Rows are told apart by `id`: one that slides to the next
 * page because another was added before it is kept once. Whether the first page of the service is 0 or 1 shows in what it answers: page 1 then repeats
 * page 0, or page 0 is empty or refused. A list is whole only where it has as many rows as the service counts.
 * @param read fetches a page; `size` undefined = what the person or the service chooses
 * @throws Fault UNEXPECTED where the service gives fewer rows than it counts, the same rows again and again, or more than can be held
 */
export async function readPages<R extends { id: number | string }>(
  {
    all,
    limit,
    page,
    size,
  }: { all: boolean; limit: number | undefined; page?: number | undefined; size?: number | undefined },
  read: Read<R>,
): Promise<PagedRows<R>> {
  const from = page ?? 0
  const isMany = all || limit !== undefined
  // A page that was named is one of the size that it has by itself: of another size it would begin with other rows.
  const pageSize = isMany && page === undefined ? (size ?? Math.min(limit ?? SIZE, SIZE)) : size
  const first =
    page === undefined ? await readFirst(read, pageSize) : { answer: await read(from, pageSize), number: from }
  if (!isMany) return first.answer
  const rows = new Map<string, R>()
  let fewest: number | undefined
  let stale = 0
  let fullest = 0
  for (let { answer, number } = first; ; number += 1, answer = await read(number, pageSize)) {
    const { content, totalElements } = answer
    const before = rows.size
    for (const row of content) rows.set(String(row.id), rows.get(String(row.id)) ?? row)
    // Rows that were added while others were read are counted by the later answers alone.
    if (totalElements !== undefined) fewest = Math.min(fewest ?? totalElements, totalElements)
    if (limit !== undefined && rows.size >= limit)
      return { content: [...rows.values()].slice(0, limit), totalElements, pageNumber: from }
    if (limit === undefined && Math.max(rows.size, fewest ?? 0) > ROWS_MAX) throw tooMany(fewest)
    stale = rows.size === before ? stale + 1 : 0
    const isOver = content.length === 0 || (fewest === undefined && stale > 1)
    if (!isOver && stale > 1)
      throw new Fault('ANSWER_UNKNOWN', 'The service answers the same rows for different pages.', {
        next: 'Ask for one page with a larger size.',
      })
    fullest = Math.max(fullest, content.length)
    // How many rows stand on the pages above one that was named is not known: a service may give fewer than were asked for.
    const isLast = totalElements !== undefined && (from === 0 ? rows.size >= totalElements : content.length < fullest)
    if (!isOver && !isLast) continue
    if (from === 0 && fewest !== undefined && rows.size < fewest) throw incomplete(rows.size, fewest)
    const counted = totalElements ?? (from === 0 ? rows.size : undefined)
    return { content: [...rows.values()], totalElements: counted, pageNumber: from }
  }
}

/** The first page of all, whichever number it has. */
async function readFirst<R>(read: Read<R>, size: number | undefined): Promise<{ answer: Page<R>; number: number }> {
  const answer = await read(0, size).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'REFUSED') return error
    throw error
  })
  if (!(answer instanceof Fault) && (answer.content.length > 0 || (answer.totalElements ?? 0) === 0))
    return { answer, number: 0 }
  const next = await read(1, size).catch((error: unknown) => {
    throw answer instanceof Fault ? answer : error
  })
  if (answer instanceof Fault && next.content.length === 0) throw answer
  return { answer: next, number: 1 }
}

function tooMany(counted: number | undefined): Fault {
  const most = ROWS_MAX.toLocaleString('en')
  return new Fault(
    'ANSWER_UNKNOWN',
    `The service ${counted === undefined ? 'gives' : `counts ${counted.toLocaleString('en')} rows, which is`} more than the ${most} that --all reads.`,
    {
      next: 'Narrow the search, or say how many rows with --limit.',
      facts: counted === undefined ? {} : { totalElements: counted },
    },
  )
}

function incomplete(got: number, counted: number): Fault {
  return new Fault(
    'ANSWER_UNKNOWN',
    `The service counts ${counted} rows and gave ${got} of them, so the list is not whole.`,
    {
      next: 'Run it again. If it stays so, say in the wire overlay where pages begin (firstPage: 0 or 1), or ask for one page with a larger size.',
      facts: { rows: got, totalElements: counted },
    },
  )
}

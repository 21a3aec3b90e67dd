import { describe, expect, it } from 'vitest'
import { type Page, readPages } from '../../src/client/pages.js'
import { pageFooter } from '../../src/cli/flags/pages.js'
import { Fault } from '../../src/errors.js'

interface Row {
  id: number
}

/** A service that pages over a list which may change between two requests. */
function service(
  rows: Row[],
  { cap = Infinity, before = () => undefined as unknown }: { cap?: number; before?: (request: number) => unknown } = {},
) {
  const asked: (number | undefined)[] = []
  return {
    asked,
    read: async (page: number, size = 10) => {
      before(asked.length)
      asked.push(page)
      const real = Math.min(size, cap)
      return { content: rows.slice(page * real, (page + 1) * real), pageNumber: page, totalElements: rows.length }
    },
  }
}

const rows = (count: number, from = 0): Row[] => Array.from({ length: count }, (_, at) => ({ id: from + at }))
const idsOf = ({ content }: { content: Row[] }): number[] => content.map(({ id }) => id)

describe('readPages', () => {
  it('reads the one page that was asked for', async () => {
    const { read, asked } = service(rows(25))
    expect(idsOf(await readPages({ all: false, limit: undefined, page: 1, size: 10 }, read))).toEqual(
      idsOf({ content: rows(10, 10) }),
    )
    expect(asked).toEqual([1])
  })

  it('reads all pages, and no page twice', async () => {
    const { read, asked } = service(rows(205))
    expect(idsOf(await readPages({ all: true, limit: undefined }, read))).toEqual(idsOf({ content: rows(205) }))
    expect(asked).toEqual([0, 1, 2])
  })

  it.each([
    { total: 35, page: 2, size: undefined },
    { total: 40, page: 2, size: undefined },
    { total: 35, page: 0, size: undefined },
    { total: 205, page: 1, size: 50 },
    { total: 205, page: 9, size: 50 },
    { total: 200, page: 3, size: 50 },
    { total: 205, page: 1, size: 50, cap: 20 },
  ])('a page that is named begins where it does by itself: $total rows, page $page of $size', async (given) => {
    const { total, page, size, cap = Infinity } = given
    const { read } = service(rows(total), { cap })
    const alone = await readPages({ all: false, limit: undefined, page, size }, read)
    const first = page * Math.min(size ?? 10, cap)
    expect(idsOf(alone)).toEqual(idsOf({ content: rows(total) }).slice(first, first + Math.min(size ?? 10, cap)))
    const all = await readPages({ all: true, limit: undefined, page, size }, read)
    expect(idsOf(all)).toEqual(idsOf({ content: rows(total) }).slice(first))
    expect(all.totalElements).toBe(total)
    for (const limit of [1, 15, 150]) {
      const some = await readPages({ all: false, limit, page, size }, read)
      expect(idsOf(some)).toEqual(idsOf({ content: rows(total) }).slice(first, first + limit))
    }
  })

  it('rows from a named page on are no count of all, where the service does not count', async () => {
    const read = async (page: number, size = 10): Promise<Page<Row>> => ({
      content: rows(35).slice(page * size, (page + 1) * size),
    })
    expect(await readPages({ all: true, limit: undefined, page: 2 }, read)).toEqual({
      content: rows(15, 20),
      totalElements: undefined,
      pageNumber: 2,
    })
  })

  it('goes on where the service gives smaller pages than asked for', async () => {
    const { read, asked } = service(rows(103), { cap: 50 })
    expect(idsOf(await readPages({ all: true, limit: undefined }, read))).toHaveLength(103)
    expect(asked).toEqual([0, 1, 2])
  })

  it('stops at the limit', async () => {
    const { read, asked } = service(rows(500))
    expect(idsOf(await readPages({ all: false, limit: 120 }, read))).toEqual(idsOf({ content: rows(120) }))
    expect(asked).toEqual([0, 1])
  })

  it('neither repeats nor loses a row while others are added in front', async () => {
    const list = rows(300, 1000)
    let next = 0
    const { read } = service(list, {
      before: (request) => (request === 0 ? undefined : list.unshift({ id: (next += 1) })),
    })
    const ids = idsOf(await readPages({ all: true, limit: undefined, size: 25 }, read))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id >= 1000)).toEqual(idsOf({ content: rows(300, 1000) }))
  })

  it('is told from a service that answers the same page for ever', async () => {
    const read = async (page: number) => ({ content: rows(10), pageNumber: page, totalElements: 1000 })
    await expect(readPages({ all: true, limit: undefined }, read)).rejects.toThrow(Fault)
  })

  it('a service that counts without end is asked for one page, unless a limit is given', async () => {
    const endless = {
      asked: 0,
      read: async (page: number) => ({
        content: ((endless.asked += 1), rows(100, page * 100)),
        pageNumber: page,
        totalElements: 1_000_000_000,
      }),
    }
    await expect(readPages({ all: true, limit: undefined }, endless.read)).rejects.toMatchObject({
      message: 'The service counts 1,000,000,000 rows, which is more than the 200,000 that --all reads.',
      next: expect.stringContaining('--limit') as string,
    })
    expect(endless.asked).toBe(1)
    expect((await readPages({ all: false, limit: 250 }, endless.read)).content).toHaveLength(250)
  })

  it('a service that counts nothing and has always more rows ends too', async () => {
    const read = async (page: number) => ({ content: rows(50_000, page * 50_000) })
    await expect(readPages({ all: true, limit: undefined }, read)).rejects.toMatchObject({
      message: 'The service gives more than the 200,000 that --all reads.',
    })
  })

  it('an empty list is empty', async () => {
    expect(await readPages({ all: true, limit: undefined }, service([]).read)).toEqual({
      content: [],
      totalElements: 0,
      pageNumber: 0,
    })
  })

  describe('a service whose pages begin at 1', () => {
    const list = rows(250)
    const fromOne = (first: (size: number) => Promise<Page<Row>>) => {
      const asked: number[] = []
      const read = async (page: number, size = 10): Promise<Page<Row>> => {
        asked.push(page)
        return page === 0
          ? first(size)
          : { content: list.slice((page - 1) * size, page * size), pageNumber: page, totalElements: list.length }
      }
      return { asked, read }
    }

    it.each([
      [
        'takes 0 for the first',
        async (size: number) => ({ content: list.slice(0, size), pageNumber: 1, totalElements: list.length }),
        [0, 1, 2, 3],
      ],
      ['has an empty page 0', async () => ({ content: [], pageNumber: 0, totalElements: list.length }), [0, 1, 2, 3]],
      ['refuses page 0', () => Promise.reject(new Fault('REFUSED', 'page must be at least 1')), [0, 1, 2, 3]],
    ] as const)('and which %s: every row is read', async (_what, first, pages) => {
      const { asked, read } = fromOne(first)
      expect(idsOf(await readPages({ all: true, limit: undefined }, read))).toEqual(idsOf({ content: list }))
      expect(asked).toEqual(pages)
      expect(idsOf(await readPages({ all: false, limit: undefined }, read))).toEqual(
        idsOf({ content: list.slice(0, 10) }),
      )
    })

    it('a refusal that has nothing to do with pages stays', async () => {
      await expect(
        readPages({ all: true, limit: undefined }, () => Promise.reject(new Fault('REFUSED', 'radius too large'))),
      ).rejects.toThrow('radius too large')
    })
  })

  it('fewer rows than the service counts are no list', async () => {
    const read = async (page: number): Promise<Page<Row>> => ({
      content: page < 2 ? rows(100, page * 100) : [],
      totalElements: 250,
    })
    const fault = await readPages({ all: true, limit: undefined }, read).catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'ANSWER_UNKNOWN',
      message: 'The service counts 250 rows and gave 200 of them, so the list is not whole.',
      facts: { rows: 200, totalElements: 250 },
    })
    expect(idsOf(await readPages({ all: false, limit: 150 }, read))).toHaveLength(150)
  })

  it('a service that counts nothing is read to its end', async () => {
    const read = async (page: number, size = 10): Promise<Page<Row>> => ({
      content: rows(130).slice(page * size, (page + 1) * size),
    })
    expect(await readPages({ all: true, limit: undefined }, read)).toMatchObject({
      content: rows(130),
      totalElements: 130,
    })
    expect(await readPages({ all: true, limit: undefined }, async () => ({ content: rows(7) }))).toMatchObject({
      content: rows(7),
      totalElements: 7,
    })
    expect(pageFooter(await read(0), { all: false })).toBe(
      '10 rows; the service does not say of how many. --all reads them all.',
    )
  })

  it('the footer says what is not shown', () => {
    expect(pageFooter({ content: rows(3), totalElements: 3, pageNumber: 0 }, { all: false })).toBeUndefined()
    expect(pageFooter({ content: rows(3), totalElements: 9, pageNumber: 0 }, { all: false })).toBe(
      '3 of 9. --all reads the rest.',
    )
    expect(pageFooter({ content: rows(3), totalElements: 9, pageNumber: 2 }, { all: false })).toBe(
      '3 of 9, from page 2 (the first is 0). --all reads on to the end.',
    )
    expect(pageFooter({ content: rows(3), totalElements: 9, pageNumber: 2 }, { all: true })).toBe(
      '3 of 9, from page 2 (the first is 0) to the end.',
    )
    expect(pageFooter({ content: rows(3), totalElements: 9, pageNumber: 2 }, { all: false, limit: 4 })).toBe(
      '3 of 9, from page 2 (the first is 0) to the end.',
    )
    expect(pageFooter({ content: rows(3), totalElements: 9, pageNumber: 2 }, { all: false, limit: 3 })).toBe(
      '3 of 9, from page 2 (the first is 0). --all reads on to the end.',
    )
  })
})

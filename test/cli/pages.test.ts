import { describe, expect, it } from 'vitest'
import { pageFooter, readPages } from '../../src/cli/pages.js'
import { Fault } from '../../src/errors.js'

interface Row {
  id: number
}

/** A service that pages over a list which may change between two requests. */
function service(rows: Row[], { cap = Infinity, before = () => undefined as unknown }: { cap?: number; before?: (request: number) => unknown } = {}) {
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
    expect(idsOf(await readPages({ all: false, limit: undefined, page: 1, size: 10 }, read))).toEqual(idsOf({ content: rows(10, 10) }))
    expect(asked).toEqual([1])
  })

  it('reads all pages, and no page twice', async () => {
    const { read, asked } = service(rows(205))
    expect(idsOf(await readPages({ all: true, limit: undefined }, read))).toEqual(idsOf({ content: rows(205) }))
    expect(asked).toEqual([0, 1, 2])
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
    const { read } = service(list, { before: (request) => (request === 0 ? undefined : list.unshift({ id: (next += 1) })) })
    const ids = idsOf(await readPages({ all: true, limit: undefined, size: 25 }, read))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id >= 1000)).toEqual(idsOf({ content: rows(300, 1000) }))
  })

  it('is told from a service that answers the same page for ever', async () => {
    const read = async (page: number) => ({ content: rows(10), pageNumber: page, totalElements: 1000 })
    await expect(readPages({ all: true, limit: undefined }, read)).rejects.toThrow(Fault)
  })

  it('an empty list is empty', async () => {
    expect(await readPages({ all: true, limit: undefined }, service([]).read)).toEqual({ content: [], totalElements: 0, pageNumber: 0 })
  })

  it('the footer says what is not shown', () => {
    expect(pageFooter({ content: rows(3), totalElements: 3, pageNumber: 0 })).toBeUndefined()
    expect(pageFooter({ content: rows(3), totalElements: 9, pageNumber: 0 })).toBe('3 of 9. --all reads the rest.')
    expect(pageFooter({ content: rows(3), totalElements: 9, pageNumber: 2 })).toBe('3 of 9, from page 2 (the first is 0). --all reads the rest.')
  })
})

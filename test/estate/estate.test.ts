import { describe, expect, it } from 'vitest'
import { openTestEstate } from '../support/estate-run.js'

describe('without an engine', () => {
  it.each(['redis://127.0.0.1:1', 'postgres://hub@127.0.0.1:1/postgres'])(
    '%s: says so, and nothing was sent',
    async (url) => {
      await expect(openTestEstate(url)).rejects.toMatchObject({
        code: 'UNREACHABLE',
        message: expect.stringContaining('ECONNREFUSED') as string,
        next: expect.stringContaining('Nothing was sent') as string,
      })
    },
  )
})

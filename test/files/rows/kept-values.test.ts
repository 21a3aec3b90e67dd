import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readText } from '../reading.js'

const HEAD = 'hotel_code,room_id,rate_plan_id,date,price,currency,min_stay,max_stay,closed\n'
const LONG = ' '.repeat(12)

const price = fc.oneof(
  fc
    .integer({ min: 0, max: 9 })
    .map((at) => ['80.00', '80', '120.5', '99.999', '0.1234', '€ 70', '70.00', 'x', '', '£ 9'][at]),
  fc.integer({ min: 0, max: 30 }).map((at) => `${100 + at}.00`),
  // Longer than a text that is given a number.
  fc.integer({ min: 0, max: 5 }).map((at) => `${100 + at}.00${LONG}`),
)
const rest = fc.tuple(
  fc.constantFrom('EUR', 'JPY', 'KWD', 'GBP'),
  fc.constantFrom('1', '3', '30', ''),
  fc.constantFrom('2', '28', ''),
  fc.constantFrom('yes', 'no', ''),
)

it('what a row is read as does not depend on the rows above it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(price, fc.integer({ min: 0, max: 11 })), { minLength: 2, maxLength: 60 }),
      fc.array(rest, { minLength: 12, maxLength: 12 }),
      async (rows, rests) => {
        const lines = rows.map(
          ([text, at], day) =>
            `1,101,501,2027-0${1 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')},${text},${rests[at]?.join(',')}\n`,
        )
        const together = await readText(HEAD + lines.join(''))
        const found = new Map(together.rows.map(({ line, fields }) => [line, fields]))
        for (const [at, line] of lines.entries()) {
          const alone = await readText(HEAD + line)
          const fields = alone.rows[0]?.fields
          expect([line, found.get(at + 2)]).toEqual([line, fields])
        }
      },
    ),
    { numRuns: 60 },
  )
})

import { describe, expect, it } from 'vitest'
import { idsGiven, withoutCards } from '../../../src/cli/terminal/index.js'
import { Fault } from '../../../src/errors.js'

const CARD = '4929 4205 7359 5709'
const ID = '4929420573595709'

describe('a fault that is told', () => {
  it('shows no card, whichever part of it quotes one', () => {
    const fault = withoutCards(
      new Fault('UNEXPECTED', `no "${CARD}"`, {
        next: `Write --guest "739, Ada ${CARD} cvc" in another way.`,
        findings: [{ field: 'comment', value: `${CARD} cvc 739`, reason: `is ${CARD}`, remedy: `not ${CARD}` }],
        facts: { asked: { comment: [CARD] } },
        attachment: CARD,
        cause: new Error(CARD),
      }),
    )
    const { message, next, findings, facts, attachment, stack, cause } = fault
    const told = JSON.stringify([message, next, findings, facts, attachment, stack, (cause as Error).stack])
    expect(told).not.toMatch(/4929|739/)
    expect(findings).toEqual([
      {
        field: 'comment',
        value: '**** **** **** 5709 cvc ***',
        reason: 'is **** **** **** 5709',
        remedy: 'not **** **** **** 5709',
      },
    ])
    expect(withoutCards(fault)).toBe(fault)
  })

  it('shows nothing of a number that the quotation cuts off', () => {
    expect(withoutCards(new Fault('USAGE', 'is long: x 4929 4205 7359 57…')).message).toBe(
      'is long: x **** **** **** **…',
    )
  })

  it('keeps ids by their names, what was given as one, and names of files', () => {
    const file = `/in/${ID}.csv`
    const given = idsGiven({ 'booking-id': ID, field: [`comment=${CARD}`] }, [])
    const told = withoutCards(new Fault('NOT_FOUND', `There is no reservation ${ID}.`), given)
    expect(told.message).toContain(ID)
    expect(withoutCards(new Fault('NOT_FOUND', `No ${ID}.`, { facts: { bookingId: ID } })).message).toContain(ID)
    const [finding] = withoutCards(
      new Fault('USAGE', `${file} is wrong.`, {
        findings: [{ file, field: 'room_id', value: ID, reason: 'is wrong' }],
      }),
    ).findings
    expect(finding).toEqual({ file, field: 'room_id', value: ID, reason: 'is wrong' })
    expect(idsGiven({ paid: CARD }, ['x y', 'z'])).toEqual(['z'])
  })
})

it('what a PMS calls a booking stays whole, and a code beside it does not', () => {
  const facts = { bookingId: 'CID4711', reservationIds: ['CSC-471'] }
  const { message } = withoutCards(
    new Fault('OUTCOME_UNKNOWN', 'Its id is "CSC-471", not "CID4711": cvc 987.', { facts }),
  )
  expect(message).toMatch(/^Its id is "CSC-471", not "CID4711": cvc \*\*\*\.$/)
})

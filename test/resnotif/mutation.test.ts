import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildNotification } from '../../src/resnotif/build/build.js'
import { fixMessage } from '../../src/resnotif/fix/fix.js'
import { lintMessage } from '../../src/resnotif/lint/lint.js'
import { line, people, reservation } from './reservations.js'
import {
  MUTATIONS,
  SEQUENCES,
  sizesOf,
  sequenceOf,
  unitsOf,
  validRequests,
  withCodes,
  type Valid,
} from './mutations.js'

/** The long form: RESNOTIF_RUNS=1000. */
const RUNS = Number(process.env.RESNOTIF_RUNS ?? 10)

const rulesOf = (text: string): string[] => lintMessage(text).findings.map(({ rule }) => rule)

describe(`${RUNS} random messages and the faults put into them`, { timeout: 240_000 + RUNS * 1000 }, () => {
  const requests = fc.sample(validRequests, { numRuns: RUNS, seed: 4711 })
  const valid: Valid[] = requests.map((request, i) => {
    const roomStays = i % 3 === 2 ? 'room' : 'reservation'
    return {
      request,
      roomStays,
      text: buildNotification(request, {
        roomStays,
        timeStamp: '2027-01-01T00:00:00Z',
        envelope: i % 4 === 0 ? 'soap11' : 'none',
        bookerNode: i % 5 === 0,
      }),
    }
  })

  it('nothing is found in a valid message, and nothing is fixed', () => {
    for (const { text } of valid) {
      expect(lintMessage(text).findings).toEqual([])
      expect(fixMessage(text)).toEqual({ text, changes: [], remaining: [], open: [], added: [], misfits: [] })
    }
  })

  it.each(Object.keys(SEQUENCES))(
    '%s is named, alone, once, and fixed where it can be told who shares a unit',
    (rule) => {
      let tried = 0
      for (const { request, text, roomStays } of valid) {
        const codes = sequenceOf(rule, unitsOf(request), roomStays)
        if (codes === undefined) continue
        tried++
        const mutated = withCodes(text, codes)
        const { findings } = lintMessage(mutated)
        expect(
          findings.map((finding) => finding.rule),
          JSON.stringify([request.rooms.map((one) => [one.roomId, one.ratePlanId, one.units]), codes]),
        ).toEqual([rule])
        const fixed = fixMessage(mutated)
        // Right numbers in another order are right.
        if (rule === 'counter-string-sorted') {
          expect(fixed).toMatchObject({ changes: [], remaining: [{ severity: 'info' }] })
          continue
        }
        if (fixed.open.length === 0) expect(fixed).toMatchObject({ text, remaining: [] })
        else {
          expect(fixed.remaining).not.toEqual([])
          const named = fixMessage(mutated, { guestsPerUnit: sizesOf(request) })
          expect(named).toMatchObject({ text, remaining: [], open: [], misfits: [] })
        }
      }
      expect(tried).toBeGreaterThan(0)
    },
  )

  it('counter-restarted-per-line is named where one line ends and the next begins with the same code', () => {
    const sleepers = [[2, 3, 2], [3], [3, 2]]
    const rooms = sleepers.map((units, at) =>
      line(
        '102',
        '78',
        units.length,
        units.flatMap((count, unit) =>
          people(count, at * 100 + unit * 10).map((guest) => ({ ...guest, unit: unit + 1 })),
        ),
      ),
    )
    const text = buildNotification(reservation(rooms, { totalGuestCounts: { adults: 15 } }), {
      timeStamp: '2027-01-01T00:00:00Z',
    })
    const codes = [...'112223311111122']
    const mutated = withCodes(text, codes)
    expect(lintMessage(mutated).findings.map(({ rule }) => rule)).toEqual(['counter-restarted-per-line'])
    const fixed = fixMessage(mutated)
    expect(fixed).toMatchObject({
      text: mutated,
      changes: [],
      open: [{ product: '102-78', units: 6, guests: 15, total: null }],
    })
    const named = fixMessage(mutated, { guestsPerUnit: new Map([['102-78', [2, 3, 2, 3, 3, 2]]]) })
    expect(named).toMatchObject({ text, remaining: [] })
  })

  it.each(MUTATIONS.map(([rule, mutate], i) => [`${rule} ${i}`, rule, mutate] as const))(
    '%s is named',
    (_, rule, mutate) => {
      let tried = 0
      for (const one of valid) {
        const mutated = mutate(one)
        if (mutated === undefined || mutated === one.text) continue
        tried++
        expect(rulesOf(mutated), mutated.slice(0, 3000)).toContain(rule)
      }
      expect(tried).toBeGreaterThan(0)
    },
  )

  it.each([
    'rph-not-from-parts',
    'counter-not-number',
    'counter-missing',
    'rph-dangling',
    'index-changing',
    'index-from-counter',
    'index-out-of-range',
  ])('%s is fixed, or left where several units fit', (rule) => {
    const mutations = MUTATIONS.filter(([name]) => name === rule)
    for (const [, mutate] of mutations) {
      for (const one of valid) {
        const mutated = mutate(one)
        if (mutated === undefined) continue
        const { text, remaining, open } = fixMessage(mutated)
        // Who shares a unit with a guest whose code is gone is told by nothing where others already sleep in each unit.
        if (open.length > 0)
          expect({ text, rules: remaining.map((finding) => finding.rule) }).toEqual({ text: mutated, rules: [rule] })
        else expect(remaining.map((finding) => [finding.rule, finding.found, finding.expected])).toEqual([])
      }
    }
  })
})

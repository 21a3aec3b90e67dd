import { expect, it } from 'vitest'
import { runsIn } from '../../../../src/resnotif/capture/packs/base64/runs.js'
import { cpuTime } from '../../../support/cpu-time.js'

const RUN = /[A-Za-z\d+/_-]{16,}={0,2}/g
const byPattern = (text: string): unknown[] =>
  [...text.matchAll(RUN)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }))

it('finds the runs of base64 that a pattern finds', () => {
  // A generator of its own, so that each run of the test sees the same texts.
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const others = '= \n<"\u00e4.'
  for (let round = 0; round < 3_000; round++) {
    const share = 2 + next(30)
    const text = Array.from({ length: next(300) }, () =>
      next(share) === 0 ? others[next(others.length)] : 'ab+/_-Z9'[next(8)],
    ).join('')
    expect([...runsIn(text)]).toEqual(byPattern(text))
  }
})

it('looks at few characters of a text that has none', () => {
  const text = '<RoomType RoomTypeCode="101" NumberOfUnits="2"/>\n'.repeat(200_000)
  expect(cpuTime(() => expect([...runsIn(text)]).toEqual([]), 2_000)).toBeLessThan(2_000)
})

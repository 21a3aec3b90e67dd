import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

interface Refused {
  error: { findings: { rows?: number }[]; facts: { badRows: number; unlistedRows?: number } }
}
interface Planned {
  plan: { badRows: number; bad: { rows?: number }[]; badUnlisted?: number }
}

/** Each wrong price is a cause of its own; `causes` of them, each on two rows, beside one good row. */
const fileOf = (causes: number): string =>
  [
    'hotel_code,room_id,date,price',
    '1000001,101,2040-03-01,100.00',
    ...[1, 2].flatMap((month) =>
      Array.from({ length: causes }, (_, i) => `1000001,${200 + i},2040-0${month}-01,x${i}`),
    ),
    '',
  ].join('\n')
const rowsIn = (entries: readonly { rows?: number }[]): number => entries.reduce((sum, { rows = 1 }) => sum + rows, 0)

describe('wrong rows of more causes than are listed', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  it.each([1, 20, 21, 100, 101, 130])('of %i causes each row is listed or counted', async (causes) => {
    const file = service.put('a.csv', fileOf(causes))
    const { stdout } = await service.run(RatesPush, file, '--dry-run', '--json')
    const { findings, facts } = (JSON.parse(stdout) as Refused).error
    expect(facts.badRows).toBe(2 * causes)
    expect(findings).toHaveLength(Math.min(causes, 100))
    expect(facts.unlistedRows).toBe(causes > 100 ? 2 * (causes - 100) : undefined)
    expect(rowsIn(findings) + (facts.unlistedRows ?? 0)).toBe(facts.badRows)

    const { plan } = JSON.parse(
      (await service.run(RatesPush, file, '--dry-run', '--skip-invalid', '--json')).stdout,
    ) as Planned
    expect(rowsIn(plan.bad) + (plan.badUnlisted ?? 0)).toBe(plan.badRows)
    expect(plan.badUnlisted).toBe(facts.unlistedRows)

    const { stderr } = await service.run(RatesPush, file, '--dry-run')
    const more = /… and .*/.exec(stderr)?.[0]
    expect(more).toBe(
      causes <= 20
        ? undefined
        : causes <= 100
          ? `… and ${causes - 20} more`
          : `… and 80 more, and ${2 * (causes - 100)} further rows`,
    )
  })
})

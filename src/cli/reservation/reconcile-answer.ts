import type { Settled } from '../../booking/index.js'
import { EXIT } from '../../errors.js'
import { attemptColumns } from '../calendar/index.js'
import { list } from '../show/index.js'
import type { Answer } from '../terminal/index.js'

/** The answer of `reservation reconcile`: exit 12 while something stays unknown, 8 where more was booked than wanted. */
export function reconcileAnswer(settled: readonly Settled[]): Answer {
  const exitCode = settled.some(({ isOpen }) => isOpen)
    ? EXIT.outcomeUnknown
    : settled.some(({ isSurplus }) => isSurplus)
      ? EXIT.findings
      : EXIT.ok
  const shown = [...attemptColumns, { name: 'remark', value: ({ remark }: Record<string, unknown>) => remark }]
  return {
    ...list(settled, settled, shown, 'Nothing is open: every attempt of this machine is settled.', NEXT[exitCode]),
    exitCode,
  }
}

/** What to type next, for whoever reads a summary and no table. */
export const NEXT: Readonly<Record<number, string>> = {
  [EXIT.outcomeUnknown]:
    'Ask the service about what is open, then run "hubswitch reservation reconcile" again; "--give-up" with its channel booking id closes an attempt.',
  [EXIT.findings]: 'Have what is too much cancelled, then run "hubswitch reservation reconcile" again.',
}

import { green, red, yellow } from 'ansis'
import type { Verdict } from '../../resnotif/index.js'
import type { ShownAnswer, ShownRequest } from '../exchange/index.js'
import type { Column } from '../terminal/index.js'

/** One message of a run, and what came of it. Free of secrets. */
export interface StepResult {
  step: number
  title: string
  sends: string
  bookingId: string
  mustAnswer: string
  /** Whether the message reached the PMS: `maybe` where the connection ended without an answer. */
  arrival: 'answered' | 'maybe' | 'no'
  verdict: Verdict
  reason: string
  /** The PMS asked to come later: nothing was judged. */
  isPutOff?: true
  /** Whole milliseconds; absent where nothing was sent. */
  ms?: number
  request?: ShownRequest
  answer?: ShownAnswer
}

export interface ScenarioResult {
  name: string
  title: string
  verdict: Verdict
  steps: StepResult[]
}

/** What is handed in. */
export interface Sheet {
  /** Host and port of the PMS: the rest of the address may hold a key. */
  pms: string
  property: string
  startedAt: string
  passed: number
  failed: number
  unknown: number
  scenarios: ScenarioResult[]
}

/** A line of the sheet as a table. */
export interface SheetRow extends Omit<StepResult, 'request' | 'answer'> {
  scenario: string
  status: number | ''
}

export function sheetRows({ scenarios }: Sheet): SheetRow[] {
  return scenarios.flatMap(({ name, steps }) =>
    steps.map(({ request: _request, answer, ...step }) => ({
      scenario: name,
      ...step,
      status: answer === undefined ? '' : answer.status,
    })),
  )
}

const PAINTS: Readonly<Record<Verdict, (text: string) => string>> = { pass: green, fail: red, unknown: yellow }

export const sheetColumns: Column<SheetRow>[] = [
  { name: 'scenario', value: ({ scenario }) => scenario },
  { name: 'step', align: 'right', value: ({ step }) => step },
  { name: 'sends', value: ({ sends }) => sends },
  { name: 'title', value: ({ title }) => title },
  { name: 'bookingId', value: ({ bookingId }) => bookingId },
  { name: 'status', align: 'right', value: ({ status }) => status },
  { name: 'ms', align: 'right', value: ({ ms }) => ms },
  { name: 'verdict', value: ({ verdict }) => verdict, paint: (cell, { verdict }) => PAINTS[verdict](cell) },
  { name: 'reason', value: ({ reason }) => reason, isWhole: true },
]

/** How many scenarios ended in which way. */
export function sheetWords({ scenarios, passed, failed, unknown }: Sheet): string {
  const rest = [...(failed === 0 ? [] : [`${failed} failed`]), ...(unknown === 0 ? [] : [`${unknown} not known`])].join(
    ', ',
  )
  return `${passed} of ${scenarios.length} scenarios passed${rest === '' ? '' : `; ${rest}`}.`
}

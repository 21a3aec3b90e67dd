import type { Journal, RunRecord } from '../../journal/index.js'
import { confirm, type Terminal } from '../terminal/index.js'

interface Agreeing {
  command: { terminal: Terminal; ending(): AbortSignal }
  journal: Journal
  runId: number
  question: string
}

/**
 * Asks whether a planned run is to be sent, and writes the yes down: a run whose process died at the question is not one that may go out unasked.
 * @throws Fault INTERRUPTED where the answer is no
 */
export async function agreeToSend({ command, journal, runId, question }: Agreeing): Promise<void> {
  await confirm(command.terminal, question, false, command.ending())
  journal.runs.agreed(runId)
}

/** Whether a planned run has never been sent, and nobody has said yet that it may be. */
export function isUnagreed({ state, command }: Pick<RunRecord, 'state' | 'command'>): boolean {
  return state === 'ready' && command['agreed'] !== true
}

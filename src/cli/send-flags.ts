import { Flags } from '@oclif/core'
import { readDuration } from './duration.js'

/** Flags of every command that sends a run. */
export const sendFlags = {
  deadline: Flags.string({ summary: 'Stop after this time, such as 90s, 20m or 2h, with exit 9; "run resume" sends the rest', helpValue: '<time>' }),
  'keep-going': Flags.boolean({ summary: 'Have every hotel judged although the service refuses one after the other for the same reason' }),
  gzip: Flags.boolean({ summary: 'Send the requests compressed, where the service takes that', allowNo: true }),
}

export interface Sending {
  /** What is left of the time budget, in milliseconds; not above zero: nothing. */
  deadlineMs?: number
  keepsGoing: boolean
}

/**
 * What the flags say about sending.
 * @param startedAt when the command began, epoch milliseconds: reading and planning count
 * @throws Fault USAGE
 */
export function readSending(flags: { deadline?: string | undefined; 'keep-going'?: boolean | undefined }, startedAt: number): Sending {
  const keepsGoing = flags['keep-going'] === true
  return flags.deadline === undefined ? { keepsGoing } : { keepsGoing, deadlineMs: startedAt + readDuration('--deadline', flags.deadline) - Date.now() }
}

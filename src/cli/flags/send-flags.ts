import { Flags } from '@oclif/core'
import type { SettingFlags } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { steadyMs } from '../../clock.js'
import { GROUP } from './groups.js'
import { readDuration } from './moment.js'

/** Flags of every command that sends a run. */
export const sendFlags = {
  rate: Flags.string({ helpGroup: GROUP.pace, summary: 'Most requests a second, such as 5 or 0.2', helpValue: '<n>' }),
  concurrency: Flags.integer({ helpGroup: GROUP.pace, summary: 'Number of hotels to send in parallel' }),
  deadline: Flags.string({
    helpGroup: GROUP.unattended,
    summary:
      'Stop after this time, such as 90s, 20m or 2h, counted from when --jitter is over, whatever is waited for, and exit with 9; "run resume" sends the rest',
    helpValue: '<time>',
  }),
  'lock-wait': Flags.string({
    helpGroup: GROUP.unattended,
    summary: 'Wait so long for another push of this kind to end, such as 5m, instead of exiting with 11 at once',
    helpValue: '<time>',
  }),
  events: Flags.string({
    helpGroup: GROUP.unattended,
    summary: 'Write what happens to each request as a line of JSON, to a file, a named pipe, or - for standard output',
    helpValue: '<file>',
  }),
  'keep-going': Flags.boolean({
    helpGroup: GROUP.pace,
    summary: 'Try every hotel even if the service keeps refusing them for the same reason',
  }),
  gzip: Flags.boolean({
    helpGroup: GROUP.pace,
    summary: 'Compress requests with gzip, if the service accepts it',
    allowNo: true,
  }),
}

/** Of every command that works on an estate as well. */
export const estateFlag = {
  estate: Flags.string({
    summary:
      'Engine of an estate that is sent to from many machines, such as redis://host:6379; a password comes from HUBSWITCH_ESTATE_PASSWORD',
    helpValue: '<url>',
  }),
}

export interface SendFlags {
  rate?: string | undefined
  concurrency?: number | undefined
  deadline?: string | undefined
  'keep-going'?: boolean | undefined
  gzip?: boolean | undefined
}

export interface Sending {
  /** What is left of the time budget, in milliseconds; not above zero: nothing. */
  deadlineMs?: number
  keepsGoing: boolean
}

/**
 * What the flags say about sending.
 * @param startedAt when the command began, by steadyMs(): reading and planning count, and a clock that is set back does not
 * @throws Fault USAGE
 */
export function readSending(flags: SendFlags, startedAt: number): Sending {
  const keepsGoing = flags['keep-going'] === true
  return flags.deadline === undefined
    ? { keepsGoing }
    : { keepsGoing, deadlineMs: startedAt + readDuration('--deadline', flags.deadline) - steadyMs() }
}

/**
 * The same as settings.
 * @throws Fault USAGE
 */
export function sendSettings({ rate, concurrency, gzip }: SendFlags): SettingFlags {
  return { ratePerSecond: readRate(rate), concurrency, gzip }
}

/**
 * Reads `--rate`: `5`, `0.2`, `5/s`.
 * @throws Fault USAGE
 */
export function readRate(rate: string | undefined): number | undefined {
  if (rate === undefined) return undefined
  const value = Number(rate.replace(/\/s$/, ''))
  if (!(value > 0)) throw new Fault('USAGE', `--rate takes requests a second, such as 5 or 0.2, not "${rate}".`)
  return value
}

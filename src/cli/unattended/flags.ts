import { Flags } from '@oclif/core'
import { Fault } from '../../errors.js'
import { firstCharacters } from '../../redaction/index.js'
import { GROUP, readDuration } from '../flags/index.js'
import { SUMMARY_FORMATS, type SummaryFormat } from '../report/index.js'

const helpGroup = GROUP.unattended

export const PING_VARIABLE = 'HUBSWITCH_PING_URL'
/** What --ping-url says to have it read from there. */
export const FROM_VARIABLE = 'env'

export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Flags of every command that is left to a clock, with nobody at the screen. */
export const unattendedFlags = {
  'log-file': Flags.string({
    helpGroup,
    summary: 'Append what happens to this file, a line an event',
    helpValue: '<file>',
  }),
  'log-format': Flags.option({
    options: LOG_FORMATS,
    helpGroup,
    dependsOn: ['log-file'],
    summary: '[default: text] Format of the log',
  })(),
  'log-max-size': Flags.string({
    helpGroup,
    dependsOn: ['log-file'],
    summary: '[default: 10MB] Begin a new log beyond this size, such as 500KB or 10MB, and keep the last 5',
    helpValue: '<size>',
  }),
  summary: Flags.string({
    helpGroup,
    summary: 'Write how it ended to this file, ready to be mailed: .txt, .md, .html or .json',
    helpValue: '<file>',
  }),
  'summary-format': Flags.option({
    options: SUMMARY_FORMATS,
    helpGroup,
    dependsOn: ['summary'],
    summary: '[default: by the name of the file] Format of the summary',
  })(),
  'ping-url': Flags.string({
    helpGroup,
    summary:
      'Report start (/start), success and failure (/fail) to this URL; one with a key belongs in HUBSWITCH_PING_URL, and env reads it there',
    helpValue: '<url>',
  }),
  jitter: Flags.string({
    helpGroup,
    summary: 'Wait at random before it begins, at most so long, such as 5m',
    helpValue: '<time>',
  }),
}

export interface UnattendedFlags {
  'log-file'?: string | undefined
  'log-format'?: LogFormat | undefined
  'log-max-size'?: string | undefined
  summary?: string | undefined
  'summary-format'?: SummaryFormat | undefined
  'ping-url'?: string | undefined
  jitter?: string | undefined
}

/** The same, read. */
export interface UnattendedWishes {
  log?: { file: string; format: LogFormat; maxBytes: number }
  summary?: { file: string; format: SummaryFormat }
  jitterMs?: number
}

const BY_NAME: Readonly<Record<string, SummaryFormat>> = {
  txt: 'text',
  md: 'markdown',
  html: 'html',
  htm: 'html',
  json: 'json',
}
const SIZE_UNITS: Readonly<Record<string, number>> = { kb: 1_000, mb: 1_000_000, gb: 1_000_000_000 }
const LEAST_LOG_BYTES = 1_000

/**
 * What the flags say; the ping is read on its own, because it may come from the environment.
 * @throws Fault USAGE
 */
export function readUnattended(flags: UnattendedFlags): UnattendedWishes {
  const { 'log-file': file, 'log-format': format = 'text', summary, jitter } = flags
  const maxBytes = readSize('--log-max-size', flags['log-max-size'] ?? '10MB')
  return {
    ...(file === undefined ? {} : { log: { file, format, maxBytes } }),
    ...(summary === undefined
      ? {}
      : { summary: { file: summary, format: flags['summary-format'] ?? formatOf(summary) } }),
    ...(jitter === undefined ? {} : { jitterMs: readDuration('--jitter', jitter) }),
  }
}

export function formatOf(file: string): SummaryFormat {
  const format = BY_NAME[/\.([a-z]{2,4})$/i.exec(file.slice(-6))?.[1]?.toLowerCase() ?? '']
  if (format !== undefined) return format
  throw new Fault('USAGE', `--summary ${file} does not show its format.`, {
    next: 'Name a file that ends with .txt, .md, .html or .json, or add --summary-format. Nothing was sent.',
  })
}

/** @throws Fault USAGE */
function readSize(flag: string, text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9})(kb|mb|gb)$/i.exec(text.trim()) ?? []
  const bytes = Number(amount) * (SIZE_UNITS[unit.toLowerCase()] ?? 0)
  if (bytes >= LEAST_LOG_BYTES) return bytes
  throw new Fault('USAGE', `${flag} needs a size such as 500KB or 10MB, not "${firstCharacters(text, 40)}".`)
}

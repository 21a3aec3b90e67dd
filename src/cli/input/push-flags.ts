import { Args, Flags } from '@oclif/core'
import { Fault } from '../../errors.js'
import { DATE_CELLS, DATE_FORMATS, type ReadOptions } from '../../files/index.js'
import { estateFlag, GROUP, readDuration, type SendFlags, sendFlags } from '../flags/index.js'
import { unattendedFlags } from '../unattended/index.js'

const helpGroup = GROUP.reading
const guardGroup = GROUP.guards

export const pushArgs = {
  file: Args.string({
    description: 'CSV, Excel, YAML or JSON Lines file, also gzipped; - for standard input. Several files make one run',
  }),
}

/** Flags of every push. */
export const pushFlags = {
  'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show the plan without connecting to the service' }),
  'changes-only': Flags.boolean({ summary: 'Send only the values that differ from what the service has acknowledged' }),
  map: Flags.string({
    summary:
      'Map columns, such as hotel_code=listing_id,price=rate; or a YAML mapping file with columns, your own codes and settings',
    helpValue: '<name=column,…|file>',
  }),
  'explain-input': Flags.boolean({
    summary: 'Show how each column is read, with samples and a mapping file to save; plans and sends nothing',
  }),
  'skip-invalid': Flags.boolean({ summary: 'Send the valid rows even if others are invalid' }),
  rejects: Flags.string({ summary: 'Write refused rows to this file, to correct and push again', helpValue: '<file>' }),
  calendar: Flags.string({
    helpGroup: GROUP.look,
    summary: '[default: the first that changes, on a terminal] Hotel whose calendar --dry-run shows',
    helpValue: '<hotel>',
  }),
  'save-plan': Flags.string({
    helpGroup: GROUP.look,
    summary: 'Save the plan to this file instead of sending it',
    helpValue: '<file>',
    exclusive: ['dry-run', 'plan'],
  }),
  plan: Flags.string({
    helpGroup: GROUP.look,
    summary: 'Send a plan saved with --save-plan; refused if what it builds on has changed since',
    helpValue: '<file>',
  }),
  ...estateFlag,
  wait: Flags.boolean({
    helpGroup: GROUP.unattended,
    summary: 'With an estate: wait until its workers have sent the run, and exit as if it had been sent from here',
  }),
  ...sendFlags,
  'body-bytes': Flags.integer({ helpGroup: GROUP.pace, summary: 'Maximum size of a request body in bytes' }),
  entries: Flags.integer({ helpGroup: GROUP.pace, summary: 'Maximum number of entries per request' }),
  split: Flags.option({
    helpGroup: GROUP.pace,
    options: ['month'] as const,
    summary: 'Never mix calendar months in one request',
  })(),
  'weekday-masks': Flags.boolean({
    helpGroup: GROUP.pace,
    summary: 'Use weekday masks where they save entries',
    allowNo: true,
  }),
  ...unattendedFlags,
  'price-floor': Flags.string({ helpGroup: guardGroup, summary: 'Lowest price allowed', helpValue: '<amount>' }),
  'price-ceiling': Flags.string({ helpGroup: guardGroup, summary: 'Highest price allowed', helpValue: '<amount>' }),
  'max-change': Flags.string({
    helpGroup: guardGroup,
    summary: '[default: 400] Largest price rise against the acknowledged price, and largest fall by the same factor',
    helpValue: '<per cent>',
  }),
  'max-closing': Flags.string({
    helpGroup: guardGroup,
    summary: '[default: 50] Largest share of open nights that may be closed or set to zero',
    helpValue: '<per cent>',
  }),
  'max-shrink': Flags.string({
    helpGroup: guardGroup,
    summary: '[default: 50] Largest share of nights that a file may have lost since it was last pushed',
    helpValue: '<per cent>',
  }),
  'max-age': Flags.string({
    helpGroup: guardGroup,
    summary: 'Refuse a file last modified longer ago than this, such as 36h or 2d',
    helpValue: '<time>',
  }),
  'allow-zero-price': Flags.boolean({ helpGroup: guardGroup, summary: 'Allow prices of zero' }),
  'allow-above-units': Flags.boolean({
    helpGroup: guardGroup,
    summary: 'Allow availability above the number of units the service reports',
  }),
  'allow-other-currency': Flags.boolean({
    helpGroup: guardGroup,
    summary: 'Allow prices in a currency other than the one the service sells the room in',
  }),
  'allow-unknown-rooms': Flags.boolean({
    helpGroup: guardGroup,
    summary: 'Allow rooms that the service does not list as active',
  }),
  'allow-older-file': Flags.boolean({
    helpGroup: guardGroup,
    summary: 'Allow a file older than the last one of the same name that was applied',
  }),
  'allow-full-load': Flags.boolean({
    helpGroup: guardGroup,
    summary: 'Allow sending everything again within a day although most of it is unchanged',
  }),
  hotel: Flags.string({ helpGroup, summary: 'Hotel code for files without a hotel_code column', helpValue: '<code>' }),
  currency: Flags.string({ helpGroup, summary: 'Currency for files without a currency column', helpValue: '<EUR>' }),
  format: Flags.option({
    options: ['csv', 'yaml', 'ndjson'] as const,
    helpGroup,
    summary: 'File format, if the file names do not show it',
  })(),
  sheet: Flags.string({
    helpGroup,
    summary: '[default: the first] Sheet of a workbook, by name or by number among the visible sheets',
    helpValue: '<name>',
  }),
  matrix: Flags.string({
    helpGroup,
    summary: 'Read a table with rooms down and dates across whose cells hold this field, such as price',
    helpValue: '<field>',
  }),
  'ignore-columns': Flags.string({ helpGroup, summary: 'Columns to ignore', helpValue: '<a,b,…>' }),
  delimiter: Flags.string({ helpGroup, summary: 'CSV delimiter: one character, or tab', helpValue: '<char>' }),
  decimal: Flags.option({ options: ['.', ','] as const, helpGroup, summary: 'Decimal separator of prices' })(),
  'date-format': Flags.option({
    options: DATE_FORMATS,
    helpGroup,
    summary: 'Format of dates that are not YYYY-MM-DD; serial: spreadsheet day numbers, counted from 1900',
  })(),
  'date-cells': Flags.option({
    options: DATE_CELLS,
    helpGroup,
    summary:
      'Dates that a spreadsheet program has converted already: take them as they are, or swap day and month back',
  })(),
  encoding: Flags.string({
    helpGroup,
    summary: 'Encoding of text files for which it cannot be detected, such as windows-1252, cp850 or shift_jis',
    helpValue: '<name>',
  }),
  round: Flags.string({
    helpGroup,
    summary: 'Round prices to a multiple of this amount, halves up, such as 0.01',
    helpValue: '<amount>',
  }),
  overlap: Flags.option({
    helpGroup: helpGroup,
    options: ['refuse', 'last-wins'] as const,
    default: 'refuse' as const,
    summary: 'What to do with rows that contradict each other',
  })(),
  past: Flags.option({
    options: ['skip', 'error', 'send'] as const,
    helpGroup,
    summary: '[default: skip] What to do with nights before today at the property',
  })(),
  'time-zone': Flags.string({
    helpGroup,
    summary: 'Time zone of the property, such as Europe/Vienna; decides which nights are past',
    helpValue: '<zone>',
  }),
}

/** Flags of guards that a profile can hold as well. */
export interface GuardFlags {
  'price-floor'?: string | undefined
  'price-ceiling'?: string | undefined
  'max-change'?: string | undefined
  'max-closing'?: string | undefined
  'max-shrink'?: string | undefined
  'max-age'?: string | undefined
}

export interface PushFlags extends GuardFlags, SendFlags {
  estate?: string | undefined
  wait?: boolean | undefined
  'dry-run': boolean
  calendar?: string | undefined
  'save-plan'?: string | undefined
  plan?: string | undefined
  'changes-only': boolean
  'skip-invalid': boolean
  rejects?: string | undefined
  overlap: 'refuse' | 'last-wins'
  format?: ReadOptions['format'] | undefined
  map?: string | undefined
  'ignore-columns'?: string | undefined
  hotel?: string | undefined
  currency?: string | undefined
  sheet?: string | undefined
  matrix?: string | undefined
  delimiter?: string | undefined
  decimal?: ReadOptions['decimal'] | undefined
  'date-format'?: ReadOptions['dateFormat'] | undefined
  'date-cells'?: ReadOptions['dateCells'] | undefined
  round?: string | undefined
  encoding?: ReadOptions['encoding'] | undefined
  past?: ReadOptions['past'] | undefined
  'time-zone'?: string | undefined
  'explain-input'?: boolean | undefined
  'body-bytes'?: number | undefined
  entries?: number | undefined
  split?: 'month' | undefined
  'weekday-masks'?: boolean | undefined
  'allow-zero-price'?: boolean | undefined
  'allow-above-units'?: boolean | undefined
  'allow-other-currency'?: boolean | undefined
  'allow-unknown-rooms'?: boolean | undefined
  'allow-older-file'?: boolean | undefined
  'allow-full-load'?: boolean | undefined
}

/**
 * What the flags say about guards.
 * @throws Fault USAGE
 */
export function readGuards(
  flags: GuardFlags,
): Record<
  'priceFloor' | 'priceCeiling' | 'maxChange' | 'maxClosing' | 'maxShrink' | 'maxAgeHours',
  number | undefined
> {
  const read = (name: Exclude<keyof GuardFlags, 'max-age'>): number | undefined => {
    const given = flags[name]
    if (given === undefined) return undefined
    if (!/^\d+(\.\d+)?%?$/.test(given)) throw new Fault('USAGE', `--${name} needs a number such as 50, not "${given}".`)
    return Number(given.replace('%', ''))
  }
  return {
    priceFloor: read('price-floor'),
    priceCeiling: read('price-ceiling'),
    maxChange: read('max-change'),
    maxClosing: read('max-closing'),
    maxShrink: read('max-shrink'),
    maxAgeHours: flags['max-age'] === undefined ? undefined : readDuration('--max-age', flags['max-age']) / 3_600_000,
  }
}

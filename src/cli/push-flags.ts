import { Args, Flags } from '@oclif/core'
import { DATE_FORMATS, ENCODINGS, type ReadOptions } from '../bulk/index.js'
import { Fault } from '../errors.js'
import { readDuration } from './duration.js'
import { type SendFlags, sendFlags } from './send-flags.js'

const helpGroup = 'READING THE FILES'
const guardGroup = 'GUARDS AGAINST ACCIDENTS'

export const pushArgs = {
  file: Args.string({ description: 'CSV, Excel, YAML or JSON Lines file, also gzipped; - for standard input. Several files make one run' }),
}

/** Flags of every push. */
export const pushFlags = {
  'dry-run': Flags.boolean({ char: 'n', summary: 'Show the plan; nothing is sent and no connection is opened' }),
  calendar: Flags.string({ summary: 'Hotel whose calendar --dry-run shows; on a terminal the first that changes, unless said', helpValue: '<hotel>' }),
  'save-plan': Flags.string({ summary: 'Write the plan to this file instead of sending it', helpValue: '<file>', exclusive: ['dry-run', 'plan'] }),
  plan: Flags.string({ summary: 'Send exactly what --save-plan wrote; refused where its base has changed since', helpValue: '<file>' }),
  'changes-only': Flags.boolean({ summary: 'Send only the values that differ from what the service has acknowledged' }),
  'skip-invalid': Flags.boolean({ summary: 'Send the good rows although others are wrong' }),
  rejects: Flags.string({ summary: 'Write the rows that were refused to this file, to be mended and pushed again', helpValue: '<file>' }),
  overlap: Flags.option({ options: ['refuse', 'last-wins'] as const, default: 'refuse' as const, summary: 'Rows that contradict each other: refuse them, or let the later row win' })(),
  ...sendFlags,
  'body-bytes': Flags.integer({ summary: 'Largest request body in bytes' }),
  entries: Flags.integer({ summary: 'Entries of one request at most' }),
  split: Flags.option({ options: ['month'] as const, summary: 'Send each calendar month in requests of its own, for services that want it so' })(),
  'weekday-masks': Flags.boolean({ summary: 'Let entries name weekdays where that saves entries', allowNo: true }),
  'price-floor': Flags.string({ helpGroup: guardGroup, summary: 'Lowest price of a night', helpValue: '<amount>' }),
  'price-ceiling': Flags.string({ helpGroup: guardGroup, summary: 'Highest price of a night', helpValue: '<amount>' }),
  'max-change': Flags.string({ helpGroup: guardGroup, summary: 'Most that a price may rise against the acknowledged one, or fall by the same factor; 400 unless said', helpValue: '<per cent>' }),
  'max-closing': Flags.string({ helpGroup: guardGroup, summary: 'Most of the open nights that may be closed or emptied; 50 unless said', helpValue: '<per cent>' }),
  'max-shrink': Flags.string({ helpGroup: guardGroup, summary: 'Most nights that a file may have lost since the last push from it; 50 unless said', helpValue: '<per cent>' }),
  'max-age': Flags.string({ helpGroup: guardGroup, summary: 'Refuse a file that was last written longer ago, such as 36h or 2d', helpValue: '<time>' }),
  'allow-zero-price': Flags.boolean({ helpGroup: guardGroup, summary: 'Send prices of zero' }),
  'allow-above-units': Flags.boolean({ helpGroup: guardGroup, summary: 'Send counts above the units that the service says there are' }),
  'allow-other-currency': Flags.boolean({ helpGroup: guardGroup, summary: 'Send prices in another currency than the service sells the room in' }),
  'allow-unknown-rooms': Flags.boolean({ helpGroup: guardGroup, summary: 'Send rooms that the service does not list as active' }),
  'allow-older-file': Flags.boolean({ helpGroup: guardGroup, summary: 'Send a file older than the one of its name that was applied last' }),
  'allow-full-load': Flags.boolean({ helpGroup: guardGroup, summary: 'Send everything again within a day although most of it has not changed' }),
  format: Flags.option({ options: ['csv', 'yaml', 'ndjson'] as const, helpGroup, summary: 'Form of the files, where their names do not tell' })(),
  map: Flags.string({ helpGroup, summary: 'Which column holds what, such as hotel_code=listing_id,price=rate; or a mapping file (YAML) with columns, own codes and settings', helpValue: '<name=column,…|file>' }),
  'ignore-columns': Flags.string({ helpGroup, summary: 'Columns to leave unread', helpValue: '<a,b,…>' }),
  hotel: Flags.string({ helpGroup, summary: 'Hotel code for files without such a column', helpValue: '<code>' }),
  currency: Flags.string({ helpGroup, summary: 'Currency for files without such a column', helpValue: '<EUR>' }),
  sheet: Flags.string({ helpGroup, summary: 'Sheet of a workbook: its name, or its number among the visible ones; the first unless said', helpValue: '<name>' }),
  matrix: Flags.string({ helpGroup, summary: 'What the cells hold in a table with rooms down and dates across, such as price', helpValue: '<field>' }),
  delimiter: Flags.string({ helpGroup, summary: 'Separator of CSV columns: one character, or tab', helpValue: '<char>' }),
  decimal: Flags.option({ options: ['.', ','] as const, helpGroup, summary: 'Decimal mark of prices' })(),
  'date-format': Flags.option({ options: DATE_FORMATS, helpGroup, summary: 'Order of day, month and year in dates that are not YYYY-MM-DD; serial: days from 1900, as spreadsheets count' })(),
  encoding: Flags.option({ options: ENCODINGS, helpGroup, summary: 'Encoding of text files that do not prove their own' })(),
  past: Flags.option({ options: ['skip', 'error', 'send'] as const, helpGroup, summary: 'Nights before today at the property: leave them out (unless said otherwise), refuse their rows, or send them' })(),
  'time-zone': Flags.string({ helpGroup, summary: 'Time zone that says which day it is at the property, such as Europe/Vienna', helpValue: '<zone>' }),
  'explain-input': Flags.boolean({ helpGroup, summary: 'Show how each column is read, with samples and a mapping file to keep; nothing is planned or sent' }),
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
export function readGuards(flags: GuardFlags): Record<'priceFloor' | 'priceCeiling' | 'maxChange' | 'maxClosing' | 'maxShrink' | 'maxAgeHours', number | undefined> {
  const read = (name: Exclude<keyof GuardFlags, 'max-age'>): number | undefined => {
    const given = flags[name]
    if (given === undefined) return undefined
    if (!/^\d+(\.\d+)?%?$/.test(given)) throw new Fault('USAGE', `--${name} needs a number such as 50, not "${given}".`)
    return Number(given.replace('%', ''))
  }
  return { priceFloor: read('price-floor'), priceCeiling: read('price-ceiling'), maxChange: read('max-change'), maxClosing: read('max-closing'), maxShrink: read('max-shrink'), maxAgeHours: flags['max-age'] === undefined ? undefined : readDuration('--max-age', flags['max-age']) / 3_600_000 }
}

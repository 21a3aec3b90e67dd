import { Flags } from '@oclif/core'
import { GROUP } from '../flags/index.js'
import { FORMATS } from '../show/index.js'

const helpGroup = GROUP.global

/** Flags of every command. */
export const globalFlags = {
  profile: Flags.string({
    helpGroup,
    summary: 'Profile to use, instead of HUBSWITCH_PROFILE; "hubswitch profile list" lists them',
    helpValue: '<name>',
  }),
  json: Flags.boolean({
    helpGroup,
    summary: 'Print one JSON document on standard output, also on failure',
    exclusive: ['output'],
  }),
  output: Flags.option({
    options: FORMATS,
    helpGroup,
    summary: '[default: table on a terminal, tab-separated in a pipe] Output format',
  })(),
  columns: Flags.string({
    helpGroup,
    summary: 'Columns to show, such as id,name or nested ones such as supplier.name',
    helpValue: '<a,b,…>',
  }),
  header: Flags.boolean({
    helpGroup,
    allowNo: true,
    summary: '[default: none in a pipe] Names of columns above lists, in tables, CSV and tab-separated lines',
  }),
  'no-truncate': Flags.boolean({ helpGroup, summary: 'Show every text of a table to its end, over more lines' }),
  'csv-raw': Flags.boolean({
    helpGroup,
    summary: "With --output csv: do not put ' before values that a spreadsheet would run as formulas",
  }),
  quiet: Flags.boolean({
    char: 'q',
    helpGroup,
    summary: 'Print no progress and no notices; what changes something prints nothing if all went well',
  }),
  timeout: Flags.string({
    helpGroup,
    summary: '[default: 120s] Longest time for one request, its repeats and waits included, such as 90s or 2m',
    helpValue: '<time>',
  }),
  debug: Flags.boolean({ helpGroup, summary: 'Trace requests on standard error; secrets are redacted' }),
  yes: Flags.boolean({ char: 'y', helpGroup, summary: 'Answer yes to all prompts' }),
}

import { Flags } from '@oclif/core'

/** Flags of the commands that write a file to fill in. */
export const templateFlags = {
  property: Flags.string({ required: true, summary: 'Property whose rooms stand in the file', helpValue: '<id>' }),
  from: Flags.string({ summary: '[default: today at the property] First night', helpValue: '<YYYY-MM-DD>' }),
  nights: Flags.integer({ summary: 'Number of nights', default: 365, min: 1, max: 1830 }),
  format: Flags.option({
    options: ['csv', 'xlsx'] as const,
    summary: '[default: from the name of the file, else csv] Format',
  })(),
  out: Flags.string({
    summary: 'Write to this file instead of standard output; a file that is there is never replaced',
    helpValue: '<file>',
  }),
}

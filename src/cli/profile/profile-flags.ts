import { Flags } from '@oclif/core'
import { ACCESS_KINDS } from '../../config/index.js'
import { GROUP, tryFlag } from '../flags/index.js'

/** Flags of the command that makes or changes a profile. */
export const profileFlags = {
  ...tryFlag,
  'base-url': Flags.string({ summary: 'Base URL of the service; https, or http on loopback', helpValue: '<url>' }),
  'partner-id': Flags.string({ summary: 'Partner id', helpValue: '<id>' }),
  wire: Flags.string({
    summary: 'Wire overlay: a YAML file with the names and values in which the service differs',
    helpValue: '<file>',
  }),
  'ca-file': Flags.string({
    summary: 'PEM file with additional certificate authorities to trust',
    helpValue: '<file>',
  }),
  'distributor-id': Flags.string({ summary: 'Distributor id for product searches', helpValue: '<id>' }),
  'distributor-code': Flags.string({
    summary: 'Distributor code (validation and routing) for product searches',
    helpValue: '<code>',
  }),
  'time-zone': Flags.string({
    summary: 'Time zone of the properties, such as Europe/Vienna; decides which nights are past',
    helpValue: '<zone>',
  }),
  estate: Flags.string({
    summary: 'Engine of an estate that is sent to from many machines, without a password: redis://… or postgres://…',
    helpValue: '<url>',
  }),
  access: Flags.option({
    options: ACCESS_KINDS,
    summary:
      'What commands may change: anything; anything once you have typed the profile name (in a pipe: --yes); or nothing',
  })(),
  'body-bytes': Flags.integer({ helpGroup: GROUP.pace, summary: 'Maximum size of a request body in bytes' }),
  concurrency: Flags.integer({ helpGroup: GROUP.pace, summary: 'Number of hotels to send in parallel' }),
  rate: Flags.string({
    helpGroup: GROUP.pace,
    summary: 'Rate limit in requests per second, over all hotels',
    helpValue: '<n>',
  }),
  'writes-per-minute': Flags.integer({
    helpGroup: GROUP.pace,
    summary:
      '[default: learned from the service] Rate limit in writes per hotel and minute, for rates and for inventory each',
  }),
  'price-floor': Flags.string({
    helpGroup: GROUP.guards,
    summary: 'Lowest price a push may send',
    helpValue: '<amount>',
  }),
  'price-ceiling': Flags.string({ helpGroup: GROUP.guards, summary: 'Highest price allowed', helpValue: '<amount>' }),
  'max-change': Flags.string({
    helpGroup: GROUP.guards,
    summary: 'Largest price rise, and largest fall by the same factor',
    helpValue: '<percent>',
  }),
  'max-closing': Flags.string({
    helpGroup: GROUP.guards,
    summary: 'Largest share of open nights that a push may close',
    helpValue: '<percent>',
  }),
  'max-shrink': Flags.string({
    helpGroup: GROUP.guards,
    summary: 'Largest share of nights that a file may have lost since it was last pushed',
    helpValue: '<percent>',
  }),
  'max-age': Flags.string({
    helpGroup: GROUP.guards,
    summary: 'Maximum age of a file, such as 36h',
    helpValue: '<time>',
  }),
  entries: Flags.integer({ helpGroup: GROUP.pace, summary: 'Maximum number of entries per request' }),
  split: Flags.option({
    helpGroup: GROUP.pace,
    options: ['month'] as const,
    summary: 'Never mix calendar months in one request',
  })(),
  'weekday-masks': Flags.boolean({ helpGroup: GROUP.pace, summary: 'Use weekday masks', allowNo: true }),
  gzip: Flags.boolean({ helpGroup: GROUP.pace, summary: 'Compress requests of a push with gzip', allowNo: true }),
}

import path from 'node:path'
import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { readRate } from '../../cli/flags/index.js'
import { readGuards } from '../../cli/input/index.js'
import { readOverlayFile, refuseSecretsElsewhere } from '../../cli/profile/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { ACCESS_KINDS, listProfiles, readTimeout, saveProfile } from '../../config/index.js'

export default class ProfileSet extends ServiceCommand<typeof ProfileSet> {
  static override summary = 'Create or change a profile'
  static override description =
    'Changes only what you give. Profiles hold no secrets: "hubswitch auth login" stores those.'
  static override examples = [
    '<%= config.bin %> profile set main --base-url https://service.example --partner-id 4711',
    '<%= config.bin %> profile set main --price-floor 30 --max-change 100 --concurrency 4',
    '<%= config.bin %> profile set main --wire samples/overlay.yaml',
    '<%= config.bin %> profile set main --access production',
  ]
  static override args = { name: Args.string({ required: true, description: 'Profile name' }) }
  static override flags = {
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
    access: Flags.option({
      options: ACCESS_KINDS,
      summary:
        'What commands may change: anything; anything once you have typed the profile name (in a pipe: --yes); or nothing',
    })(),
    'body-bytes': Flags.integer({ summary: 'Maximum size of a request body in bytes' }),
    concurrency: Flags.integer({ summary: 'Number of hotels to send in parallel' }),
    rate: Flags.string({ summary: 'Rate limit in requests per second, over all hotels', helpValue: '<n>' }),
    'writes-per-minute': Flags.integer({
      summary: '[default: learned from the service] Rate limit in writes per hotel and minute',
    }),
    'price-floor': Flags.string({ summary: 'Lowest price a push may send', helpValue: '<amount>' }),
    'price-ceiling': Flags.string({ summary: 'Highest price allowed', helpValue: '<amount>' }),
    'max-change': Flags.string({
      summary: 'Largest price rise, and largest fall by the same factor',
      helpValue: '<percent>',
    }),
    'max-closing': Flags.string({
      summary: 'Largest share of open nights that a push may close',
      helpValue: '<percent>',
    }),
    'max-shrink': Flags.string({
      summary: 'Largest share of nights that a file may have lost since it was last pushed',
      helpValue: '<percent>',
    }),
    'max-age': Flags.string({ summary: 'Maximum age of a file, such as 36h', helpValue: '<time>' }),
    entries: Flags.integer({ summary: 'Maximum number of entries per request' }),
    split: Flags.option({ options: ['month'] as const, summary: 'Never mix calendar months in one request' })(),
    'weekday-masks': Flags.boolean({ summary: 'Use weekday masks', allowNo: true }),
    gzip: Flags.boolean({ summary: 'Compress requests of a push with gzip', allowNo: true }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    const {
      'base-url': baseUrl,
      'partner-id': partnerId,
      wire,
      'ca-file': caFile,
      'body-bytes': bodyBytes,
      concurrency,
      rate,
      'distributor-id': distributorId,
      'distributor-code': distributorCode,
      'time-zone': timeZone,
      timeout,
    } = this.flags
    if (wire !== undefined) await readOverlayFile(path.resolve(wire))
    const { configDir } = this.folders()
    const known = listProfiles(configDir).find(({ name }) => name === this.args.name)
    refuseSecretsElsewhere(known, { baseUrl, partnerId })
    const {
      access,
      entries: entriesPerRequest,
      split,
      'weekday-masks': weekdayMasks,
      'writes-per-minute': writesPerMinute,
      gzip,
    } = this.flags
    const bounds = given({
      bodyBytes,
      concurrency,
      ratePerSecond: readRate(rate),
      writesPerMinute,
      entriesPerRequest,
      monthsPerRequest: split === 'month' ? 1 : undefined,
      ...readGuards(this.flags),
    })
    const limits = { ...known?.limits, ...bounds, ...given({ weekdayMasks, gzip }) }
    saveProfile(configDir, this.args.name, {
      ...given({
        baseUrl,
        partnerId,
        distributorId,
        distributorCode,
        timeZone,
        access,
        timeout: timeout === undefined ? undefined : readTimeout('--timeout', timeout),
        wire: absolute(wire),
        caFile: absolute(caFile),
      }),
      ...(Object.keys(limits).length > 0 ? { limits } : {}),
    })
    return record(listProfiles(configDir).find(({ name }) => name === this.args.name))
  }
}

function given<V>(values: Record<string, V | undefined>): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, V] => entry[1] !== undefined))
}

function absolute(file: string | undefined): string | undefined {
  return file === undefined ? undefined : path.resolve(file)
}

import path from 'node:path'
import { Args, Flags } from '@oclif/core'
import { readOverlayFile } from '../../cli/profile/read-overlay.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { readGuards } from '../../cli/push-flags.js'
import { readRate } from '../../cli/send-flags.js'
import { record, type Answer } from '../../cli/view.js'
import { listProfiles, saveProfile } from '../../config/index.js'

export default class ProfileSet extends ServiceCommand<typeof ProfileSet> {
  static override summary = 'Create a profile or change what it says'
  static override description = 'Only what you give changes. Secrets are not kept here: "hubswitch auth login" stores them.'
  static override examples = [
    '<%= config.bin %> profile set main --base-url https://service.example --partner-id 4711',
    '<%= config.bin %> profile set main --price-floor 30 --max-change 100 --concurrency 4',
  ]
  static override args = { name: Args.string({ required: true, description: 'Profile name' }) }
  static override flags = {
    'base-url': Flags.string({ summary: 'Address of the service; https, or http on loopback', helpValue: '<url>' }),
    'partner-id': Flags.string({ summary: 'Partner id', helpValue: '<id>' }),
    wire: Flags.string({ summary: 'Wire overlay: a YAML file that says where the service differs', helpValue: '<file>' }),
    'ca-file': Flags.string({ summary: 'PEM file of certificate authorities to trust beside the usual ones', helpValue: '<file>' }),
    'distributor-id': Flags.string({ summary: 'Distributor who asks for products', helpValue: '<id>' }),
    'distributor-code': Flags.string({ summary: 'Validation and routing code of the distributor', helpValue: '<code>' }),
    'time-zone': Flags.string({ summary: 'Time zone that says which day it is at the properties, such as Europe/Vienna', helpValue: '<zone>' }),
    'body-bytes': Flags.integer({ summary: 'Largest request body in bytes' }),
    concurrency: Flags.integer({ summary: 'Requests in flight over all hotels' }),
    rate: Flags.string({ summary: 'Requests a second, over all hotels', helpValue: '<n>' }),
    'writes-per-minute': Flags.integer({ summary: 'Writes of one hotel a minute; learned from the service unless said' }),
    'price-floor': Flags.string({ summary: 'Lowest price of a night that a push may send', helpValue: '<amount>' }),
    'price-ceiling': Flags.string({ summary: 'Highest price of a night', helpValue: '<amount>' }),
    'max-change': Flags.string({ summary: 'Most that a price may rise, or fall by the same factor', helpValue: '<per cent>' }),
    'max-closing': Flags.string({ summary: 'Most of the open nights that a push may close', helpValue: '<per cent>' }),
    'max-shrink': Flags.string({ summary: 'Most of its nights that a file may have lost since the last push from it', helpValue: '<per cent>' }),
    'max-age': Flags.string({ summary: 'Longest time since a file was last written, such as 36h', helpValue: '<time>' }),
    entries: Flags.integer({ summary: 'Entries of one request' }),
    split: Flags.option({ options: ['month'] as const, summary: 'Each calendar month in requests of its own' })(),
    'weekday-masks': Flags.boolean({ summary: 'Entries may name weekdays', allowNo: true }),
    gzip: Flags.boolean({ summary: 'Requests of a push are sent compressed', allowNo: true }),
  }

  async execute(): Promise<Answer> {
    const { 'base-url': baseUrl, 'partner-id': partnerId, wire, 'ca-file': caFile, 'body-bytes': bodyBytes, concurrency, rate, 'distributor-id': distributorId, 'distributor-code': distributorCode, 'time-zone': timeZone } = this.flags
    if (wire !== undefined) await readOverlayFile(path.resolve(wire))
    const { configDir } = this.folders()
    const before = listProfiles(configDir).find(({ name }) => name === this.args.name)?.limits
    const { entries: entriesPerRequest, split, 'weekday-masks': weekdayMasks, 'writes-per-minute': writesPerMinute, gzip } = this.flags
    const bounds = given({ bodyBytes, concurrency, ratePerSecond: readRate(rate), writesPerMinute, entriesPerRequest, monthsPerRequest: split === 'month' ? 1 : undefined, ...readGuards(this.flags) })
    const limits = { ...before, ...bounds, ...given({ weekdayMasks, gzip }) }
    saveProfile(configDir, this.args.name, {
      ...given({ baseUrl, partnerId, distributorId, distributorCode, timeZone, wire: absolute(wire), caFile: absolute(caFile) }),
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

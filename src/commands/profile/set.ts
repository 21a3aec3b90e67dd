import path from 'node:path'
import { Args } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { readRate } from '../../cli/flags/index.js'
import { readGuards } from '../../cli/input/index.js'
import {
  copiedConfig,
  profileFlags,
  readOverlayFile,
  refuseSecretsElsewhere,
  saveFromFlags,
} from '../../cli/profile/index.js'
import { record, TRIED, triedAnswer } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { listProfiles, readTimeout } from '../../config/index.js'

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
  static override flags = profileFlags

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
      estate,
    } = this.flags
    if (wire !== undefined) await readOverlayFile(path.resolve(wire))
    const { configDir: kept } = this.folders()
    const isDry = this.flags['dry-run']
    const known = listProfiles(kept).find(({ name }) => name === this.args.name)
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
    const configDir = isDry ? copiedConfig(kept, (close) => this.whenDone(close)) : kept
    await saveFromFlags(configDir, this.args.name, {
      ...given({
        baseUrl,
        partnerId,
        distributorId,
        distributorCode,
        timeZone,
        estate,
        access,
        timeout: timeout === undefined ? undefined : readTimeout('--timeout', timeout),
        wire: absolute(wire),
        caFile: absolute(caFile),
      }),
      ...(Object.keys(limits).length > 0 ? { limits } : {}),
    })
    const saved = record(listProfiles(configDir).find(({ name }) => name === this.args.name))
    if (!isDry) return saved
    this.notice(TRIED)
    return triedAnswer(saved)
  }
}

function given<V>(values: Record<string, V | undefined>): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, V] => entry[1] !== undefined))
}

function absolute(file: string | undefined): string | undefined {
  return file === undefined ? undefined : path.resolve(file)
}

import { Args, Flags } from '@oclif/core'
import { distributorFlags, distributorOf, distributorSettings, ServiceCommand } from '../../cli/command/index.js'
import { guestCounts, stayDates, stayFlags } from '../../cli/flags/index.js'
import { offerColumns, offerRows } from '../../cli/property/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'
import { contract } from '../../contract/index.js'

export default class ProductSearch extends ServiceCommand<typeof ProductSearch> {
  static override summary = contract.product.search.summary
  static override description = 'A room that is closed, sold out, or whose restrictions forbid the stay is not listed.'
  static override examples = [
    '<%= config.bin %> product search 1000001 --check-in 2027-07-01 --nights 3',
    '<%= config.bin %> product search 1000001 --check-in 2027-07-01 --check-out 2027-07-04 --adults 2 --children 5,8 --language de',
  ]
  static override args = { property: Args.string({ required: true, description: 'Property id' }) }
  static override flags = {
    ...stayFlags,
    adults: Flags.integer({ summary: 'Number of adults', min: 0 }),
    children: Flags.string({ summary: 'Ages of the children, such as 5,8', helpValue: '<age,…>' }),
    language: Flags.string({ summary: '[default: en] Language of names', helpValue: '<code>' }),
    'promo-code': Flags.string({ summary: 'Promotion code', helpValue: '<code>' }),
    ...distributorFlags,
  }
  static override calls = ['product.search'] as const

  protected override settingFlags(): SettingFlags {
    return distributorSettings(this.flags)
  }

  async execute(): Promise<Answer> {
    const { adults, children, language, 'promo-code': promoCode } = this.flags
    const totalGuestCounts = guestCounts(adults, children)
    const offer = await this.call('product.search', {
      body: {
        propertyId: this.args.property,
        ...stayDates(this.flags),
        ...(await distributorOf(this.settings(), { hasFlags: true })),
        ...(language === undefined ? {} : { language }),
        ...(promoCode === undefined ? {} : { promoCode }),
        ...(totalGuestCounts === undefined ? {} : { totalGuestCounts }),
      },
    })
    return list(offer, offerRows(offer), offerColumns, 'Nothing can be booked for this stay.')
  }
}

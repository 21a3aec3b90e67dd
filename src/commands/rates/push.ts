import { pushArgs, pushFlags } from '../../cli/input/index.js'
import { PushCommand } from '../../cli/push/index.js'

export default class RatesPush extends PushCommand<typeof RatesPush> {
  static override summary = 'Push rates and restrictions from files'
  static override description =
    'Columns: hotel_code, room_id (absent: all active rooms), rate_plan_id, date or from and to (last night, inclusive), days, price, currency, min_stay, max_stay, closed, closed_to_arrival, closed_to_departure. Every row is checked before anything is sent; a blank cell sends nothing.'
  static override examples = [
    '<%= config.bin %> rates push samples/seasons.yaml --dry-run',
    '<%= config.bin %> rates push samples/rates.csv --changes-only --rejects rejects.csv --yes',
    '<%= config.bin %> rates push samples/own-codes.csv --map samples/mapping.yaml --explain-input',
    '<%= config.bin %> rates push samples/own-codes.csv --map samples/mapping.yaml --save-plan tonight.plan',
  ]
  static override strict = false
  static override args = pushArgs
  static override flags = pushFlags
  static override calls = ['rates.push'] as const

  protected readonly kindName = 'rates'
}

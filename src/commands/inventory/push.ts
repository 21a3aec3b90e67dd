import { pushArgs, pushFlags } from '../../cli/input/index.js'
import { PushCommand } from '../../cli/push/index.js'

export default class InventoryPush extends PushCommand<typeof InventoryPush> {
  static override summary = 'Push availability from files'
  static override description =
    'Columns: hotel_code, room_id, date or from and to (last night, inclusive), availability. Every row is checked before anything is sent; a blank cell sends nothing.'
  static override examples = [
    '<%= config.bin %> inventory push samples/inventory.yaml --changes-only --dry-run',
    '<%= config.bin %> inventory push samples/inventory.yaml --changes-only --rejects rejects.csv --yes',
  ]
  static override strict = false
  static override args = pushArgs
  static override flags = pushFlags
  static override calls = ['inventory.push'] as const

  protected readonly kindName = 'inventory'
}

import { ServiceCommand } from '../../cli/command/index.js'
import { templateFlags, writeTemplate } from '../../cli/template/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class InventoryTemplate extends ServiceCommand<typeof InventoryTemplate> {
  static override summary = 'Write a file to fill in: availability of every room, night by night'
  static override description =
    'CSV or an Excel workbook with the rooms of the property, the next 365 nights, and the values that the service has acknowledged from this machine. It pushes as it comes back from a spreadsheet program: blank cells send nothing, and columns that begin with "_" are for you.'
  static override examples = [
    '<%= config.bin %> inventory template --property 1000001 --out my-inventory.xlsx',
    '<%= config.bin %> inventory template --property 1000001 --from 2027-07-01 --nights 31',
  ]
  static override flags = templateFlags
  static override calls = ['room.list'] as const

  protected override async changes(): Promise<boolean> {
    return this.flags.out !== undefined
  }

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    return writeTemplate(this, 'inventory', this.flags)
  }
}

import { ServiceCommand } from '../../cli/command/index.js'
import { templateFlags, writeTemplate } from '../../cli/template/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class RatesTemplate extends ServiceCommand<typeof RatesTemplate> {
  static override summary = 'Write a file to fill in: prices and restrictions of every room, night by night'
  static override description =
    'CSV or an Excel workbook with the rooms of the property, the next 365 nights, and the values that the service has acknowledged from this machine. It pushes as it comes back from a spreadsheet program: blank cells send nothing, and columns that begin with "_" are for you.'
  static override examples = [
    '<%= config.bin %> rates template --property 1000001 --out my-rates.xlsx',
    '<%= config.bin %> rates template --property 1000001 --from 2027-07-01 --nights 31',
  ]
  static override flags = templateFlags
  static override calls = ['room.list', 'product.list'] as const

  protected override async changes(): Promise<boolean> {
    return this.flags.out !== undefined
  }

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    return writeTemplate(this, 'rates', this.flags)
  }
}

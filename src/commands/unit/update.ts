import { Args, Flags } from '@oclif/core'
import { unitRecordColumns } from '../../cli/calendar/index.js'
import { BodyCommand } from '../../cli/command/index.js'
import { refuseUnasked } from '../../cli/profile/index.js'
import { bodyFlags, localizedTexts, nameFlag, schemaFlags } from '../../cli/flags/index.js'
import { replacedLists } from '../../cli/property/index.js'
import { record, type Shows } from '../../cli/show/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'
import { checkInput } from '../../client/index.js'
import { contract } from '../../contract/index.js'

export default class UnitUpdate extends BodyCommand<typeof UnitUpdate> {
  static override summary = contract.unit.update.summary
  static override description =
    'Shows each value that changes, and what a replaced list would drop; --merge keeps those entries. Only what you give and what differs is sent.'
  static override examples = [
    '<%= config.bin %> unit update 101 --no-of-sellable-units 14',
    '<%= config.bin %> unit update 101 --name "de:Doppelzimmer" --merge',
    '<%= config.bin %> unit update 101 --file samples/room-suite.yaml --dry-run',
  ]
  static override args = { id: Args.string({ required: true, description: 'Sellable unit id' }) }
  static override flags = {
    ...bodyFlags,
    ...nameFlag,
    merge: Flags.boolean({ summary: 'Keep existing names, capacities and descriptions that you do not give' }),
    'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show what would change without sending it' }),
    ...schemaFlags(contract.unit.update.body),
  }
  static override fieldFlags = { names: '--name' }
  static override calls = ['unit.get', 'unit.update'] as const

  protected override shows(): Shows {
    return { columns: unitRecordColumns }
  }

  async execute(): Promise<Answer> {
    const { name, merge, 'dry-run': isDry } = this.flags
    const { id } = this.args
    const given = await this.body('unit.update', { also: name === undefined ? {} : { names: localizedTexts(name) } })
    checkInput('unit.update', { params: { id }, body: given })
    const before = await this.call('unit.get', { params: { id } })
    const { body, warnings, question } = replacedLists(id, before, given, merge)
    const mayGoOn = this.showChanges('unit.update', before, body, `unit ${id}`, isDry)
    for (const line of warnings) this.notice(line, false, 'warn')
    if (!mayGoOn) return record(before, unitRecordColumns)
    refuseUnasked(this.settings(), this.terminal, this.flags.yes)
    if (question !== undefined && !this.settings().isEmbedded)
      await confirm(this.terminal, question, this.flags.yes, this.interruption())
    const unit = await this.call('unit.update', { params: { id }, body: this.differing(before, body) })
    this.notice(`Updated unit ${unit.id}.`)
    return record(unit, unitRecordColumns)
  }
}

import { Args, Flags } from '@oclif/core'
import { propertyColumns } from '../../cli/calendar/index.js'
import { BodyCommand, toUpdateSpelling } from '../../cli/command/index.js'
import { bodyFlags, fieldsFromFlags, schemaFlags } from '../../cli/flags/index.js'
import { record, type Shows } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { checkInput } from '../../client/index.js'
import { contract, UPDATE_DIFFERENCES } from '../../contract/index.js'

// One flag for the person, whichever spelling the interface uses.
const rename = { companyOrganizationNumber: 'companyOrganisationNumber' }
// A file that was written for create keeps its types until each field is renamed or refused.
const typedBy = contract.property.create.body.extend(contract.property.update.body.shape)
// Known from create, so that using one here is answered with the reason.
const createOnly = { only: Object.keys(UPDATE_DIFFERENCES.createOnly), hidden: true }

export default class PropertyUpdate extends BodyCommand<typeof PropertyUpdate> {
  static override summary = contract.property.update.summary
  static override description =
    'Shows each value that changes, then sends only what differs. Lists such as phones and names replace the existing ones as a whole.'
  static override examples = [
    '<%= config.bin %> property update 1000001 --name "Seaview Grand"',
    '<%= config.bin %> property update 1000001 --set "phones[0].phoneNumber=+49 40 1234567" --dry-run',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override flags = {
    ...bodyFlags,
    'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show what would change without sending it' }),
    ...schemaFlags(contract.property.update.body, { rename }),
    ...schemaFlags(contract.property.create.body, createOnly),
  }
  static override calls = ['property.get', 'property.update'] as const

  protected override shows(): Shows {
    return { columns: propertyColumns }
  }

  async execute(): Promise<Answer> {
    const body = toUpdateSpelling(
      await this.body('property.update', {
        rename,
        typedBy,
        also: fieldsFromFlags(contract.property.create.body, this.flags, createOnly),
      }),
    )
    const { id } = this.args
    checkInput('property.update', { params: { id }, body })
    const before = await this.call('property.get', { params: { id } })
    const mayGoOn = this.showChanges('property.update', before, body, `property ${id}`, this.flags['dry-run'])
    if (!mayGoOn) return record(before, propertyColumns)
    const property = await this.call('property.update', { params: { id }, body: this.differing(before, body) })
    this.notice(`Updated property ${property.id}.`)
    return record(property, propertyColumns)
  }
}

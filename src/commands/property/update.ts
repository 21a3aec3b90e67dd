import { Args } from '@oclif/core'
import { BodyCommand, toUpdateSpelling } from '../../cli/body-command.js'
import { propertyColumns } from '../../cli/columns.js'
import { bodyFlags } from '../../cli/request-body.js'
import { fieldsFromFlags, schemaFlags } from '../../cli/schema-flags.js'
import { record, type Answer } from '../../cli/view.js'
import { contract, type InputOf } from '../../contract/index.js'
import { UPDATE_DIFFERENCES } from '../../contract/property-fields.js'

// One flag for the person, whichever spelling the interface uses.
const rename = { companyOrganizationNumber: 'companyOrganisationNumber' }
// Known from create, so that using one here is answered with the reason.
const createOnly = { only: Object.keys(UPDATE_DIFFERENCES.createOnly), hidden: true }

export default class PropertyUpdate extends BodyCommand<typeof PropertyUpdate> {
  static override summary = contract.property.update.summary
  static override description = 'Lists such as phones and names replace the existing ones as a whole.'
  static override examples = [
    '<%= config.bin %> property update 1000001 --name "Seaview Grand"',
    '<%= config.bin %> property update 1000001 --set phones[0].phoneNumber=+4912345678',
  ]
  static override args = { id: Args.string({ required: true, description: 'Property id' }) }
  static override flags = { ...bodyFlags, ...schemaFlags(contract.property.update.body, { rename }), ...schemaFlags(contract.property.create.body, createOnly) }

  async execute(): Promise<Answer> {
    const body = toUpdateSpelling(await this.body('property.update', { rename, also: fieldsFromFlags(contract.property.create.body, this.flags, createOnly) })) as NonNullable<InputOf<'property.update'>['body']>
    const property = await this.namingFlags(() => this.call('property.update', { params: { id: this.args.id }, body }))
    this.notice(`Updated property ${property.id}: ${Object.keys(body).join(', ')}.`)
    return record(property, propertyColumns)
  }
}

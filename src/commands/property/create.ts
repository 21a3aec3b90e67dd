import { asKnown } from '../../booking/index.js'
import { propertyColumns } from '../../cli/calendar/index.js'
import { BodyCommand } from '../../cli/command/index.js'
import { bodyFlags, dryRunFlag, schemaFlags } from '../../cli/flags/index.js'
import { alreadyThere, createProperty, withHouseLocks } from '../../cli/property/index.js'
import { record, type Shows } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { checkInput } from '../../client/index.js'
import { contract, type InputOf } from '../../contract/index.js'
import { shellWord } from '../../shell-word.js'

export default class PropertyCreate extends BodyCommand<typeof PropertyCreate> {
  static override summary = contract.property.create.summary
  static override description =
    'Requires hubSwitchId, status, code and name. Looks first: a property that is there with the same hubSwitchId and values is not created twice. Set nested fields such as phones and names with --file or --set.'
  static override examples = [
    '<%= config.bin %> property create --file samples/property.yaml',
    '<%= config.bin %> property create --hub-switch-id HS-77 --status ACTIVE --code SEA --name "Seaview Hotel"',
  ]
  static override flags = { ...bodyFlags, ...dryRunFlag, ...schemaFlags(contract.property.create.body) }
  static override calls = ['property.create', 'property.getByHubId'] as const

  protected override shows(): Shows {
    return { columns: propertyColumns }
  }

  async execute(): Promise<Answer> {
    const body = (await this.body('property.create')) as InputOf<'property.create'>['body']
    checkInput('property.create', { body })
    // What changes nothing takes no lock.
    if (this.flags['dry-run']) return this.create(body)
    return withHouseLocks(this.journal(), this.target().service, [body.hubSwitchId], 'creation', () =>
      this.create(body),
    )
  }

  private async create(body: InputOf<'property.create'>['body']): Promise<Answer> {
    const { client } = await this.connection()
    const { there, wasAbsent } = await alreadyThere(client.call, body)
    if (there !== undefined) {
      this.notice(
        `Property ${there.id} with the hubSwitchId ${body.hubSwitchId} is there already, with these values. Nothing was sent.`,
      )
      return record(there, propertyColumns)
    }
    const { property, doubt } = await this.patiently((tell) =>
      createProperty(client.call, body, { tell, signal: this.interruption(), wasAbsent }),
    )
    this.notice(
      asKnown(
        doubt,
        `Created property ${property.id}. Add its rooms with "hubswitch unit add ${shellWord(property.id)} --file …".`,
      ),
    )
    return record(property, propertyColumns)
  }
}

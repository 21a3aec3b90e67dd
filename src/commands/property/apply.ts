import { Args, Flags } from '@oclif/core'
import { refuseUnasked } from '../../cli/profile/index.js'
import {
  planDocument,
  type PlannedApply,
  type ReadDocument,
  readDocument,
  refuseSameProperty,
  runApply,
  withHouseLocks,
} from '../../cli/property/index.js'
import { changeColumns, changeText, list, type Shows } from '../../cli/show/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'
import { shellWord } from '../../shell-word.js'

export default class PropertyApply extends ReportingCommand<typeof PropertyApply> {
  static override summary = 'Create a property from its document, or send what differs'
  static override description =
    'The property is matched by its hubSwitchId, units by id, or by name where they have none. What the document leaves out is left unchanged; nothing is ever removed.'
  static override examples = [
    '<%= config.bin %> property apply samples/harbour-hostel.yaml --dry-run',
    '<%= config.bin %> property apply samples/harbour-hostel.yaml --yes --json',
  ]
  static override strict = false
  static override args = {
    file: Args.string({
      required: true,
      description: 'Property document, as written by "property export"; - for standard input',
    }),
  }
  static override flags = {
    'dry-run': Flags.boolean({ char: 'n', summary: 'Dry run: show what differs without sending it' }),
    ...unattendedFlags,
  }
  static override calls = [
    'property.getByHubId',
    'propertyInfo.get',
    'unit.list',
    'unit.get',
    'property.create',
    'property.update',
    'propertyInfo.set',
    'unit.add',
    'unit.update',
  ] as const

  protected override isReported(): boolean {
    return !this.flags['dry-run']
  }

  protected override shows(): Shows {
    return { columns: changeColumns, fields: ['call', 'isUnknown'], isOwn: true }
  }

  protected override ifDied(): string {
    const again = this.operands.includes('-')
      ? 'the same command with --dry-run'
      : `"hubswitch property apply ${this.operands.map(shellWord).join(' ')}${this.sameProfile} --dry-run"`
    return `${again} shows what the service does not hold yet. Look at that before you apply it again.`
  }

  async execute(): Promise<Answer> {
    const documents: ReadDocument[] = []
    for (const file of this.operands)
      documents.push({ file, document: await readDocument(file, (...name) => this.idOf(...name)) })
    await refuseSameProperty(documents)
    if (this.flags['dry-run']) return this.apply(documents)
    return withHouseLocks(
      this.journal(),
      this.target().service,
      documents.map(({ document }) => document.property.hubSwitchId),
      'apply',
      () => this.apply(documents),
    )
  }

  private async apply(documents: readonly ReadDocument[]): Promise<Answer> {
    const { client } = await this.connection()
    const plans: PlannedApply[] = []
    for (const { file, document } of documents) plans.push(await planDocument(client.call, file, document))
    const requests = plans.reduce((sum, { steps }) => sum + steps.length, 0)
    for (const plan of plans) this.announce(plan)
    if (this.flags['dry-run'] && requests > 0) this.notice('Dry run: nothing was sent. This is what would be:')
    const isSent = !this.flags['dry-run'] && requests > 0
    if (isSent) refuseUnasked(this.settings(), this.terminal, this.flags.yes)
    if (isSent && !this.settings().isEmbedded)
      await confirm(
        this.terminal,
        `Send ${requests} ${requests === 1 ? 'request' : 'requests'} to ${this.target().service}?`,
        this.flags.yes,
        this.interruption(),
      )
    const results = []
    for (const plan of plans) {
      const propertyId = isSent
        ? await runApply(client.call, plan, {
            done: ({ label }) => this.notice(`Done: ${label}.`),
            tell: (line) => this.notice(line),
            signal: this.interruption(),
          })
        : plan.propertyId
      results.push({
        file: plan.file,
        hubSwitchId: plan.hubSwitchId,
        propertyId: propertyId ?? null,
        sent: isSent,
        steps: plan.steps.map(({ call, label, changes }) => ({ call, label, changes })),
        untouched: plan.untouched,
      })
    }
    const rows = results.flatMap(({ steps }) =>
      steps.flatMap(({ call, label, changes }) => changes.map((change) => ({ call, what: label, ...change }))),
    )
    return list(results, rows, changeColumns, 'Nothing differs; nothing was sent.')
  }

  private announce({ file, hubSwitchId, steps, untouched }: PlannedApply): void {
    this.notice(
      `${file}: property ${hubSwitchId}, ${steps.length === 0 ? 'nothing differs' : `${steps.length} ${steps.length === 1 ? 'request' : 'requests'}`}.`,
    )
    for (const { label, changes, call } of steps.filter((step) => step.call.endsWith('update')))
      this.notice(`  ${label} (${call}): ${changes.map(changeText).join('; ')}`)
    if (untouched.length > 0)
      this.notice(
        `  Not in the document, left unchanged: ${untouched.map(({ id, label }) => `${id} ${label}`).join(', ')}.`,
      )
  }
}

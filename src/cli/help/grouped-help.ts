import { type Command, CommandHelp, Help } from '@oclif/core'
import type { Config, HelpOptions, Topic } from '@oclif/core/interfaces'
import { GROUP } from '../flags/index.js'
import { print, readTerminal, wrapWords } from '../terminal/index.js'
import { seeAlso } from './see-also.js'

/** In the order in which they are shown. */
const GROUPS: readonly string[] = Object.values(GROUP)
/** Examples of a topic: enough to see what it is for. */
const TOPIC_EXAMPLES = 3

/** Places of groups: one that is not known comes before the global flags. */
const placeOf = (group: string): number => {
  const at = GROUPS.indexOf(group)
  return at === -1 ? GROUPS.length - 1.5 : at
}

/** Below this the second column of a list has no room: what stands there goes below. */
const LISTS_FIT = 60

type Rows = Parameters<CommandHelp['renderList']>[0]
type RowOptions = Parameters<CommandHelp['renderList']>[1]

/** On a narrow terminal a list of two columns becomes one. */
const rowOptions = (maxWidth: number, options: RowOptions): RowOptions =>
  maxWidth < LISTS_FIT ? { ...options, multiline: true } : options

/** The framework takes 40 columns for fewer. */
function narrow(): Partial<HelpOptions> {
  const { stdout, width } = readTerminal()
  return stdout && width < 40 ? { maxWidth: width } : {}
}

class GroupedCommandHelp extends CommandHelp {
  /** The framework breaks a word where the line ends. */
  override wrap(body: string, spacing = this.indentSpacing): string {
    return wrapWords(this.render(body), this.opts.maxWidth - spacing)
  }

  override renderList(input: Rows, options: RowOptions): string {
    return super.renderList(input, rowOptions(this.opts.maxWidth, options))
  }

  /** The framework measures the line before the name of the command stands in it. */
  protected override usage(): string {
    const [first = '', ...more] = this.wrap(`$ <%= config.bin %> ${this.defaultUsage()}`, this.indentSpacing * 2).split(
      '\n',
    )
    return [first, ...more.map((line) => `  ${line}`)].join('\n')
  }

  /** The flags stand below with what they mean: in the usage, 49 of them would hide the argument. Those that must be given stand there. */
  protected override defaultUsage(): string {
    const { args = {}, flags = {}, strict } = this.command
    const operands = Object.values(args)
      .filter(({ hidden }) => hidden !== true)
      .map((arg) => {
        const name = `${arg.name.toUpperCase()}${arg.multiple === true || strict === false ? '...' : ''}`
        return arg.required === true ? name : `[${name}]`
      })
    const needed = Object.entries(flags)
      .filter(([, { required }]) => required === true)
      .map(([name, flag]) =>
        flag.type === 'boolean' ? `--${name}` : `--${name} ${[flag.helpValue ?? '<value>'].flat().join(' ')}`,
      )
    return [this.command.id, ...operands, ...needed, '[flags]'].join(' ')
  }

  /** The summary stands above everything: not a second time. */
  protected override description(): string | undefined {
    const { description } = this.command
    return description === undefined || description === '' ? undefined : this.wrap(description)
  }

  protected override groupFlags(flags: Command.Flag.Any[]): ReturnType<CommandHelp['groupFlags']> {
    const { flagGroups, mainFlags } = super.groupFlags(flags)
    // The framework lays out a list by its first line: one with a letter, where there is one.
    const inOrder = (all: Command.Flag.Any[]): Command.Flag.Any[] =>
      all.toSorted((a, b) => Number(a.char === undefined) - Number(b.char === undefined))
    return {
      mainFlags: inOrder(mainFlags),
      flagGroups: Object.fromEntries(
        Object.entries(flagGroups)
          .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
          .map(([name, all]) => [name, inOrder(all)]),
      ),
    }
  }

  protected override sections(): ReturnType<CommandHelp['sections']> {
    const sections = super.sections().map((section) => {
      if (section.header !== 'FLAGS') return section
      const generate: typeof section.generate = (parts, header) => {
        const shown = section.generate(parts, header)
        return Array.isArray(shown) ? shown.map((one) => one && { ...one, header: named(one.header) }) : shown
      }
      return { ...section, generate }
    })
    // What it is for stands before its flags, as long as they may be.
    const about = sections.filter(({ header }) => header === 'DESCRIPTION')
    const rest = sections.filter(({ header }) => header !== 'DESCRIPTION')
    const [usage, ...others] = rest
    return [
      ...(usage === undefined ? [] : [usage]),
      ...about,
      ...others,
      { header: 'SEE ALSO', generate: () => seeAlso(this.command.id).join('\n') },
    ]
  }
}

/** A group is its own heading; only the global flags are called flags. */
function named(header: string): string {
  return header === `${GROUP.global} FLAGS` ? header : header.replace(/ FLAGS$/, '')
}

/** The help of the framework with flags in groups, the ones of every day first, and with examples and pages to read for topics too. */
export default class GroupedHelp extends Help {
  protected override CommandHelpClass = GroupedCommandHelp

  constructor(config: Config, opts: Partial<HelpOptions> = {}) {
    super(config, { ...narrow(), ...opts, flagSortOrder: 'none' })
  }

  override wrap(body: string, spacing = this.indentSpacing): string {
    return wrapWords(this.render(body), this.opts.maxWidth - spacing)
  }

  override renderList(input: Rows, options: RowOptions): string {
    return super.renderList(input, rowOptions(this.opts.maxWidth, options))
  }

  /** What is to be typed, with the lines that it goes on in set in. */
  #example(line: string): string {
    return this.wrap(`$ ${line}`, this.indentSpacing * 2).replaceAll('\n', '\n  ')
  }

  protected override async showTopicHelp(topic: Topic): Promise<void> {
    await super.showTopicHelp(topic)
    const name = topic.name.replaceAll(' ', ':')
    const inside = this.sortedCommands.filter(({ id }) => id.replaceAll(' ', ':').startsWith(`${name}:`))
    // One of each command, then the second ones.
    const examples = [0, 1]
      .flatMap((at) => inside.map((command) => command.examples?.[at]))
      .filter((example): example is string => typeof example === 'string')
      .slice(0, TOPIC_EXAMPLES)
      .map((example) => this.#example(example))
    print(
      `${this.section('EXAMPLES', examples.join('\n\n'))}\n\n${this.section(
        'SEE ALSO',
        seeAlso(name)
          .map((line) => this.wrap(line).replaceAll('\n', '\n  '))
          .join('\n'),
      )}\n\n`,
    )
  }
}

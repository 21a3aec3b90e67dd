import { Command, type Interfaces } from '@oclif/core'
import type { EndpointKey } from '../../contract/index.js'
import { EXIT, type ExitCode, Fault } from '../../errors.js'
import type { NamedKind } from '../../journal/index.js'
import { printableLines } from '../../printable.js'
import {
  faultText,
  type Format,
  type KnownNames,
  missingInside,
  printAnswer,
  printFault,
  type Remark,
  type Shows,
  tellLost,
  toFault,
  wantsJson,
  withoutFalseClaims,
  withWarnings,
} from '../show/index.js'
import { commandBegins, commandPrints } from '../signals/index.js'
import type { Answer, Choice, Terminal } from '../terminal/index.js'
import { foldedForError, idsGiven, readTerminal, tell, withoutCards } from '../terminal/index.js'
import { helpValueOf, missingOf, optional, usageFault, withUsage } from '../usage/index.js'
import { globalFlags } from './global-flags.js'
import { refuseOwnFiles } from './own-files.js'
import { type OwnFolders, ownFolders } from './own-folders.js'

/** How a command has ended. */
export interface Ended {
  answer?: Answer
  fault?: Fault
  exitCode: ExitCode
}

export type FlagsOf<T extends typeof Command> = Interfaces.InferredFlags<typeof globalFlags & T['flags']>
export type ArgsOf<T extends typeof Command> = Interfaces.InferredArgs<T['args']>

/** Lines that --quiet keeps for a failure. */
const KEPT_MAX = 200
/** Whoever types one of these wants no questions. */
const WITHOUT_ASKING = /^(?:--yes|--quiet|-[a-z]{0,3}[qy][a-z]{0,3})$/

/** What every command does the same way: global flags, one answer on stdout, faults with exit codes. */
export abstract class BaseCommand<T extends typeof Command> extends Command {
  static override baseFlags = globalFlags
  /** Endpoints that the command calls, for the reference page. */
  static calls: readonly EndpointKey[] = []
  /** Flags of fields of the body that are not named after their field, for messages: `booker` → `--guest`. */
  static fieldFlags: Readonly<Record<string, string>> = {}

  protected flags!: FlagsOf<T>
  protected args!: ArgsOf<T>
  /** All arguments in order, for commands that take several of one kind. */
  protected operands: string[] = []
  readonly terminal: Terminal = readTerminal()
  private readonly closers: (() => unknown)[] = []
  readonly #asked = new Set<string>()
  readonly #kept: string[] = []
  #hasWarned = false

  /** The command's own work. What it returns is printed; what it throws becomes a fault. */
  protected abstract execute(): Promise<Answer>

  /** The same, with whatever else may end it well. */
  protected work(): Promise<Answer> {
    return this.#executeAsking()
  }

  async run(): Promise<void> {
    let answer: Answer
    commandBegins(() =>
      printFault(new Fault('INTERRUPTED', 'Interrupted.'), { json: wantsJson(this.argv), debug: false }),
    )
    try {
      await this.#checkColumns()
      await refuseOwnFiles({ flags: this.flags, operands: this.operands, declared: this.ctor }, () => this.folders())
      await this.begin()
      answer = await this.work()
    } finally {
      for (const close of this.closers.reverse()) await close()
    }
    commandPrints()
    const { json, output } = this.flags as { json: boolean; output?: Format }
    const isSilent = await this.isSilent(answer)
    if ((answer.exitCode ?? EXIT.ok) !== EXIT.ok || (this.#hasWarned && (await this.changes()))) this.tellKept()
    if (!isSilent) await this.#print(withWarnings(this.inFull(answer), this.warnings()))
    const { view } = answer
    // Under a table it stands already; whoever reads data must not take one page for all.
    if (
      view.kind === 'list' &&
      view.footer !== undefined &&
      (json || (output !== 'table' && (output !== undefined || !this.terminal.stdout)))
    )
      this.notice(view.footer)
    const exitCode = await this.#afterOutput(answer)
    process.exitCode = exitCode
    await this.whenEnded({ answer, exitCode })
  }

  /** Where the output was all that was wanted, losing it is a failure; what was changed stands, and is told on the other stream. */
  async #afterOutput(answer: Answer): Promise<ExitCode> {
    const { json, output, quiet } = this.flags as { json: boolean; output?: Format; quiet?: boolean }
    const { 'dry-run': isDry, 'explain-input': isExplained } = this.flags as Readonly<Record<string, unknown>>
    const { exitCode = EXIT.ok, view } = answer
    const isShownOnly = async (): Promise<boolean> => isDry === true || isExplained === true || !(await this.changes())
    const story = async (): Promise<string> =>
      (await isShownOnly()) ? '' : (await import('../report/summary.js')).storyOf({ exitCode, answer, warnings: [] })
    const isStream = this.streamsData()
    const isLost = await tellLost({
      ...(isStream && quiet !== true ? {} : { story }),
      isData: json || output !== undefined || isStream || view.kind !== 'text',
    })
    if (!isLost || exitCode !== EXIT.ok) return exitCode
    if (await isShownOnly()) return EXIT.unexpected
    // What was changed stands and is told in words. A program that asked for data has not got them, and must not take nothing for an empty result.
    return json || output !== undefined || isStream ? EXIT.partial : exitCode
  }

  /** What was changed stands: an answer that cannot be printed as it was asked for is printed as it is, and the exit code is that of what was done. */
  async #print(answer: Answer): Promise<void> {
    const {
      json,
      output,
      header,
      'csv-raw': csvRaw,
      'no-truncate': isWhole,
    } = this.flags as { json: boolean; output?: Format; header?: boolean; 'csv-raw': boolean; 'no-truncate': boolean }
    const options = { format: json ? ('json' as const) : output, terminal: this.terminal, csvRaw, header, isWhole }
    const only = this.#only()
    try {
      await printAnswer(answer, only === undefined ? options : { ...options, only, mayMiss: await this.#known() })
    } catch (error) {
      if (!(await this.changes())) throw error
      const { message, next } = toFault(error)
      this.alert(`${message} ${next} What this command has done stands.`)
      await printAnswer(answer, { ...options, ...(only === undefined ? { format: undefined } : {}) }).catch(
        () => undefined,
      )
    }
    const rows = answer.view.kind === 'list' ? answer.view.rows : [answer.data]
    const missing = missingInside(rows, only ?? [])
    if (missing !== undefined) this.notice(`There is no "${missing.name}" here: ${missing.known.join(', ')}.`)
  }

  /**
   * Where profiles and the journal are, without resolving a profile.
   * @throws Fault USAGE for a relative folder in a variable, DATA_DIRECTORY where there is no home
   */
  folders(): OwnFolders {
    return ownFolders(this.config.dirname, process.env)
  }

  #only(): readonly string[] | undefined {
    const { columns } = this.flags as { columns?: string }
    return columns?.split(',').map((name) => name.trim())
  }

  async #known(): Promise<KnownNames | undefined> {
    const shows = this.shows()
    return shows === undefined ? undefined : (await import('../show/known-columns.js')).knownNames(shows, this.#calls())
  }

  /** A wrong name that is found only once something was changed would be taken for the fate of that. */
  async #checkColumns(): Promise<void> {
    const only = this.#only()
    const known = only === undefined ? undefined : await this.#known()
    const torn = only?.find((name) => name.split('.').includes(''))
    if (torn !== undefined)
      throw new Fault('USAGE', `There is no column "${torn}". Nothing was sent.`, {
        next: 'Write one as name, or as name.part for a part of it, with commas between several.',
      })
    if (only !== undefined && known !== undefined)
      (await import('../show/known-columns.js')).refuseUnknownColumns(only, known)
  }

  #calls(): readonly EndpointKey[] {
    return (this.ctor as typeof BaseCommand).calls
  }

  override async init(): Promise<void> {
    await super.init()
    for (;;)
      try {
        return await this.#parse()
      } catch (error) {
        if (!(await this.#askFor(this.refusedByParser(error)))) throw error
      }
  }

  async #parse(isLoose = false): Promise<void> {
    const { flags: strictFlags, args: strictArgs, strict } = this.ctor
    const { flags, args, argv } = await this.parse({
      flags: isLoose ? optional(strictFlags) : strictFlags,
      baseFlags: BaseCommand.baseFlags,
      args: isLoose ? optional(strictArgs) : strictArgs,
      strict,
    })
    this.flags = flags as FlagsOf<T>
    this.args = args as ArgsOf<T>
    this.operands = argv as string[]
  }

  /** What the work finds missing before it has sent anything is asked for as well. */
  async #executeAsking(): Promise<Answer> {
    for (;;)
      try {
        return await this.execute()
      } catch (error) {
        if (!(await this.#askFor(await this.inTypedWords(toFault(error))))) throw error
        await this.#parse()
      }
  }

  /** Asks a person for what a fault says is missing, and puts it on the command line. Says whether it did. */
  async #askFor(fault: Fault | undefined): Promise<boolean> {
    const missing = fault === undefined ? undefined : missingOf(fault)
    const names = missing === undefined ? [] : [...missing.args, ...missing.flags]
    const isAlone = !this.terminal.mayAsk || wantsJson(this.argv) || this.argv.some((word) => WITHOUT_ASKING.test(word))
    if (fault === undefined || missing === undefined || isAlone || this.writesSent() > 0) return false
    if (names.length === 0 || names.some((name) => this.#asked.has(name))) return false
    for (const name of names) this.#asked.add(name)
    const { answersOf } = await import('../usage/ask-missing.js')
    this.argv = await answersOf({
      terminal: this.terminal,
      command: (this.id ?? '').replaceAll(':', ' '),
      argv: this.argv,
      missing,
      declared: { args: this.ctor.args ?? {}, flags: this.ctor.flags ?? {} },
      // What stands there already says which service may be asked.
      read: async () => {
        await this.#parse(true)
        return { flags: this.flags, args: this.args }
      },
      choicesOf: (kind, property) => this.choicesOf(kind, property),
      otherwise: fault.next,
      tell: (line) => this.notice(line),
    })
    return true
  }

  /** What is known of a kind of id, for a question. */
  protected async choicesOf(_kind: NamedKind | 'profile', _property: string | undefined): Promise<readonly Choice[]> {
    return []
  }

  protected override async catch(error: Error): Promise<void> {
    commandPrints()
    const told = withUsage(
      this.endingOf(
        withoutFalseClaims(await this.inTypedWords(this.refusedByParser(error) ?? toFault(error)), this.writesSent()),
      ),
      this.id ?? '',
      { ...this.#usage(), argv: this.argv },
      (name) => helpValueOf((this.ctor.flags ?? {})[name]),
    )
    // Whatever is made of it from here on (words, JSON, a log, a summary, a report) has no card.
    const fault = withoutCards(await this.reported(error, told), idsGiven(this.flags, this.operands))
    this.tellKept()
    const json = wantsJson(this.argv)
    printFault(fault, { json, debug: this.argv.includes('--debug') })
    await tellLost({
      ...(json ? { story: () => faultText(fault) } : {}), // stands on standard error already otherwise
      words: faultText(fault),
      isData: json || this.streamsData(),
    })
    process.exitCode = fault.exitCode
    await this.whenEnded({ fault, exitCode: fault.exitCode })
  }

  /** What nobody has provided for leaves a report behind. */
  private async reported(error: unknown, fault: Fault): Promise<Fault> {
    if (fault.code !== 'UNEXPECTED') return fault
    const { withReport } = await import('../failure/report.js')
    const { flags, baseFlags } = this.ctor as typeof BaseCommand
    const known = Object.keys({ ...flags, ...baseFlags }).map((name) => `--${name}`)
    return withReport({
      error,
      fault,
      command: this.id?.replaceAll(':', ' '),
      flags: known.filter((name) => this.argv.some((word) => word === name || word.startsWith(`${name}=`))),
      dataDir: this.folders().dataDir,
      userAgent: this.config.userAgent,
    })
  }

  private refusedByParser(error: unknown): Fault | undefined {
    const { flags = {}, baseFlags = {} } = this.ctor as typeof BaseCommand
    return usageFault(error, {
      command: (this.id ?? '').replaceAll(':', ' '),
      flags: [...Object.keys(flags), ...Object.keys(baseFlags)],
      argv: this.argv,
      ...this.#usage(),
    })
  }

  #usage(): Pick<Parameters<typeof usageFault>[1], 'args' | 'required'> {
    const { flags = {}, args = {} } = this.ctor as typeof BaseCommand
    return {
      args: Object.entries(args).map(([name, { required = false }]) => ({ name, required })),
      required: Object.entries(flags).flatMap(([name, flag]) =>
        flag.required === true ? [{ name, value: helpValueOf(flag) }] : [],
      ),
    }
  }

  /** A fault about fields of a request names what was typed. */
  private async inTypedWords(fault: Fault): Promise<Fault> {
    const { flags: known = {}, args = {}, fieldFlags } = this.ctor as typeof BaseCommand
    if (fault.code !== 'INVALID_INPUT' || (!('set' in known) && fault.facts['endpoint'] === undefined)) return fault
    const { withSources } = await import('../flags/field-sources.js')
    return withSources(fault, {
      flags: (this.flags ?? {}) as Record<string, unknown>,
      known,
      args,
      given: (this.args ?? {}) as Record<string, unknown>,
      operands: this.operands,
      fieldFlags,
    })
  }

  /** A fault as this command ends with it. */
  protected endingOf(fault: Fault): Fault {
    return fault
  }

  /** What comes before the work, such as a wait. */
  protected async begin(): Promise<void> {}

  /** The answer with the keys that its document has on every path. */
  protected inFull(answer: Answer): Answer {
    return answer
  }

  /** With --quiet, what changed something and went well prints nothing, unless data were asked for, or there is something that a person has to read. */
  protected async isSilent({ data, exitCode = EXIT.ok }: Answer): Promise<boolean> {
    const { quiet, json, output, columns, 'dry-run': isDry } = this.flags as Readonly<Record<string, unknown>>
    if (quiet !== true || json === true || output !== undefined || columns !== undefined || isDry === true) return false
    const { notCompared } = (data ?? {}) as { notCompared?: unknown[] }
    if (exitCode !== EXIT.ok || this.#hasWarned || (notCompared?.length ?? 0) > 0) return false
    return this.changes()
  }

  /** What --quiet kept back is part of a failure's story. */
  protected tellKept(): void {
    for (const line of this.#kept.splice(0)) this.alert(line)
  }

  /** What `--columns` may name, where it can be known before anything is sent. */
  protected shows(): Shows | undefined {
    return undefined
  }

  /** Whether this invocation may have changed something, here or at a service, so that nothing about its printing may hide how it ended. */
  protected async changes(): Promise<boolean> {
    return this.writesSent() > 0 || (await import('../show/known-columns.js')).isWriting(this.#calls())
  }

  /** Runs once the answer or the fault has been printed. */
  protected async whenEnded(_ended: Ended): Promise<void> {}

  /** Whether standard output takes data for a program all the time, such as events, and what is for a person went to standard error. */
  protected streamsData(): boolean {
    return false
  }

  /** Requests of this command that ask a service to change something and have left this machine. */
  protected writesSent(): number {
    return 0
  }

  /** What the service said beside a success: warnings, and what is more than its word of success. */
  protected warnings(): readonly Remark[] {
    return []
  }

  /** Runs when the command has ended, well or not. */
  protected whenDone(close: () => unknown): void {
    this.closers.push(close)
  }

  /** A line for the person that --quiet does not keep back. */
  alert(line: string): void {
    tell(`${foldedForError(printableLines(line))}\n`)
  }

  /** The same, kept in the log and the summary where there are some. */
  insist(line: string): void {
    this.alert(line)
  }

  /** A line for the person, on standard error; with --quiet only if the command fails. `isPainted`: it has colours of our own; `warn`: a person has to read it although all went well. */
  notice(line: string, isPainted = false, level: 'info' | 'warn' = 'info'): void {
    this.#hasWarned ||= level === 'warn'
    if ((this.flags as { quiet?: boolean } | undefined)?.quiet === true) {
      if (this.#kept.length < KEPT_MAX) this.#kept.push(line)
    } else tell(`${foldedForError(printableLines(line, isPainted))}\n`)
  }
}

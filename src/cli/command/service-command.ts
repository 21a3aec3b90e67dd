import type { Command } from '@oclif/core'
import { neverSilent, noteStates, type Tell } from '../../booking/index.js'
import type { ClientInput, RawAnswer } from '../../client/index.js'
import { readTimeout, resolveSettings, type SettingFlags, type Settings } from '../../config/index.js'
import type { EndpointKey, LookupName, ReservationRecord, ResultOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import {
  type Journal,
  type JournalPart,
  keepNames,
  type NamedKind,
  openJournal,
  openJournalToRead,
  type Target,
  toldDoubts,
} from '../../journal/index.js'
import { seenIn } from '../completion/index.js'
import { readDuration, readSending, type SendFlags, type Sending } from '../flags/index.js'
import { agreeToWrite, thisSession } from '../profile/index.js'
import { nextStepFault, rehearsedAnswer, type Remark, remarkLine, Remarks, withWarnings } from '../show/index.js'
import {
  type Answer,
  type Choice,
  interruptedFault,
  isAsking,
  shownValue,
  spentAsking,
  TIME_UP,
  timeUpFault,
} from '../terminal/index.js'
import { steadyMs } from '../../clock.js'
import { BaseCommand } from './base-command.js'
import { connect, type Connection, type ConnectOptions, EMBEDDED_SERVICE } from './connection.js'
import { LookupNames, type LookupNamesOptions, lookupsIn } from './lookup-names.js'
import { soldIn } from './sold-products.js'
import { abortOnSignal, endAfter } from './until-signal.js'

/** A command that a signal has interrupted ends by itself within this time, milliseconds, or is ended. */
const GRACE_MS = 2_000
/** So long behind its deadline a command that has sent nothing is ended: what is left to do is its own work, such as the rest of a plan. */
const TIME_UP_GRACE_MS = 5_000

/** A command that talks to a service or reads what the journal knows of it. */
export abstract class ServiceCommand<T extends typeof Command> extends BaseCommand<T> {
  #settings: Settings | undefined
  #connection: Promise<Connection> | undefined
  #opened: Connection | undefined
  #journal: Journal | undefined
  #mayWrite: Promise<void> | undefined
  #isReadyToWrite = false
  readonly #doubts: string[] = []
  #handedOver: number | undefined
  #interruption: AbortSignal | undefined
  #timeUp: AbortController | undefined
  #ending: AbortSignal | undefined
  #startedAt = steadyMs()
  readonly #remarks = new Remarks()

  /** What flags, environment and profile file say. */
  settings(): Settings {
    const { profile, timeout } = this.flags as { profile?: string; timeout?: string }
    this.#settings ??= resolveSettings({
      flags: {
        profile,
        ...(timeout === undefined ? {} : { timeout: readTimeout('--timeout', timeout) }),
        ...this.settingFlags(),
      },
      env: process.env,
      mayCreateProfile: this.mayCreateProfile(),
      ...this.folders(),
    })
    return this.#settings
  }

  /** Has the settings read once more: a sign-in has changed what the profile says. */
  protected forgetSettings(): void {
    this.#settings = undefined
  }

  /** Settings that this command takes as flags of its own. */
  protected settingFlags(): SettingFlags {
    return {}
  }

  /** Whether the named profile need not exist yet. */
  protected mayCreateProfile(): boolean {
    return false
  }

  /** What flags say about sending a run, where the command has them. */
  sending(): Sending {
    return readSending(this.flags as SendFlags, this.#startedAt)
  }

  /** A time budget begins now: what was waited for on purpose is no part of it. */
  protected restartClock(): void {
    this.#startedAt = steadyMs()
  }

  /** How long to wait for another run to end. */
  lockWaitMs(): number {
    const { 'lock-wait': given } = this.flags as { 'lock-wait'?: string }
    return given === undefined ? 0 : readDuration('--lock-wait', given)
  }

  /** Set off by Ctrl-C, SIGTERM or a closed terminal, so that the command can tell what had been sent by then. */
  interruption(): AbortSignal {
    if (this.#interruption === undefined) {
      const { signal, release } = abortOnSignal({
        onFirst: () => undefined,
        onSecond: () => interruptedFault(new Fault('INTERRUPTED', 'Interrupted.'), this.writesSent()),
        graceMs: GRACE_MS,
      })
      this.#interruption = signal
      this.whenDone(release)
    }
    return this.#interruption
  }

  /** Set off by a signal as well, and once the time is up that --deadline gives: nothing outside this process is waited for any longer. */
  ending(): AbortSignal {
    this.#timeUp ??= new AbortController()
    this.#ending ??= AbortSignal.any([this.interruption(), this.#timeUp.signal])
    return this.#ending
  }

  /** From here on --deadline bounds what the command waits for, and soon behind it the command. */
  protected armDeadline(): void {
    const { deadlineMs } = this.sending()
    if (deadlineMs === undefined) return
    const expire = (): void => {
      ;(this.#timeUp ??= new AbortController()).abort(new Fault('DEADLINE', TIME_UP))
      // What has been sent has a fate to be kept; before that nothing is lost.
      if (this.writesSent() > 0) return
      this.whenDone(endAfter(() => timeUpFault(new Fault('DEADLINE', TIME_UP), 0), TIME_UP_GRACE_MS))
    }
    // A timer takes no more than 2^31 ms; that is beyond any budget.
    const timer = setTimeout(expire, Math.min(Math.max(deadlineMs, 0), 2_147_483_647)).unref()
    this.whenDone(() => clearTimeout(timer))
  }

  /**
   * Between two phases of a command, for what does not look at the signal itself.
   * @throws Fault INTERRUPTED where a signal has come
   */
  endIfInterrupted(): void {
    if (this.interruption().aborted) throw new Fault('INTERRUPTED', 'Interrupted.')
  }

  protected override endingOf(fault: Fault): Fault {
    const told = nextStepFault(fault, () => this.settings(), this.#opened)
    if (this.#interruption?.aborted === true) return interruptedFault(told, this.writesSent())
    return this.#timeUp?.signal.aborted === true ? timeUpFault(told, this.writesSent()) : told
  }

  /** The service of the profile: opened at the first use, closed when the command ends. */
  connection(): Promise<Connection> {
    if (this.#connection === undefined) {
      const opening = connect({ settings: this.settings(), ...this.connecting(), signal: this.ending() })
      this.#connection = opening.then((connection) => {
        this.#opened = connection
        return connection
      })
      this.whenDone(async () => (await opening.catch(() => undefined))?.close())
    }
    return this.#connection
  }

  /**
   * Asks once whether this command may change anything at the service. The client asks before every such request; who plans much, or writes down that
   * something is being sent, asks earlier.
   * @throws Fault GUARD_RAIL where the profile is read-only, or production and nobody agrees, and where nothing says that the embedded sandbox is meant
   */
  allowWrites(): Promise<void> {
    const { yes } = this.flags as { yes?: boolean }
    this.#mayWrite ??= agreeToWrite(this.settings(), this.terminal, yes === true, this.interruption())
    return this.#mayWrite
  }

  /** Whether --yes answers every question. */
  agrees(): boolean {
    return (this.flags as { yes?: boolean }).yes === true
  }

  /** Runs when nothing stands any more between this command and its first request that changes something. */
  protected beforeFirstWrite(): void {}

  /** Asks and announces once, before anything that may be a request has left. */
  async readyToWrite(): Promise<void> {
    await this.allowWrites()
    this.announceWrite()
  }

  /** The same where nobody is asked: the next request changes something. */
  announceWrite(): void {
    if (this.#isReadyToWrite) return
    this.#isReadyToWrite = true
    this.beforeFirstWrite()
  }

  /** Does what may take long, and says so wherever nothing else is said; never while a question stands open. */
  protected patiently<R>(work: (tell: Tell) => Promise<R>): Promise<R> {
    return neverSilent((line) => this.notice(line), work, { questions: { isOpen: isAsking, stoodMs: spentAsking } })
  }

  /** From here on the run may be sent by others: nothing that happens to this command says that it is not. */
  handOver(run: number): void {
    this.#handedOver = run
  }

  /** The run that this command has handed over, or was about to when it ended. */
  protected get handedOver(): number | undefined {
    return this.#handedOver
  }

  protected override writesSent(): number {
    return (this.#opened?.client.stats().writes ?? 0) + (this.#handedOver === undefined ? 0 : 1)
  }

  protected override warnings(): readonly Remark[] {
    return this.#remarks.all()
  }

  #remark(text: string, kind: Remark['kind']): void {
    if (this.#remarks.hear(kind, text)) this.notice(remarkLine({ kind, text, times: 1 }), false, 'warn')
  }

  /** What a dry run shows instead of sending it: requests that change something. */
  protected rehearses(): 'writes' | 'all' | undefined {
    return (this.flags as { 'dry-run'?: boolean })['dry-run'] === true ? 'writes' : undefined
  }

  protected override async work(): Promise<Answer> {
    // A program may have to act on what people are told of the journal.
    return withWarnings(await super.work().catch(rehearsedAnswer), [], this.#doubts)
  }

  /** How this command opens connections. */
  protected connecting(): Omit<ConnectOptions, 'settings'> {
    const { debug, json, output, quiet } = this.flags as {
      debug?: boolean
      json?: boolean
      output?: string
      quiet?: boolean
    }
    const isData = json === true || (output !== undefined && output !== 'table')
    return {
      userAgent: this.config.userAgent,
      notice: (line) => this.notice(line),
      insist: (line) => this.insist(line),
      isDebug: debug === true,
      // What --quiet keeps back is shown if the command fails: nobody has been told yet.
      toldOfSandbox: isData ? undefined : { ...thisSession(), ...(quiet === true ? { isTerminal: false } : {}) },
      onWarning: (text, kind) => this.#remark(text, kind),
      beforeWrite: () => this.readyToWrite(),
      rehearses: this.rehearses(),
    }
  }

  async call<K extends EndpointKey>(key: K, input: ClientInput<K>): Promise<ResultOf<K>> {
    const result = await (await this.connection()).client.call(key, input)
    if (!this.settings().isEmbedded) this.#learn(result)
    const seen = seenIn(key, result)
    if (seen !== undefined && this.rehearses() === undefined)
      keepNames(this.settings().dataDir, this.target().profile, shownValue(seen))
    if (key === 'reservation.lookup' || key === 'reservation.card')
      this.#note([result].flat() as (Partial<ReservationRecord> | null)[])
    const sold = soldIn(key, input, result)
    if (sold !== undefined && sold.products.length > 0)
      this.#keep((journal) => journal.sold.learn(this.target().service, sold.hotel, shownValue(sold.products)))
    return result
  }

  /** What the service has shown this machine, or says now where that is nothing. */
  protected override async choicesOf(
    kind: NamedKind | 'profile',
    property: string | undefined,
  ): Promise<readonly Choice[]> {
    const { choiceOf, knownChoices } = await import('../usage/known-choices.js')
    const { dataDir } = this.settings()
    const ask = async (hotel: string): Promise<Record<'room' | 'plan', readonly Choice[]>> => {
      try {
        const { rooms } = await this.call('room.list', { body: { hotel_code: hotel } })
        const { products } = await this.call('product.list', { body: { hotel_code: hotel } })
        const plans = products.flatMap(({ rate_plan: plan }) => (plan?.id === undefined ? [] : [String(plan.id)]))
        return {
          room: rooms.map(({ id, name }) => choiceOf(String(id), name)),
          plan: [...new Set(plans)].map((id) => choiceOf(id, undefined)),
        }
      } catch {
        // The question can be answered without.
        return { room: [], plan: [] }
      }
    }
    const { configDir } = this.folders()
    return knownChoices(kind, property, { configDir, dataDir, profile: this.target().profile, ask })
  }

  /** The id that a code or name has in a lookup list. */
  async idOf(lookup: LookupName, name: string, field: string): Promise<number> {
    return (await this.lookupNames()).idOf(lookup, name, field)
  }

  protected async lookupNames(): Promise<LookupNames> {
    const { overlay } = await this.connection()
    const call: LookupNamesOptions['call'] = (key) => this.call(key, {} as ClientInput<typeof key>)
    return new LookupNames({
      overlay,
      isEmbedded: this.settings().isEmbedded,
      service: this.target().service,
      journal: () => this.journal(),
      call,
    })
  }

  /** Keeps the lookup records of an answer, so that their names can be used. */
  #learn(result: unknown): void {
    const found = lookupsIn(result)
    if (found.size === 0) return
    this.#keep((journal) => {
      for (const [list, records] of found) journal.lookups.learn(this.target().service, list, shownValue(records))
    })
  }

  /** Keeps the states of reservations that this machine booked. */
  #note(reservations: readonly (Partial<ReservationRecord> | null)[]): void {
    this.#keep((journal) => {
      noteStates(
        { journal, target: this.target() },
        reservations.filter((one) => one !== null),
      )
    })
  }

  /** A machine that keeps nothing does without. */
  #keep(work: (journal: Journal) => void): void {
    try {
      work(this.journal())
    } catch (error) {
      if (!(error instanceof Fault)) throw error
    }
  }

  /** Any request, for `api`: the channel credentials join a `/v1` body that has none. */
  async raw(
    method: string,
    path: string,
    options: { query?: Record<string, unknown>; body?: Record<string, unknown> },
  ): Promise<RawAnswer> {
    const { client, channelCredentials } = await this.connection()
    const { body } = options
    const needsCredentials = path.startsWith('/v1/') && body !== undefined && body['credentials'] === undefined
    return client.raw(method, path, {
      ...options,
      addCredentials: needsCredentials && (await channelCredentials()) !== undefined,
    })
  }

  /** Whether this invocation changes nothing in the journal, so that it works where that may not be written. */
  protected onlyReads(): boolean {
    return this.rehearses() !== undefined
  }

  /** What of the journal this invocation builds on: it is told while that is in doubt. */
  protected buildsOn(): JournalPart | undefined {
    return undefined
  }

  /** What this machine remembers. */
  journal(): Journal {
    if (this.#journal === undefined) {
      const { dataDir } = this.settings()
      const journal = this.onlyReads()
        ? openJournalToRead(dataDir, (file) =>
            this.notice(`${file} cannot be written: what is there is read, and nothing is kept.`),
          )
        : openJournal(dataDir)
      this.#journal = journal
      // Whoever builds on a journal that may be an older copy hears of it, with --quiet too, until that is settled.
      const doubts = toldDoubts(journal, dataDir, this.buildsOn())
      if (doubts !== undefined) this.insist(doubts)
      if (doubts !== undefined) this.#doubts.push(doubts)
      this.whenDone(() => journal.close())
    }
    return this.#journal
  }

  /** What is remembered is that of an estate, and not of this machine. */
  useJournal(journal: Journal): void {
    this.#journal = journal
    this.whenDone(() => journal.close())
  }

  /** Whose calendar and runs these are. */
  target(): Target {
    const { profile, baseUrl, isEmbedded } = this.settings()
    return { profile: profile.value, service: isEmbedded ? EMBEDDED_SERVICE : (baseUrl.value ?? '') }
  }
}

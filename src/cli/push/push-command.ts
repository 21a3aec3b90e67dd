import type { Command } from '@oclif/core'
import type { SettingFlags } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { type Kind, kindOf } from '../../files/index.js'
import { sendSettings } from '../flags/index.js'
import type { Claim } from '../../estate/index.js'
import type { Journal } from '../../journal/index.js'
import { openShared, refuseWorkerFlags, sentByEstate, submitted, withClaim } from '../estate/index.js'
import { explainInput, type PushFlags, readGuards } from '../input/index.js'
import { refuseUnasked } from '../profile/index.js'
import { estimateOf, guardFault, nothingToDo, planAnswer, planText, runAnswer } from '../report/index.js'
import {
  agreeToSend,
  limitsToKeep,
  needChannelCredentials,
  roomAsker,
  sendPlanned,
  signInFirst,
} from '../sending/index.js'
import { count } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { keptRejectsOf, lockRun, SendingCommand } from '../unattended/index.js'
import { shownCalendar } from './change-picture.js'
import { fileMender } from './file-mender.js'
import { planFiles } from './plan-files.js'
import { sendSavedPlan } from './saved-plan.js'
import { ClockNews } from './tell-clock.js'

/** A push of one kind: files, a plan, a yes where it is wanted, and the sending. */
export abstract class PushCommand<T extends typeof Command> extends SendingCommand<T> {
  protected abstract readonly kindName: Kind['name']

  protected override isToSend(): boolean {
    const flags = this.flags as unknown as PushFlags
    return !flags['dry-run'] && flags['explain-input'] !== true && flags['save-plan'] === undefined
  }

  protected override settingFlags(): SettingFlags {
    const flags = this.flags as unknown as PushFlags
    return {
      estate: flags.estate,
      timeZone: flags['time-zone'],
      bodyBytes: flags['body-bytes'],
      ...sendSettings(flags),
      ...readGuards(flags),
      entriesPerRequest: flags.entries,
      monthsPerRequest: flags.split === 'month' ? 1 : undefined,
      weekdayMasks: flags['weekday-masks'],
    }
  }

  async execute(): Promise<Answer> {
    const flags = this.flags as unknown as PushFlags
    const kind = kindOf(this.kindName)
    const settings = this.settings()
    const { yes, quiet } = this.flags as { yes: boolean; quiet: boolean }
    if (flags['explain-input'] === true && this.operands.length > 0)
      return explainInput({
        kind,
        files: this.operands,
        flags,
        settings,
        signal: this.ending(),
        tick: () => this.endIfLate(),
        whenDone: (close) => this.whenDone(close),
      })
    const sending = this.sending()
    const isDry = flags['dry-run']
    const asks = !isDry && flags['save-plan'] === undefined && !settings.isEmbedded && !yes
    if (!isDry && flags['save-plan'] === undefined) refuseUnasked(settings, this.terminal, yes)
    if (asks && !this.terminal.mayAsk) {
      throw new Fault(
        'USAGE',
        `A push to ${this.target().service} needs confirmation, and there is no terminal to ask on.`,
        { next: 'Add --yes, or look at the plan with --dry-run. Nothing was sent.' },
      )
    }
    if (flags.calendar !== undefined && (!isDry || flags.plan !== undefined))
      throw new Fault('USAGE', '--calendar shows what a --dry-run of files would change.', {
        next: 'Add --dry-run, or leave it out.',
      })
    if (flags.plan !== undefined && settings.estate.value !== undefined)
      throw new Fault('USAGE', 'A saved plan is sent from the machine that made it, and not by an estate.', {
        next: 'Push the files themselves with --estate, or use a profile without one. Nothing was sent.',
      })
    if (flags.plan !== undefined)
      return sendSavedPlan({
        command: this,
        kind,
        file: flags.plan,
        isDry,
        mayUnknownRooms: flags['allow-unknown-rooms'] === true,
        asks,
        quiet,
        rejectsTo: flags.rejects,
      })
    if (this.operands.length === 0)
      throw new Fault('USAGE', 'Which files are to be pushed?', {
        next: `Name them, such as "hubswitch ${kind.name} push ${kind.name}.csv", or a saved plan with --plan.`,
        facts: { missing: ['<file>'] },
      })
    const shared = await openShared(this, { whenDone: (close) => this.whenDone(close) })
    if (shared === undefined && flags.wait === true)
      throw new Fault('USAGE', '--wait waits for the workers of an estate, and none is named.', {
        next: 'Name its engine with --estate, or leave out --wait: a push from this machine ends when it has been sent.',
      })
    if (shared !== undefined) refuseWorkerFlags(this.flags)
    // What was acknowledged lies in the estate.
    if (shared !== undefined && (isDry || flags['save-plan'] !== undefined))
      this.useJournal(await shared.api.pullJournal(shared.estate, { kinds: [kind.name] }))
    const journal = this.journal()
    const planning = {
      kind,
      files: this.operands,
      flags,
      settings,
      limits: limitsToKeep(settings, sending),
      target: this.target(),
      journal,
      terminal: this.terminal,
      quiet,
      notice: (line: string) => this.notice(line),
      insist: (line: string) => this.insist(line),
      keptRejects: keptRejectsOf(this),
      signal: this.interruption(),
      ending: this.ending(),
      tick: () => this.endIfLate(),
      whenDone: (close: () => unknown) => this.whenDone(close),
      mend: fileMender(this, kind, flags),
    }
    const savedTo = flags['save-plan']
    if (isDry || savedTo !== undefined) {
      const planned = await planFiles({
        ...planning,
        persist: false,
        ...(savedTo === undefined ? {} : { savePlanTo: savedTo }),
      })
      const time = estimateOf(planned.plan, { settings, service: this.target().service, kind })
      return planAnswer(planned, {
        isDry: true,
        ...(savedTo === undefined ? {} : { savedTo }),
        time,
        calendar: shownCalendar(planned, flags.calendar, this.terminal),
      })
    }
    await needChannelCredentials(this)
    const alone = <T>(work: (journal: Journal, claim?: Claim) => Promise<T>): Promise<T> =>
      shared === undefined
        ? lockRun(this, journal, { service: this.target().service, kind: kind.name }, `the ${kind.name} push`, () =>
            work(journal),
          )
        : withClaim(shared, this, kind.name, work)
    return alone(async (journal, claim) => {
      const asker = roomAsker(this, kind)
      const { plan, rejects, lookAgain } = await planFiles({ ...planning, journal, persist: true, ...asker })
      const clock = new ClockNews(this)
      if (plan.past !== undefined && plan.requests === 0) await clock.ask()
      if (plan.stops.length > 0) throw guardFault(plan)
      const { runId } = plan
      if (runId === undefined) throw guardFault(plan)
      try {
        if (!asks) journal.runs.agreed(runId)
        journal.runs.wentUnchecked(runId, asker.unchecked)
        const written = await rejects.write()
        await rejects.removeStale((line) => this.notice(line))
        if (plan.requests === 0) {
          if (shared !== undefined && claim !== undefined)
            await shared.api.submitRun({ estate: shared.estate, claim, journal })
          return nothingToDo({ journal, runId, plan, rejects: written, text: planText(plan, false) })
        }
        await clock.look(await signInFirst(this))
        if (asks)
          await agreeToSend({
            command: this,
            journal,
            runId,
            question: `Send ${count(plan.nights, 'night')} of ${count(plan.hotels, 'hotel')} in ${count(plan.requests, 'request')} to ${this.target().service}?`,
          })
        await lookAgain()
        this.endIfInterrupted()
      } catch (fault) {
        journal.runs.discard(runId)
        throw fault
      }
      if (shared !== undefined && claim !== undefined) {
        await shared.api.submitRun({
          estate: shared.estate,
          claim,
          journal,
          onDeciding: (run) => this.handOver(run),
        })
        if (flags.wait !== true) return submitted({ shared, journal, runId, plan })
        const isForData = this.flags.json === true || this.flags.output !== undefined
        const report = await sentByEstate({ shared, command: this, runId, quiet, isForData })
        const kept = this.journal()
        return runAnswer(report, { journal: kept, plan, rejects: await rejects.writeAfter(kept, runId) })
      }
      const report = await sendPlanned({ command: this, journal, runId, kind, settings, quiet })
      await clock.look()
      return runAnswer(report, { journal, plan, rejects: await rejects.writeAfter(journal, runId) })
    })
  }
}

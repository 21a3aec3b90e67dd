import { checkRejectsTarget, kindOf } from '../bulk/index.js'
import { Fault } from '../errors.js'
import { type RunRecord, withRunLock } from '../journal/index.js'
import { count } from './plan-view.js'
import { needChannelCredentials } from './push/channel-credentials.js'
import { plannedRejects } from './rejects-file.js'
import { runAnswer } from './run-view.js'
import { sendPlanned } from './send-planned.js'
import type { ServiceCommand } from './service-command.js'
import type { Command } from '@oclif/core'
import { type Answer, text } from './view.js'

export interface ResumeInput {
  command: ServiceCommand<typeof Command>
  run: RunRecord
  /** Go on although later runs have set the same hotels. */
  isForced: boolean
  quiet: boolean
  /** Where to write the rows that the service refuses. */
  rejectsTo: string | undefined
}

/**
 * Sends the rest of a run.
 * @throws Fault GUARD_RAIL where later runs have set the same hotels since: the rest of this one would overwrite them
 */
export async function resumeRun({ command, run, isForced, quiet, rejectsTo }: ResumeInput): Promise<Answer> {
  const { id, kind, target, nights } = run
  const here = command.target()
  if (target.profile !== here.profile || target.service !== here.service) {
    throw new Fault('USAGE', `Run ${id} belongs to profile ${target.profile} (${target.service}).`, { next: `Add --profile ${target.profile}.` })
  }
  if (nights.left === 0 && run.state !== 'planning') return text({ run }, `Run ${id} has nothing left to send.`)
  if (rejectsTo !== undefined) await checkRejectsTarget({ files: [], to: rejectsTo })
  const journal = command.journal()
  const later = journal.laterRuns(id)
  if (later.length > 0 && !isForced) {
    throw new Fault('GUARD_RAIL', `Since run ${id}, ${later.map(({ runId }) => `run ${runId}`).join(', ')} has set hotels that it still has to send.`, {
      next: 'Add --yes to send the older values all the same, or push the files again. Nothing was sent.',
      facts: { later },
    })
  }
  command.notice(`Run ${id}: ${count(nights.acknowledged, 'night')} acknowledged, ${count(nights.left, 'night')} left to send.`)
  await needChannelCredentials(command)
  const settings = command.settings()
  return withRunLock(journal, { service: target.service, kind }, `run ${id}, resumed by process ${process.pid}`, async () => {
    const report = await sendPlanned({ command, journal, runId: id, kind: kindOf(kind as 'rates' | 'inventory'), settings, quiet })
    return runAnswer(report, { journal, rejects: rejectsTo === undefined ? undefined : await plannedRejects(journal, id, rejectsTo) })
  })
}

import type { Journal } from '../../journal/index.js'
import { emptyReport, type Plan } from '../../push/index.js'
import type { Answer } from '../terminal/index.js'
import { runAnswer, type RunContext } from './run-view.js'

export interface NothingToDo {
  journal: Journal
  runId: number
  plan?: Plan
  rejects?: RunContext['rejects']
  /** Why there is nothing to send. */
  text: string
}

/** The answer of a run that had nothing to send: the same data as of any other run. */
export function nothingToDo({ journal, runId, plan, rejects, text }: NothingToDo): Answer {
  const answer = runAnswer(emptyReport(runId), { journal, rejects, ...(plan === undefined ? {} : { plan }) })
  return {
    ...answer,
    view: {
      kind: 'text',
      text: rejects?.file === undefined ? text : `${text}\nThe rows left out are in ${rejects.file}.`,
    },
  }
}

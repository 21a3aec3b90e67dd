import { Rehearsed } from '../../outcome/index.js'
import type { Answer } from '../terminal/index.js'
import { writeDocument } from './print.js'
import { text } from './view.js'

/** Stands above what a dry run shows that has no request to show. */
export const TRIED = 'Dry run: nothing was changed. This is what would be:'

/** The answer of a command that was tried out on a copy, as that of a dry run: its tables and texts, and a document that says so. */
export function triedAnswer(answer: Answer): Answer {
  const { data, view } = answer
  return {
    ...answer,
    data: { dryRun: true, would: data },
    // A sentence reads as done where it stands by itself; rows of a table stay rows.
    view: view.kind === 'text' ? { ...view, text: `${TRIED}\n${view.text}` } : view,
  }
}

/** Whether the answer of a dry run has to be told as one beside it. */
export const isToldBeside = ({ view }: Answer): boolean => view.kind !== 'text'

/** What a dry run answers that has looked and stopped before the change. */
export function wouldAnswer(would: object, words: string): Answer {
  return text({ dryRun: true, would }, `Dry run: nothing was changed. ${words}`)
}

/**
 * What a dry run answers in place of the request that it did not send: the request.
 * @throws anything else that ended the command
 */
export function rehearsedAnswer(ended: unknown): Answer {
  if (!(ended instanceof Rehearsed)) throw ended
  const { request } = ended
  const { method, url, body } = request
  const lines = [
    'Dry run: nothing was sent. This is what would be, without its secrets:',
    `${method} ${url}`,
    ...(body === undefined ? [] : [writeDocument(body).trimEnd()]),
  ]
  return text({ dryRun: true, request }, lines.join('\n'))
}

import { Rehearsed } from '../../outcome/index.js'
import type { Answer } from '../terminal/index.js'
import { writeDocument } from './print.js'
import { text } from './view.js'

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

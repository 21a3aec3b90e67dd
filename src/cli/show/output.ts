import { valueWithoutSecrets, withoutSecrets } from '../../known-secrets.js'
import type { Answer } from '../view.js'

/**
 * The one door to standard output and standard error: whatever is written passes it, and no secret of this process does. Control characters are the caller's
 * affair, who knows whether a terminal stands behind it and which colours are ours (`printable.ts`).
 */

/** A text as it may be seen, or kept in a file for others. */
export function shownText(text: string): string {
  return withoutSecrets(text)
}

/** A copy of a value whose texts may be seen. */
export function shownValue<T>(value: T): T {
  return valueWithoutSecrets(value, new Set()) as T
}

/** The same for an answer, data and rows. */
export function shownAnswer(answer: Answer): Answer {
  const { data, view } = answer
  return { ...answer, data: shownValue(data), view: view.kind === 'list' ? { ...view, rows: view.rows.map(shownValue) } : view }
}

/** Writes to standard output. */
export function print(text: string): void {
  process.stdout.write(shownText(text))
}

/** Writes to standard error. */
export function tell(text: string): void {
  process.stderr.write(shownText(text))
}

/** Writes to standard output what was asked for as it is: a token for another program, the invented secrets of a sandbox, a message of the caller's own. */
export function printAsItIs(data: string | Uint8Array): void {
  process.stdout.write(data)
}

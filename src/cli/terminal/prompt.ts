import { Fault } from '../../errors.js'
import { printableLines } from '../../printable.js'
import { shownText } from './output.js'
import type { Terminal } from './terminal.js'

/** Questions to a person. Without a terminal nothing is asked: the caller's fault says which flag answers instead. */

/** As a terminal without a size is taken everywhere. */
const WIDTH_UNKNOWN = 80

type Clack = typeof import('@clack/prompts')

async function ask<R extends string | boolean>(
  question: (clack: Clack) => Promise<R | symbol>,
  signal?: AbortSignal,
): Promise<R> {
  const clack = await import('@clack/prompts')
  // On a terminal that nobody gave a size a question would be broken behind each character.
  if (process.stderr.columns === 0) process.stderr.columns = WIDTH_UNKNOWN
  const answer = await question(clack)
  if (signal?.aborted === true) throw new Fault('INTERRUPTED', 'Interrupted. Nothing was done.')
  if (clack.isCancel(answer)) throw new Fault('INTERRUPTED', 'Nothing was done.')
  return answer as R
}

/** A line of text. */
export function askText(terminal: Terminal, message: string, otherwise: string): Promise<string> {
  refuseWithoutTerminal(terminal, message, otherwise)
  return ask<string>(({ text }) =>
    text({ message, output: process.stderr, validate: (value) => ((value ?? '') === '' ? 'Needed.' : undefined) }),
  )
}

/** A line that stays hidden while it is typed. `otherwise` names the ways that need no terminal. */
export function askSecret(terminal: Terminal, message: string, otherwise: string): Promise<string> {
  refuseWithoutTerminal(terminal, message, otherwise)
  return ask<string>(({ password }) =>
    password({ message, output: process.stderr, validate: (value) => ((value ?? '') === '' ? 'Needed.' : undefined) }),
  )
}

/**
 * Yes or no before something that changes much. In a pipe it wants `--yes`.
 * @param signal ends the question, as no
 * @throws Fault USAGE in a pipe without `--yes`; INTERRUPTED on no
 */
export async function confirm(terminal: Terminal, message: string, yes: boolean, signal?: AbortSignal): Promise<void> {
  if (yes) return
  if (!terminal.mayAsk)
    throw new Fault('USAGE', `${message} This needs confirmation, and there is no terminal to ask on.`, {
      next: 'Add --yes. Nothing was sent.',
    })
  const agreed = await ask<boolean>(
    ({ confirm: question }) =>
      question({
        message: shownText(printableLines(message)),
        initialValue: false,
        output: process.stderr,
        ...(signal === undefined ? {} : { signal }),
      }),
    signal,
  )
  if (!agreed) throw new Fault('INTERRUPTED', 'Nothing was done.', { next: 'Run the command again to go on.' })
}

function refuseWithoutTerminal({ mayAsk }: Terminal, what: string, otherwise: string): void {
  if (!mayAsk) throw new Fault('USAGE', `${what} is missing, and there is no terminal to ask on.`, { next: otherwise })
}

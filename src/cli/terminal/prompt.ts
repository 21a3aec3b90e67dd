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

/** One of several things to choose from. */
export interface Choice {
  value: string
  label: string
  hint?: string
}

/** One of several choices, with the cursor on `initial`. `otherwise` names the ways that need no terminal. */
export function askChoice(
  terminal: Terminal,
  message: string,
  choices: readonly Choice[],
  { initial, otherwise, signal }: { initial?: string | undefined; otherwise: string; signal?: AbortSignal | undefined },
): Promise<string> {
  refuseWithoutTerminal(terminal, message, otherwise)
  const options = choices.map(({ value, label, hint }) => ({
    value,
    label: seen(label),
    ...(hint === undefined ? {} : { hint: seen(hint) }),
  }))
  return ask<string>(
    ({ select }) =>
      select({
        message: seen(message),
        options,
        maxItems: CHOICES_SHOWN,
        output: process.stderr,
        ...(initial === undefined ? {} : { initialValue: initial }),
        ...(signal === undefined ? {} : { signal }),
      }),
    signal,
  )
}

/**
 * A line of text that is checked while the person is there to correct it.
 * @param check why a text is none, or undefined
 */
export function askChecked(
  terminal: Terminal,
  message: string,
  {
    initial,
    check = () => undefined,
    otherwise,
    signal,
  }: {
    initial?: string | undefined
    check?: (text: string) => string | undefined
    otherwise: string
    signal?: AbortSignal | undefined
  },
): Promise<string> {
  refuseWithoutTerminal(terminal, message, otherwise)
  return ask<string>(
    ({ text }) =>
      text({
        message: seen(message),
        output: process.stderr,
        ...(initial === undefined ? {} : { initialValue: initial }),
        validate: (value) => ((value ?? '').trim() === '' ? 'Needed.' : check((value ?? '').trim())),
        ...(signal === undefined ? {} : { signal }),
      }),
    signal,
  ).then((answer) => answer.trim())
}

const CHOICES_SHOWN = 12

/** Foreign text in a question: no secret of this process, nothing that acts on the terminal. */
function seen(text: string): string {
  return shownText(printableLines(text))
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

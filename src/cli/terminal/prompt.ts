import { Fault } from '../../errors.js'
import { printableLines } from '../../printable.js'
import { steadyMs } from '../../clock.js'
import { shownText } from './output.js'
import type { Terminal } from './terminal.js'

/** Questions to a person. Without a terminal nothing is asked: the caller's fault says which flag answers instead. */

/** As a terminal without a size is taken everywhere. */
const WIDTH_UNKNOWN = 80

type Clack = typeof import('@clack/prompts')

/** A terminal that is closed while a question stands open cannot be given back its modes: that is no failure of the command. */
function outliveStdin(): void {
  const { stdin } = process
  if (Object.hasOwn(stdin, OUTLIVED)) return
  Object.defineProperty(stdin, OUTLIVED, { value: true })
  stdin.on('error', () => undefined)
  const setRawMode = stdin.setRawMode?.bind(stdin)
  if (setRawMode === undefined) return
  stdin.setRawMode = (mode) => {
    try {
      return setRawMode(mode)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== 'setRawMode') throw error
      return stdin
    }
  }
}

const OUTLIVED = Symbol('outlives its terminal')
let open = 0
let askedMs = 0

/** Whether a question stands open: whatever takes time now waits for a person. */
export const isAsking = (): boolean => open > 0

/** How long questions have stood open in this process, milliseconds, but for one that still does. */
export const spentAsking = (): number => askedMs

/**
 * @param question takes the signal that ends it: that of the caller, Ctrl-D, or an end of standard input, which would leave the question waiting for nobody
 */
async function ask<R extends string | boolean>(
  question: (clack: Clack, ended: AbortSignal) => Promise<R | symbol>,
  signal?: AbortSignal,
): Promise<R> {
  const clack = await import('@clack/prompts')
  // On a terminal that nobody gave a size a question would be broken behind each character.
  if (process.stderr.columns === 0) process.stderr.columns = WIDTH_UNKNOWN
  const gone = new AbortController()
  const leave = (): void => gone.abort()
  const onKey = (_text: string | undefined, key: { ctrl?: boolean; name?: string } | undefined): void => {
    if (key?.ctrl === true && key.name === 'd') leave()
  }
  const since = steadyMs()
  open += 1
  process.stdin.on('keypress', onKey).on('end', leave).on('close', leave).on('error', leave)
  outliveStdin()
  let answer: R | symbol
  try {
    answer = await question(clack, signal === undefined ? gone.signal : AbortSignal.any([signal, gone.signal]))
  } finally {
    process.stdin.off('keypress', onKey).off('end', leave).off('close', leave).off('error', leave)
    open -= 1
    askedMs += steadyMs() - since
  }
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
    ({ select }, ended) =>
      select({
        message: seen(message),
        options,
        maxItems: CHOICES_SHOWN,
        output: process.stderr,
        ...(initial === undefined ? {} : { initialValue: initial }),
        signal: ended,
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
    ({ text }, ended) =>
      text({
        message: seen(message),
        output: process.stderr,
        ...(initial === undefined ? {} : { initialValue: initial }),
        validate: (value) => ((value ?? '').trim() === '' ? 'Needed.' : check((value ?? '').trim())),
        signal: ended,
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
export function askText(terminal: Terminal, message: string, otherwise: string, signal?: AbortSignal): Promise<string> {
  refuseWithoutTerminal(terminal, message, otherwise)
  return ask<string>(
    ({ text }, ended) =>
      text({
        message: seen(message),
        output: process.stderr,
        validate: (value) => ((value ?? '') === '' ? 'Needed.' : undefined),
        signal: ended,
      }),
    signal,
  )
}

/** A line that stays hidden while it is typed. `otherwise` names the ways that need no terminal. */
export function askSecret(terminal: Terminal, message: string, otherwise: string): Promise<string> {
  refuseWithoutTerminal(terminal, message, otherwise)
  return ask<string>(({ password }, ended) =>
    password({
      message: seen(message),
      output: process.stderr,
      validate: (value) => ((value ?? '') === '' ? 'Needed.' : undefined),
      signal: ended,
    }),
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
    ({ confirm: question }, ended) =>
      question({
        message: shownText(printableLines(message)),
        initialValue: false,
        output: process.stderr,
        signal: ended,
      }),
    signal,
  )
  if (!agreed) throw new Fault('INTERRUPTED', 'Nothing was done.', { next: 'Run the command again to go on.' })
}

function refuseWithoutTerminal({ mayAsk }: Terminal, what: string, otherwise: string): void {
  if (!mayAsk) throw new Fault('USAGE', `${what} is missing, and there is no terminal to ask on.`, { next: otherwise })
}

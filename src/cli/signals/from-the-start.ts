import { leave } from './leave.js'
import { outliveTerminal } from './lost-terminal.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** A program that `nohup` started goes on when its terminal closes, unless a command has asked to hear of it. */
const FROM_THE_START: readonly string[] = ['SIGINT', 'SIGTERM']
const INTERRUPTED = 130

/** Who hears the next signal: the last one that asked to, such as a run inside a command. */
const listening: (() => void)[] = []
let isWatched = false
let isPrinting = false
/** What a command that listens to no signal says of its end; nothing while none has begun. */
let tell: (() => void) | undefined

const hear = (): void => {
  const handle = listening.at(-1)
  if (handle !== undefined) return handle()
  if (!isWatched) return
  // The command has done its work: a signal takes neither its answer nor its exit code away. A second one ends it all the same.
  if (isPrinting) {
    isPrinting = false
    return
  }
  if (process.exitCode === undefined) tell?.()
  leave(process.exitCode ?? INTERRUPTED)
}

/**
 * A closed terminal first ends a question, and with it the command that had listened: the signal may come when that has let go already, and must not cut off its
 * last words, its log and its exit code. Libraries that watch for the end of the process would kill it where nobody else listens.
 */
const endingAnyway = (): void => {
  process.off('SIGHUP', endingAnyway)
  process.on('SIGHUP', hear)
}

/** From here on no signal ends the process without its exit code. Imports next to nothing, so that it can stand before everything else. */
export function watchSignals(): void {
  isWatched = true
  outliveTerminal()
  for (const signal of FROM_THE_START) process.on(signal, hear)
}

const heardWhileListening = (): readonly string[] =>
  isWatched ? SIGNALS.filter((signal) => !FROM_THE_START.includes(signal)) : SIGNALS

/** A command begins: this is said where a signal ends it and it does not listen itself. */
export function commandBegins(say: () => void): void {
  tell = say
}

/** A command has done its work and has only to print its answer. */
export function commandPrints(): void {
  tell = undefined
  isPrinting = true
}

/** Hears Ctrl-C, SIGTERM and a closed terminal until it is released; whoever listened before does not meanwhile. */
export function onSignal(handle: () => void): () => void {
  if (listening.length === 0) {
    for (const signal of heardWhileListening()) process.on(signal, hear)
    process.off('SIGHUP', endingAnyway)
  }
  listening.push(handle)
  return () => {
    const at = listening.lastIndexOf(handle)
    if (at < 0) return
    listening.splice(at, 1)
    if (listening.length > 0) return
    if (isWatched) process.on('SIGHUP', endingAnyway)
    for (const signal of heardWhileListening()) process.off(signal, hear)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pacer } from '../pace/index.js'
import type { RunWatch } from './run-watch.js'

const FIRST_PAUSE_MS = 1000
const ROUNDS_MAX = 8
/** Rounds in a row that send nothing more. */
const IDLE_ROUNDS = 3

interface LastRoundsInput {
  /** Sends what has no fate yet. */
  round(): Promise<void>
  halt: AbortSignal
  watch: RunWatch
  pacer: Pacer
  /** Nights without a fate. */
  left(): number
  onPause(hotels: readonly string[], ms: number): void
}

/**
 * Hotels whose requests failed again and again while others were answered get more rounds at the end, after a pause each: a service that fails now and then
 * leaves nothing behind, and one that cannot serve a hotel costs a few seconds.
 */
export async function lastRounds({ round, halt, watch, pacer, left, onPause }: LastRoundsInput): Promise<void> {
  let idle = 0
  for (
    let rounds = 0;
    rounds < ROUNDS_MAX && idle < IDLE_ROUNDS && watch.asideHotels().length > 0 && !halt.aborted;
    rounds += 1
  ) {
    const before = left()
    const pause = FIRST_PAUSE_MS * 2 ** idle
    onPause(watch.asideHotels(), pause)
    await sleep(pause, undefined, { signal: halt }).catch(() => undefined)
    if (halt.aborted) return
    pacer.relax(watch.nextRound())
    await round()
    idle = left() < before ? 0 : idle + 1
  }
}

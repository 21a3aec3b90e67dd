import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'

/** The newest Node with which this was tried; an option that V8 does not know would be reported to the person. */
const NEWEST_MAJOR = 26

/**
 * Has what is made while a file is planned freed as soon as it is done with. After a hotel whose ranges were all alive at once, V8 takes what is
 * made at the same places for lasting, and puts it where it is freed late: that took a quarter of the memory of some runs, and of others nothing.
 */
function freeEarly(): void {
  if (isTried()) setFlagsFromString('--no-allocation-site-pretenuring')
}

const LESS_INLINED = '--max-inlined-bytecode-size-cumulative'

/**
 * Has functions optimized with less of what they call in them. On Node 20 the compiler, on threads of its own, takes a quarter of the CPU of a push of a few
 * seconds, most of it for functions that thousands of answers go through, where that gains next to nothing.
 */
function inlineLess(): void {
  if (isTried() && !isChosen(LESS_INLINED)) setFlagsFromString(`${LESS_INLINED}=400`)
}

const BUDGET = '--interrupt-budget'

/**
 * Has functions optimized when they have run longer. Node 20 has hundreds of functions optimized in a push of a few seconds that hardly gain it again: of a plan of a
 * million rows that took a third of the CPU. Later ones wait longer by themselves.
 */
function optimizeLater(): void {
  if (major() === '20' && !isChosen(BUDGET)) setFlagsFromString(`${BUDGET}=300000`)
}

/**
 * The same of what sends: most of its functions run once a request, and a push of thousands of requests ends before optimized ones have paid. What runs for
 * every entry gets there all the same. 4 % of the CPU of 5 million nights in 685 requests, 7 % of 2,870 small ones.
 */
export function optimizeSeldom(): void {
  if (major() === '20' && !isChosen(BUDGET)) setFlagsFromString(`${BUDGET}=1000000`)
}

const PARALLEL = '--no-parallel-scavenge'

/**
 * Has new objects collected by the thread that made them. Hardly any outlive a collection, which takes a third of a millisecond: to share that among threads costs
 * more than it saves, 4 % of the CPU of a plan of 5 million rows.
 */
function collectAlone(): void {
  if (isTried() && !isChosen('parallel-scavenge') && !isChosen('single-threaded')) setFlagsFromString(PARALLEL)
}

const GROWTH = '--semi-space-growth-factor'
/** Both halves of what V8 keeps new objects in. */
const NEW_SPACE_BYTES = 16 * 1_048_576

/**
 * Keeps the space for new objects at the size that it has by then. V8 doubles it while anything in it outlives a collection, to 32 MB on Node 20 and 64 on 24, which
 * is memory for nothing: what a push makes is done with at once, or lasts to its end.
 * @returns whether it has grown that far, and grows no more
 */
function stopGrowing(): boolean {
  if (!isTried() || isChosen(GROWTH) || isChosen('semi-space-size')) return true
  const { space_size: bytes = 0 } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space') ?? {}
  if (bytes < NEW_SPACE_BYTES) return false
  setFlagsFromString(`${GROWTH}=1`)
  return true
}

const PERCENT = '--heap-growing-percent'
/** From here on memory counts for more than the time that it takes to collect it. */
const LARGE_BYTES = 50 * 1_048_576

/**
 * Has what lasts collected once it has grown by three fifths. V8 lets a heap grow threefold and more before it looks for what is done with: a push of many different
 * values took 70 MB for that.
 * @returns whether that is so from here on
 */
export function growSlowly(): boolean {
  if (!isTried() || isChosen(PERCENT)) return true
  if (getHeapStatistics().total_heap_size < LARGE_BYTES) return false
  setFlagsFromString(`${PERCENT}=60`)
  return true
}

const isChosen = (wanted: string, { execArgv, env } = process): boolean =>
  [...execArgv, env['NODE_OPTIONS'] ?? ''].some((flag) => flag.replaceAll('_', '-').includes(wanted))

const major = (): string => process.versions.node.split('.')[0] ?? ''

const isTried = (): boolean => Number(major()) <= NEWEST_MAJOR

/** The same chunks; planning begins with the first that has rows, good or bad. A file that is refused before has nothing to free. */
export async function* freedEarly<T extends { rows: readonly unknown[]; bad: readonly unknown[] }>(
  chunks: AsyncIterable<T>,
): AsyncGenerator<T> {
  let hasRows = false
  let hasGrown = false
  let isLarge = false
  for await (const chunk of chunks) {
    if (!hasRows && chunk.rows.length + chunk.bad.length > 0) {
      hasRows = true
      freeEarly()
      inlineLess()
      optimizeLater()
      collectAlone()
    }
    hasGrown ||= hasRows && stopGrowing()
    isLarge ||= hasRows && growSlowly()
    yield chunk
  }
}

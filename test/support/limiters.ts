/** A hidden limit of a service. Times in milliseconds. */
export interface Limiter {
  /** Whether a request that arrives now is served; where not, when it would be. */
  arrive(now: number): { ok: true } | { ok: false; retryAfterMs: number }
  /** A served request is done. */
  leave(now: number): void
}

/** `perSecond` on average, up to `burst` at once. */
export function tokenBucket(perSecond: number, burst: number): Limiter {
  let tokens = burst
  let at = 0
  return {
    arrive(now) {
      tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond)
      at = now
      if (tokens < 1) return { ok: false, retryAfterMs: ((1 - tokens) / perSecond) * 1000 }
      tokens -= 1
      return { ok: true }
    },
    leave: () => undefined,
  }
}

/** `most` in each stretch of `windowMs` of the clock. */
export function fixedWindow(most: number, windowMs: number, offsetMs = 0): Limiter {
  let window = -1
  let used = 0
  return {
    arrive(now) {
      const present = Math.floor((now + offsetMs) / windowMs)
      if (present !== window) used = 0
      window = present
      if (used >= most) return { ok: false, retryAfterMs: (present + 1) * windowMs - offsetMs - now }
      used += 1
      return { ok: true }
    },
    leave: () => undefined,
  }
}

/** `most` in any stretch of `windowMs`. */
export function slidingWindow(most: number, windowMs: number): Limiter {
  const times: number[] = []
  return {
    arrive(now) {
      while (times.length > 0 && (times[0] as number) <= now - windowMs) times.shift()
      if (times.length >= most) return { ok: false, retryAfterMs: (times[0] as number) + windowMs - now }
      times.push(now)
      return { ok: true }
    },
    leave: () => undefined,
  }
}

/** `most` at work at once. */
export function concurrencyCap(most: number): Limiter {
  let atWork = 0
  return {
    arrive() {
      if (atWork >= most) return { ok: false, retryAfterMs: 1000 }
      atWork += 1
      return { ok: true }
    },
    leave: () => void (atWork -= 1),
  }
}

/** The same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

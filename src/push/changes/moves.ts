import type { Night } from '../../calendar/index.js'

/** A price that moves, on nights that follow each other. */
export interface PriceMove {
  hotel: string
  room: string
  plan: string
  from: Night
  until: Night
  before: string
  after: string
}

const KEPT = 5

/** Keeps the prices that move farthest, up or down, by factor. */
export class LargestMoves {
  #moves: { move: PriceMove; factor: number }[] = []

  add(move: PriceMove): void {
    const [before, after] = [Number(move.before), Number(move.after)]
    const factor = before === 0 || after === 0 ? Infinity : Math.max(before / after, after / before)
    const least = this.#moves.at(-1)
    if (this.#moves.length === KEPT && least !== undefined && factor <= least.factor) return
    const at = this.#moves.findIndex((one) => one.factor < factor)
    this.#moves.splice(at < 0 ? this.#moves.length : at, 0, { move, factor })
    this.#moves.length = Math.min(this.#moves.length, KEPT)
  }

  /** The farthest first. */
  list(): PriceMove[] {
    return this.#moves.map(({ move }) => move)
  }
}

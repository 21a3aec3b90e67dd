import { formatNight, type Night } from '../../calendar/index.js'
import type { ByteCollector } from './byte-collector.js'

export const NIGHT_BYTES = 'YYYY-MM-DD'.length

/** A power of two: some eleven years. */
const PLACES = 4096

/** Nights as they are written in bodies, each formatted once as long as no other needs its place. */
export class NightBytes {
  readonly #nights = new Int32Array(PLACES).fill(-1)
  readonly #bytes = new Uint8Array(PLACES * NIGHT_BYTES)

  addTo(body: ByteCollector, night: Night): void {
    const place = night & (PLACES - 1)
    const start = place * NIGHT_BYTES
    if (this.#nights[place] !== night) {
      this.#bytes.set(Buffer.from(formatNight(night)), start)
      this.#nights[place] = night
    }
    body.add(this.#bytes, start, start + NIGHT_BYTES)
  }
}

import type { Exchange } from './exchange.js'
import { readExchanges } from './store.js'

/** A message as far as its repetitions are known by it. */
type Named = Pick<Exchange, 'hotel' | 'bookingId' | 'resStatus'>

/** Messages that are remembered, at most. */
const REMEMBERED_MAX = 10_000

/**
 * Which messages a PMS has taken in part, as far as their answers went through here: where it says of a repetition that it has the reservation already, that says nothing of
 * the part that it left undone.
 */
export class PartlyTaken {
  readonly #inPart = new Map<string, boolean>()
  #earlier: Promise<void> | undefined

  /** @param folder with what earlier listeners have kept; absent where nothing is kept */
  constructor(private readonly folder?: string) {}

  /** Takes in what an answer proves. */
  note(exchange: Named & Pick<Exchange, 'state'>): void {
    const name = nameOf(exchange)
    const inPart = inPartBy(exchange.state)
    if (name === undefined || inPart === undefined) return
    this.#inPart.delete(name)
    this.#inPart.set(name, inPart)
    if (this.#inPart.size <= REMEMBERED_MAX) return
    const [oldest] = this.#inPart.keys()
    if (oldest !== undefined) this.#inPart.delete(oldest)
  }

  /** Begins to read what earlier listeners have kept, so that no answer waits for it. */
  prepare(): Promise<void> {
    return (this.#earlier ??= this.#readEarlier())
  }

  /** Whether the last that the PMS took of this message was a part of it. */
  async has(message: Named): Promise<boolean> {
    const name = nameOf(message)
    if (name === undefined) return false
    await this.prepare()
    return this.#inPart.get(name) ?? false
  }

  async #readEarlier(): Promise<void> {
    if (this.folder === undefined) return
    const { exchanges } = await readExchanges(this.folder).catch(() => ({ exchanges: [] }))
    const known = new Set(this.#inPart.keys())
    for (const exchange of exchanges) if (!known.has(nameOf(exchange) ?? '')) this.note(exchange)
  }
}

/** Whether the last that a PMS took of a message that is kept was a part of it. */
export async function wasTakenInPart(folder: string, message: Named): Promise<boolean> {
  return new PartlyTaken(folder).has(message)
}

/** What is proved of the whole message; undefined where nothing is, so that what was proved before stands. */
const inPartBy = (state: Exchange['state']): boolean | undefined =>
  state === 'partial' ? true : state === 'delivered' ? false : undefined

const nameOf = ({ hotel = '', bookingId, resStatus = 'Commit' }: Named): string | undefined =>
  bookingId === undefined ? undefined : JSON.stringify([hotel, bookingId, resStatus])

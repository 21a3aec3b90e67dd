/** One thing that a message says differently from another one. */
export interface FactChange {
  /** What it is about, such as `status`, `hotel`, `dates`, `rooms`, `guests`, `nights`, `total`, `comments`, `ids`, `contact`, `services`, `meals`. */
  about: string
  before?: string
  after?: string
  /** Whose it is, by its id, where a message has several reservations. */
  reservation?: string
  /** The same as a sentence. */
  text: string
  /** Of a single value: where it stands in the message, and its lines in this message and in the earlier one. */
  path?: string
  line?: number
  lineBefore?: number
  /** Of a value of a price: its first night, and the day behind the last. */
  nights?: { from: string; to: string }
}

const PLURALS = new Set(['Comments', 'Ids', 'RoomStays'])
const isPlural = (name: string): boolean => PLURALS.has(name) || name.startsWith('Guests ')

/** A value of a message that another one has otherwise, or has not; nothing where both have the same. */
export function changed(
  about: string,
  name: string,
  before: string | undefined,
  after: string | undefined,
): FactChange[] {
  if (before === after) return []
  return [
    {
      about,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      text:
        before === undefined
          ? `${name} ${isPlural(name) ? 'are' : 'is'} new: ${after ?? ''}.`
          : after === undefined
            ? `${name} ${isPlural(name) ? 'are' : 'is'} gone: ${before}.`
            : `${name}: ${before} → ${after}.`,
    },
  ]
}

/** `Room 101 with plan 501`. */
export const productName = ({ room, plan }: { room?: string; plan?: string }): string =>
  `${room === undefined ? 'Room not told' : `Room ${room}`}${plan === undefined ? '' : ` with plan ${plan}`}`

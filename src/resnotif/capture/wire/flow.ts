import type { Traced } from '../bytes/index.js'

/** What went over the line in one direction, put together again. */
export interface Flow {
  stream: Traced
  /** The direction of which connection. */
  way: string
  /** Bytes right before it went over the line and were not captured, or right behind it. */
  gap?: 'before' | 'behind'
  /** It is a part of something longer, of which more was perhaps not captured. */
  isPart?: boolean
  /** What is no letter of ASCII is shown as a dot. */
  isDotted?: boolean
  /** It was characters where it was written down. */
  isText?: boolean
  /** The tool shows bytes of others in another form: what was told of those is not told again. */
  isRepeated?: boolean
  /** Why nothing tells what follows on it or comes before it: the tool shows each packet by itself. */
  apart?: string
  /** Why it cannot be put together, where what it shows stands as it was written down. */
  unreadable?: string
}

/** Whether the direction of a flow is that of answers. */
export const isOfAnswer = ({ way }: Flow, flows: readonly Flow[]): boolean =>
  flows.some((flow) => flow.way === way && flow.stream.bytes.toString('latin1', 0, 7) === 'HTTP/1.')

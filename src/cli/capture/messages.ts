import { Fault } from '../../errors.js'
import type { CapturedPart, OtherPart } from '../../resnotif/index.js'
import { openCaptures } from './captures.js'

/** A message, and which of how many of a capture it is. */
export interface NamedMessage {
  shown: string
  part: CapturedPart
  isPacked: boolean
  number: number
  total: number
}

export interface OpenedMessages {
  messages: NamedMessage[]
  /** What should be a message and cannot be read. */
  unread: (OtherPart & { file: string })[]
  /** Parts without a notification, by file. */
  others: Map<string, { parts: OtherPart[]; unlisted: number }>
}

/**
 * All messages of what was named, or one of them.
 * @param which from 1
 * @throws Fault INVALID_INPUT where it cannot be read or has no such message
 */
export async function openMessages(name: string, which: number | undefined): Promise<OpenedMessages> {
  const found: Omit<NamedMessage, 'total'>[] = []
  const unread: OpenedMessages['unread'] = []
  const others: OpenedMessages['others'] = new Map()
  for await (const { shown, capture, isPacked } of openCaptures([name])) {
    for (const part of capture.messages) found.push({ shown, part, isPacked, number: found.length + 1 })
    unread.push(...capture.unread.map((one) => ({ file: shown, ...one })))
    others.set(shown, { parts: capture.others, unlisted: capture.moreOthers })
  }
  const total = found.length
  const messages = found
    .filter(({ number }) => which === undefined || number === which)
    .map((one) => ({ ...one, total }))
  if (which !== undefined && messages.length === 0)
    throw new Fault('INVALID_INPUT', `${name === '-' ? 'Standard input' : name} has no message ${which}.`, {
      next:
        total === 0 ? 'It holds no notification.' : `It holds ${total}: choose 1${total === 1 ? '' : ` to ${total}`}.`,
    })
  return { messages, unread: which === undefined ? unread : [], others: which === undefined ? others : new Map() }
}

/**
 * The text of a message, for everything but lint, which reports it: a message that cannot be decoded is no message.
 * @throws Fault INVALID_INPUT with the place of the first wrong byte
 */
export function requireText({ shown, part }: Pick<NamedMessage, 'shown' | 'part'>): string {
  const { fault, text } = part.decoded
  if (fault === undefined || fault.kind === 'contradiction') return text
  const { line, column } = part.placeOf(fault)
  throw new Fault('INVALID_INPUT', `${shown} is not text in the encoding that it names.`, {
    findings: [{ file: shown, line, reason: `column ${column}: ${fault.found}, expected ${fault.expected}` }],
    next: 'Save the message in UTF-8, or correct the encoding in its first line.',
  })
}

import { Fault } from '../../errors.js'
import type { CapturedPart, OtherPart } from '../../resnotif/index.js'
import { type CaptureFile, isEmpty, openCaptures } from './captures.js'

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
  /** Files beside others that hold no notification. */
  empty: CaptureFile[]
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
  const empty: CaptureFile[] = []
  for await (const file of openCaptures([name])) {
    const { shown, capture, isPacked } = file
    if (isEmpty(file)) {
      empty.push(file)
      continue
    }
    for (const part of capture.messages) found.push({ shown, part, isPacked, number: found.length + 1 })
    unread.push(...capture.unread.map((one) => ({ file: shown, ...one })))
    others.set(shown, { parts: capture.others, unlisted: capture.moreOthers })
  }
  // Of several messages one that cannot be decoded is told, and the others are read.
  const undecoded = found.length === 1 ? [] : found.filter(({ part }) => isUndecoded(part))
  unread.push(...undecoded.map(undecodedPart))
  const total = found.length
  const messages = found
    .filter((one) => (which === undefined ? !undecoded.includes(one) : one.number === which))
    .map((one) => ({ ...one, total }))
  if (which !== undefined && messages.length === 0)
    throw new Fault('INVALID_INPUT', `${name === '-' ? 'Standard input' : name} has no message ${which}.`, {
      next:
        total === 0 ? 'It holds no notification.' : `It holds ${total}: choose 1${total === 1 ? '' : ` to ${total}`}.`,
    })
  return {
    messages,
    unread: which === undefined ? unread : [],
    others: which === undefined ? others : new Map(),
    empty: which === undefined ? empty : [],
  }
}

const isUndecoded = ({ decoded: { fault } }: CapturedPart): boolean =>
  fault !== undefined && fault.kind !== 'contradiction'

function undecodedPart({ shown, part }: Pick<NamedMessage, 'shown' | 'part'>): OtherPart & { file: string } {
  const { fault } = part.decoded
  return {
    file: shown,
    ...(fault === undefined ? part.place : part.placeOf(fault)),
    what: `a message that is not text in the encoding that it names${fault === undefined ? '' : `: ${fault.found}`}`,
  }
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

/** That a file holds no message to work on, which is sure only where all of it could be read. @param shown the name that a person knows it by */
export const noneIn = (shown: string, unread: readonly unknown[]): string =>
  unread.length === 0
    ? `${shown} holds no reservation notification.`
    : `${shown} holds no reservation notification that can be read.`

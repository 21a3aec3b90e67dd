import { type ConcealedMessage, concealMessage } from '../conceal/index.js'
import { type Message, readMessage } from './read.js'

/** A message read once and concealed once, for all that looks at it. */
export interface CapturedMessage {
  message: Message
  concealed: ConcealedMessage
}

/** Never throws. @param secrets values that are secret wherever they stand, such as the password that was sent */
export function captureMessage(text: string, secrets: readonly string[] = []): CapturedMessage {
  return { message: readMessage(text), concealed: concealMessage(text, secrets) }
}

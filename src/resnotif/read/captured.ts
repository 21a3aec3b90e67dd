import { type ConcealedMessage, concealMessage } from '../conceal/index.js'
import { type Message, readMessage } from './read.js'

/** A message read once and concealed once, for all that looks at it. */
export interface CapturedMessage {
  message: Message
  concealed: ConcealedMessage
}

/** Never throws. @param secrets values that are secret wherever they stand, such as the password that was sent @param carrier the Envelope that carries the message, as captured */
export function captureMessage(text: string, secrets: readonly string[] = [], carrier?: string): CapturedMessage {
  return { message: readMessage(text, carrier), concealed: concealMessage(text, secrets) }
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { childOf, descend, valueOf } from '../xml/index.js'
import { findNode, type Message } from './read.js'

/** Whether the envelope of a message carries this name and password, in the clear or as a digest. WS-Security UsernameToken 1.0. */
export function carriesToken(
  { root }: Pick<Message, 'root'>,
  { username, password }: { username: string; password: string },
): boolean {
  const header = root?.name === 'Envelope' ? childOf(root, 'Header') : undefined
  const token =
    header === undefined
      ? undefined
      : descend(
          findNode(header, ({ name }) => name === 'Security'),
          'UsernameToken',
        )
  const given = childOf(token, 'Password')
  if (given === undefined || !isSameSecret(childOf(token, 'Username')?.text.trim() ?? '', username)) return false
  if (valueOf(given, 'Type')?.endsWith('#PasswordDigest') !== true) return isSameSecret(given.text, password)
  const nonce = Buffer.from(childOf(token, 'Nonce')?.text.trim() ?? '', 'base64')
  const created = childOf(token, 'Created')?.text.trim() ?? ''
  return isSameSecret(
    given.text.trim(),
    createHash('sha1').update(nonce).update(created).update(password, 'utf8').digest('base64'),
  )
}

/** Compares without telling by its time how much is right. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text, 'utf8').digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}

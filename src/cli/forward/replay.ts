import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import type { ServiceCommand } from '../command/index.js'
import { agreeToPost, readPosting } from '../exchange/index.js'
import { type SendFlags, sendText } from '../resnotif/index.js'
import type { Answer } from '../terminal/index.js'
import { editText } from './edit.js'
import type { Exchange } from './exchange.js'
import { exchangeOf } from './kept.js'

export interface ReplayFlags extends Omit<SendFlags, 'to'> {
  to?: string | undefined
  edit: boolean
}

/**
 * Sends a forwarded message again, as it was or changed by hand, with its content type and SOAPAction where the flags name none.
 * @throws Fault USAGE, NOT_FOUND, INVALID_INPUT for one of which nothing was kept; what sending throws
 */
export async function replayExchange(
  command: ServiceCommand<typeof Command>,
  id: string,
  { edit, to: named, ...flags }: ReplayFlags,
): Promise<Answer> {
  const exchange = await exchangeOf(command, id)
  const to = named ?? addressOf(exchange)
  const posting = readPosting(flags)
  const { body, hidden, unread = 0, notKept } = exchange.request
  if (body === undefined)
    throw new Fault(
      'INVALID_INPUT',
      `Nothing of message ${id} was kept: ${notKept ?? 'it was refused at the sign-in, too large, or in an encoding that is not read'}.`,
      {
        next: 'Have the hub send it again. Nothing was sent.',
      },
    )
  if (hidden + unread > 0 && !edit)
    throw new Fault(
      'INVALID_INPUT',
      `Message ${id} held ${heldIn(hidden, unread)}, which ${hidden + unread === 1 ? 'was' : 'were'} not kept.`,
      {
        next: 'Write what is meant in place of the stars with --edit. Nothing was sent.',
      },
    )
  const text = edit ? await editText(body, command.terminal) : body
  if (!flags['dry-run']) await agreeToPost(command, to, `message ${id} again`)
  const soapAction = unquoted(exchange.request.headers['soapaction'])
  const kept =
    soapAction === undefined || flags['soap-action'] !== undefined
      ? posting
      : { ...posting, flags: { ...posting.flags, 'soap-action': soapAction } }
  return sendText(command, text, { ...flags, to }, kept)
}

function heldIn(hidden: number, unread: number): string {
  const secrets = `${hidden} ${hidden === 1 ? 'secret' : 'secrets'}`
  const parts = `${unread} ${unread === 1 ? 'part' : 'parts'} that cannot be looked into`
  return hidden === 0 ? parts : unread === 0 ? secrets : `${secrets} and ${parts}`
}

/** @throws Fault USAGE where the query of the address, which may hold a key, was not kept */
function addressOf({ to, hadQuery, id }: Exchange): string {
  if (!hadQuery) return to
  throw new Fault('USAGE', `The address of message ${id} had a query, which is not kept because it may hold a key.`, {
    next: 'Name the address with --to.',
  })
}

function unquoted(given: string | undefined): string | undefined {
  const [, action] = /^"?([\x21\x23-\x5b\x5d-\x7e]{1,500})"?$/.exec(given ?? '') ?? []
  return action
}

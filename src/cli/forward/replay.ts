import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import { MASK } from '../../redaction/index.js'
import { hideAddress } from '../../resnotif/index.js'
import { shellWord } from '../../shell-word.js'
import type { ServiceCommand } from '../command/index.js'
import { agreeToPost, ownStars, type Posting, readPosting, refuseLeftStars } from '../exchange/index.js'
import { type SendFlags, sendText } from '../resnotif/index.js'
import type { Answer } from '../terminal/index.js'
import { dropEdit, editText, LostEdit, readEdit, withEdit } from './editing/index.js'
import type { Exchange } from './exchange.js'
import { exchangeOf } from './kept.js'
import { READ_STILL } from './under-way.js'
import { wasTakenInPart } from './partly-taken.js'
import { forwardedFolder } from './store.js'

export interface ReplayFlags extends Omit<SendFlags, 'to'> {
  to?: string | undefined
  edit: boolean
  /** A file with the message as it was edited before. */
  from?: string | undefined
}

/**
 * Sends a forwarded message again, as it was or changed by hand, with its content type, its SOAPAction and the headers of its hub where the flags name none.
 * @throws Fault USAGE, NOT_FOUND, INVALID_INPUT for one of which nothing was kept; what sending throws
 */
export async function replayExchange(
  command: ServiceCommand<typeof Command>,
  id: string,
  { edit, from, to: named, ...flags }: ReplayFlags,
): Promise<Answer> {
  const exchange = await exchangeOf(command, id)
  const to = named ?? addressOf(exchange)
  const posting = readPosting(flags)
  const { hidden, unread = 0, body: kept = '' } = exchange.request
  const body = from === undefined ? exchange.request.body : await readEdit(from)
  if (body === undefined) throw nothingKept(exchange)
  if (hidden + unread > 0 && !edit && from === undefined)
    throw new Fault(
      'INVALID_INPUT',
      `Message ${id} held ${heldIn(hidden, unread)}, which ${hidden + unread === 1 ? 'was' : 'were'} not kept.`,
      {
        next: 'Put the real values in place of the stars with --edit. Nothing was sent.',
      },
    )
  const { dataDir } = command.folders()
  const keptEdit = (fault: Fault, text: string): Promise<Fault> =>
    withEdit(fault, text, { dataDir, command: `hubswitch resnotif replay ${id}${toWords(named)} --edit --from` })
  const text = edit
    ? await editText(body, command.terminal).catch(async (error: unknown) => {
        throw error instanceof LostEdit ? await keptEdit(error, error.text) : error
      })
    : body
  if (exchange.unanswered !== undefined || exchange.failure?.arrived === 'maybe')
    command.notice(
      `No answer to message ${id} is on record: the PMS may have it already.${flags.retransmission ? '' : ' With --retransmission the PMS is told so, and its answer "has it already" counts as delivered.'}`,
    )
  const wasInPart = await wasTakenInPart(forwardedFolder(command.folders().dataDir), exchange)
  // An edit that was kept in a file has stars for what was typed into it.
  const mayLackSecrets = from !== undefined || (edit && hidden + unread > 0)
  const send = async (): Promise<Answer> => {
    // What was put back may be one of several secrets.
    if (mayLackSecrets)
      refuseLeftStars(text, hidden + unread > 0 ? (exchange.request.ownStars ?? []) : ownStars(kept, kept), {
        isForced: flags.force,
        told: (line) => command.notice(line),
      })
    if (!flags['dry-run']) await agreeToPost(command, to, `message ${id} again`)
    return sendText(command, text, { ...flags, to }, asItWas(posting, exchange.request.headers), { wasInPart })
  }
  try {
    const answer = await send()
    if (from !== undefined && !flags['dry-run']) dropEdit(from, dataDir)
    return answer
  } catch (error) {
    if (!edit || !(error instanceof Fault)) throw error
    throw await keptEdit(error, text)
  }
}

/** The address again, without what may hold a key. */
function toWords(named: string | undefined): string {
  if (named === undefined || !URL.canParse(named)) return ''
  const { origin, pathname } = new URL(named)
  return ` --to ${shellWord(`${origin}${hideAddress(pathname)}`)}`
}

/** Of the sender itself, of its connection, or of the bytes that it sent: what goes out is text in UTF-8. */
const NOT_REPEATED =
  /^(?:accept.*|authorization|content-(?:encoding|length|md5)|cookie|digest|host|user-agent|via|x-forwarded-.*|forwarded|traceparent|tracestate)$/

/** The headers of the message as it came, where the flags say nothing else: its content type, SOAPAction, and those of its hub. What was starred out is not repeated. */
function asItWas({ flags, headers, secrets }: Posting, kept: Readonly<Record<string, string>>): Posting {
  const isRewrapped = flags.envelope !== 'none'
  const soapAction = flags['soap-action'] ?? unquoted(kept['soapaction'])
  const repeated = Object.entries(kept).flatMap(([name, value]): [string, string][] => {
    if (NOT_REPEATED.test(name) || value.includes(MASK) || value.includes('***') || !/^[\t\x20-\x7e]*$/.test(value))
      return []
    if (name === 'content-type')
      return isRewrapped || flags['soap-action'] !== undefined
        ? []
        : [[name, value.replace(/charset=("?)[^;"]*\1/i, 'charset=utf-8')]]
    return name === 'soapaction' && (isRewrapped || flags['soap-action'] !== undefined) ? [] : [[name, value]]
  })
  return {
    flags: soapAction === undefined ? flags : { ...flags, 'soap-action': soapAction },
    headers: { ...Object.fromEntries(repeated), ...headers },
    secrets,
  }
}

/** Of a message that may lie at the PMS all the same, or is still being read, that is said. */
function nothingKept({ id, request, state }: Exchange): Fault {
  const { notKept = 'it was refused at the sign-in, too large, or in an encoding that is not read' } = request
  const next =
    notKept === READ_STILL
      ? `Wait until it is read: "hubswitch resnotif listen show ${id}" says so. Nothing was sent.`
      : `${state === 'unknown' ? 'Look at the PMS whether it has it; if not, have' : 'Have'} the hub send it again. Nothing was sent.`
  return new Fault('INVALID_INPUT', `Nothing of message ${id} was kept: ${notKept}.`, { next })
}

function heldIn(hidden: number, unread: number): string {
  const secrets = `${hidden} ${hidden === 1 ? 'secret' : 'secrets'}`
  const parts = `${unread} ${unread === 1 ? 'part' : 'parts'} that cannot be looked into`
  return hidden === 0 ? parts : unread === 0 ? secrets : `${secrets} and ${parts}`
}

/** @throws Fault USAGE where a part of the address that is or may be a key was not kept */
function addressOf({ to, hadQuery, id }: Exchange): string {
  if (new URL(to).pathname.includes('***'))
    throw new Fault('USAGE', `The address of message ${id} had a key or token in its path, which is not kept.`, {
      next: 'Name the address with --to.',
    })
  if (!hadQuery) return to
  throw new Fault('USAGE', `The address of message ${id} had a query, which is not kept because it may hold a key.`, {
    next: 'Name the address with --to.',
  })
}

function unquoted(given: string | undefined): string | undefined {
  const [, action] = /^"?([\x21\x23-\x5b\x5d-\x7e]{1,500})"?$/.exec(given ?? '') ?? []
  return action
}

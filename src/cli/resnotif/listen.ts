import type { Command } from '@oclif/core'
import { bold, dim, green, red, yellow } from 'ansis'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { printableJson } from '../../printable.js'
import { createPms, type Persona } from '../../resnotif/index.js'
import { type ServiceCommand, untilSignal } from '../command/index.js'
import { folded, print, shownValue, type Terminal } from '../terminal/index.js'
import { outputFault, prepareFolder, roomWords, writeReason } from '../../whole-file.js'
import { FailureTold } from './failure-told.js'
import { addMessageFile } from './files.js'
import { requirePmsCredentials } from './pms-credentials.js'
import { type ReceivedMessage, startPmsListener, type TurnedAway } from './pms-listener.js'
import { count, counterRows, counterTable, findingLines, printable } from './view.js'

export interface ListenFlags {
  port: number
  host: string
  persona: Persona
  delay?: number | undefined
  'reject-code'?: string | undefined
  save?: string | undefined
  'save-refused': boolean
  'save-unread': boolean
  count?: number | undefined
  auth: boolean
  json: boolean
  quiet: boolean
}

/** Seconds that the persona slow takes. */
const DELAY_S = 20
const REJECT_CODE = '392'

/** @throws Fault USAGE for a flag that belongs to another persona: it would do nothing */
function refuseOfPersona(persona: Persona, given: { slow: unknown; rejecting: unknown }): void {
  if (given.slow !== undefined && persona !== 'slow')
    throw new Fault('USAGE', `--delay belongs to the persona slow; this one is ${persona}.`, {
      next: 'Add --persona slow, or leave out --delay.',
    })
  if (given.rejecting !== undefined && persona !== 'rejecting')
    throw new Fault('USAGE', `--reject-code belongs to the persona rejecting; this one is ${persona}.`, {
      next: 'Add --persona rejecting, or leave out --reject-code.',
    })
}

/**
 * Serves a PMS until Ctrl-C, or until so many messages have come; shows each of them on standard output.
 * @throws Fault USAGE where the port cannot be used or nothing can be written where `--save` says, DATA_DIRECTORY where its disk is full, NO_CREDENTIALS
 */
export async function listenAsPms(
  command: ServiceCommand<typeof Command>,
  flags: ListenFlags,
  until: Promise<unknown> = untilSignal(),
): Promise<void> {
  const { port, host, persona, save: folder, count: wanted, json, quiet } = flags
  refuseOfPersona(persona, { slow: flags.delay, rejecting: flags['reject-code'] })
  const credentials = flags.auth ? await requirePmsCredentials(command.settings()) : undefined
  if (flags['save-refused'] && (folder === undefined || !flags.auth))
    throw new Fault('USAGE', '--save-refused keeps messages whose sign-in was refused; it needs --save and --auth.')
  if (flags['save-unread'] && folder === undefined)
    throw new Fault('USAGE', '--save-unread keeps what cannot be looked into; it needs --save or --forward-to.')
  if (folder !== undefined) await requireSaving(folder)
  const spoken = new FailureTold((line) => command.alert(line))
  let shown: Promise<void> = Promise.resolve()
  let received = 0
  let finish = (): void => undefined
  const enough = new Promise<void>((resolve) => (finish = resolve))
  const listener = await startPmsListener({
    host,
    port,
    readsPacked: persona === 'lenient',
    readerScript: path.join(command.config.root, 'bin/reader-thread.cjs'),
    pms: createPms({
      persona,
      delayMs: (flags.delay ?? DELAY_S) * 1_000,
      rejectCode: flags['reject-code'] ?? REJECT_CODE,
    }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(folder === undefined
      ? {}
      : {
          save: (name, content) =>
            spoken.watch(
              () => addMessageFile(folder, name, content),
              (error) =>
                `Messages cannot be saved in ${folder}: ${writeReason(error)}. ${roomWords(error, folder)} Until then those that would be taken are answered with 503, so that they are sent again.`,
            ),
          savesRefused: flags['save-refused'],
          savesUnread: flags['save-unread'],
        }),
    onMessage: (message) => {
      // One after the other, in the order of arrival.
      shown = shown.then(async () =>
        print(
          json
            ? `${printableJson(JSON.stringify(shownValue(recordOf(message))))}\n`
            : quiet
              ? ''
              : await textOf(message, command.terminal),
        ),
      )
      if (++received === wanted) finish()
    },
    onTurnedAway: (request) => {
      if (json) shown = shown.then(() => print(`${printableJson(JSON.stringify(shownValue(turnedAwayOf(request))))}\n`))
      command.notice(fitted(lineOf(request), command.terminal), true)
    },
  })
  command.notice(
    `Listening at ${listener.url} as a ${persona} PMS${credentials === undefined ? '' : ', sign-in required'}.${folder === undefined ? '' : ` Messages are saved in ${folder}, without card numbers and passwords.`} Ctrl-C ends it.`,
  )
  if (!/^(127\.|localhost$|::1$)/.test(host))
    command.notice('Other machines can reach it, and messages travel unencrypted: use it for invented guests only.')
  await Promise.race([until, enough]).finally(() => listener.close())
  await shown
}

/** What lasts for hours is tried before anybody sends a message. */
async function requireSaving(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() === false)
    throw new Fault('USAGE', `${folder} is ${found.isFile() ? 'a file' : 'no folder'}; --save needs a folder.`, {
      next: 'Name a folder with --save. Nothing was listened for.',
    })
  await prepareFolder(folder).catch((error: unknown) => {
    throw outputFault(error, {
      what: 'messages',
      to: folder,
      flag: '--save',
      kind: 'folder',
      said: 'Nothing was listened for.',
    })
  })
}

/** One message as a line of JSON. */
function recordOf({ explanation, findings, ...message }: ReceivedMessage): object {
  const errors = message.notLinted === undefined ? findings.filter(({ severity }) => severity === 'error').length : null
  return { ...message, errors, findings, guests: counterRows(explanation) }
}

/** A request that was answered unread, with the fields that a message has and those that are known of it. */
const turnedAwayOf = ({ why, ...request }: TurnedAway): object => ({
  ...request,
  outcome: 'turned away',
  notLinted: why,
  errors: null,
  findings: [],
})

const OUTCOME_PAINTS: Readonly<Record<string, (text: string) => string>> = {
  taken: green,
  'known already': yellow,
  'taken, connection cut': yellow,
}

/** When, how and where it came, for which hotel, and how it was answered. */
function requestText(
  { time, method, path, hotel, ms }: Omit<TurnedAway, 'why'> & { hotel?: string },
  answer: string,
): string {
  return [dim(time), method, printable(path), `hotel=${hotel ?? '-'}`, answer, `${ms} ms`].join('  ')
}

const lineOf = (request: TurnedAway): string =>
  `${requestText(request, `HTTP ${request.status}`)}\n${INDENT}${printable(request.why)}`

async function textOf(message: ReceivedMessage, terminal: Terminal): Promise<string> {
  const {
    id,
    resStatus,
    status,
    outcome,
    isAbandoned,
    findings,
    notLinted,
    explanation,
    savedAs,
    hidden,
    notKept,
    unread = 0,
    isString = false,
    isAttached = false,
    encoding,
  } = message
  const head = [
    requestText({ ...message, method: 'POST' }, status === 0 ? 'no answer' : `HTTP ${status}`),
    bold(printable(id ?? 'no id')),
    printable(resStatus ?? ''),
    (OUTCOME_PAINTS[outcome] ?? red)(outcome),
    outcome === 'not authorized'
      ? ''
      : notLinted !== undefined
        ? `not linted: ${printable(notLinted)}`
        : findings.length === 0
          ? 'nothing found'
          : count(findings.length, 'finding'),
  ]
  const taken = hidden.cards + hidden.passwords
  const lines = [
    ...(isString
      ? ['  It came as a string in its envelope. The answer has OTA_HotelResNotifRS as an element in the Body.']
      : []),
    ...(encoding === undefined ? [] : [`  It came in ${encoding}.`]),
    ...(isAttached ? ['  It came in a body of several parts (multipart), and was taken out of it.'] : []),
    ...(isAbandoned ? ['  The sender went away before the answer.'] : []),
    ...(savedAs === undefined
      ? []
      : [`  kept in ${savedAs}${taken === 0 ? '' : ` (${count(taken, 'secret')} starred out)`}`]),
    ...(notKept === undefined ? [] : [`  Nothing of the message is kept: ${printable(notKept)}.`]),
    ...(savedAs === undefined || unread === 0
      ? []
      : [`  ${count(unread, 'part')} of it cannot be looked into and ${unread === 1 ? 'is' : 'are'} not kept`]),
    ...findings.flatMap(findingLines),
  ]
  const table = await counterTable(explanation, { ...terminal, width: terminal.width - INDENT.length })
  const words = fitted([head.filter((part) => part !== '').join('  '), ...lines].join('\n'), terminal)
  return `${[words, ...(table === '' ? [] : table.split('\n').map((line) => `${INDENT}${line}`))].join('\n')}\n`
}

const INDENT = '  '

/** As wide as the terminal at most; what belongs to a request stands further in than the request. */
const fitted = (text: string, { stdout, width }: Terminal): string =>
  stdout ? folded(text, width, { hang: INDENT.length, breaksWords: true }) : text

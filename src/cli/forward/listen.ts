import type { Command } from '@oclif/core'
import path from 'node:path'
import { createRelay } from '../../client/index.js'
import { readTimeout } from '../../config/index.js'
import { printableJson } from '../../printable.js'
import { type ServiceCommand, untilSignal } from '../command/index.js'
import { print, shownValue } from '../terminal/index.js'
import { CLOSE_MS, startForwarder } from './forwarder.js'
import { createKeeper } from './keeper.js'
import { PartlyTaken } from './partly-taken.js'
import { createReader } from './reader.js'
import { ExchangeStore, forwardedFolder } from './store.js'
import { exchangeText } from './view.js'

export interface ForwardFlags {
  'forward-to': string
  port: number
  host: string
  keep?: number | undefined
  'save-refused': boolean
  'save-unread': boolean
  count?: number | undefined
  timeout?: string | undefined
  verbose: boolean
  json: boolean
  quiet: boolean
}

/** How many are kept unless said, and bytes of all of them. */
const KEEP = 1_000
const KEPT_BYTES = 64 * 1024 * 1024

/**
 * Passes notifications on to a PMS until Ctrl-C, or until so many have come, and shows each with its answer.
 * @throws Fault USAGE, DATA_DIRECTORY
 */
export async function forwardMessages(
  command: ServiceCommand<typeof Command>,
  flags: ForwardFlags,
  until: Promise<unknown> = untilSignal(),
): Promise<void> {
  const { host, port, keep = KEEP, count: wanted, json, quiet, verbose } = flags
  const timeoutMs = readTimeout('--timeout', flags.timeout ?? '60s') * 1_000
  const caFile = command.settings().caFile.value
  const relay = createRelay({
    to: flags['forward-to'],
    timeoutMs,
    answerBytesMax: 10_000_000,
    ...(caFile === undefined ? {} : { caFile }),
  })
  const folder = forwardedFolder(command.folders().dataDir)
  const store = keep === 0 ? undefined : await ExchangeStore.open(folder, { keep, bytesMax: KEPT_BYTES })
  let shown: Promise<unknown> = Promise.resolve()
  let passed = 0
  let finish = (): void => undefined
  const enough = new Promise<void>((resolve) => (finish = resolve))
  const forwarder = await startForwarder({
    host,
    port,
    relay,
    keepsRefused: flags['save-refused'],
    keepsUnread: flags['save-unread'],
    keeper: store && createKeeper(store, { folder, timeoutMs, alert: (line) => command.alert(line) }),
    partlyTaken: new PartlyTaken(store && folder),
    reader: createReader({ script: path.join(command.config.root, 'bin/reader-thread.cjs') }),
    onExchange: (exchange) => {
      shown = shown.then(() =>
        print(
          json
            ? `${printableJson(JSON.stringify(shownValue(exchange)))}\n`
            : quiet
              ? ''
              : exchangeText(exchange, { isWhole: verbose }),
        ),
      )
      if (++passed === wanted) finish()
    },
    onRemark: (line) => command.notice(line),
  }).catch(async (error: unknown) => {
    await relay.close()
    throw error
  })
  command.notice(
    `Listening at ${forwarder.url}; every message goes on to the PMS at ${relay.url.host}, and its answer comes back as it is. ${keep === 0 ? 'Nothing is kept.' : 'The last of them are kept without card numbers and passwords: "hubswitch resnotif listen list".'} Ctrl-C ends it.`,
  )
  if (!/^(127\.|localhost$|::1$)/.test(host))
    command.notice(
      'Other machines can reach it, and messages travel to it unencrypted: use it for invented guests only.',
    )
  await Promise.race([until, enough]).finally(() => {
    const waiting = forwarder.underWay()
    if (waiting > 0)
      command.notice(
        `The PMS has not answered ${waiting === 1 ? 'one message' : `${waiting} messages`} yet: waiting up to ${CLOSE_MS / 1_000} seconds.`,
      )
    return forwarder.close()
  })
  await relay.close()
  await shown
}

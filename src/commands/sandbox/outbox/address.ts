import { Args, Flags } from '@oclif/core'
import { SandboxCommand, sandboxWriteFlags, wordsOfClaim } from '../../../cli/command/index.js'
import { readDuration } from '../../../cli/flags/index.js'
import { readWaits } from '../../../cli/sandbox/index.js'
import { record, text } from '../../../cli/show/index.js'
import type { Answer } from '../../../cli/terminal/index.js'
import { durationText } from '../../../duration-text.js'
import { Fault } from '../../../errors.js'
import { hideAddress } from '../../../resnotif/index.js'

const DEFAULT_RETRY_MS = 86_400_000

/** How a notification is retried, in words. */
const scheduleOf = ({
  retryForMs = DEFAULT_RETRY_MS,
  retryWaitsMs,
}: {
  retryForMs?: number
  retryWaitsMs?: readonly number[]
}): string =>
  `${durationText(retryForMs / 1000)}, after ${retryWaitsMs === undefined ? '1 s, doubled up to 10 min' : retryWaitsMs.map((ms) => durationText(ms / 1000)).join(', ')}`

export default class SandboxOutboxAddress extends SandboxCommand<typeof SandboxOutboxAddress> {
  static override summary = 'Show or set the PMS that the sandbox notifies'
  static override description =
    'Must be https, except on loopback. Values in its query, which may be keys, are shown as stars. Waiting notifications are sent at once; one whose attempt is under way, once that is over (22 seconds at most). User name and password are not stored here: set HUBSWITCH_PMS_CREDENTIALS to {"username": "…", "password": "…"}, ' +
    'to each command and to "sandbox start". A notification that the PMS does not take for the moment is sent again with growing waits until --retry-for is over; then it is a dead letter.'
  static override examples = [
    '<%= config.bin %> sandbox outbox address',
    '<%= config.bin %> sandbox outbox address http://127.0.0.1:7080',
    '<%= config.bin %> sandbox outbox address http://127.0.0.1:7080 --retry-for 6h --retry-waits 1m,5m,15m,1h',
    '<%= config.bin %> sandbox outbox address https://service.example/notifications --envelope soap11 --auth username-token',
  ]
  static override args = { url: Args.string({ description: 'URL of the PMS; without it, the current one is shown' }) }
  static override flags = {
    ...sandboxWriteFlags,
    envelope: Flags.option({
      options: ['none', 'soap11', 'soap12'] as const,
      default: 'none',
      summary: 'SOAP envelope around the message',
    })(),
    auth: Flags.option({
      options: ['none', 'basic', 'username-token'] as const,
      default: 'none',
      summary: 'How to authenticate with the PMS',
    })(),
    'soap-action': Flags.string({
      summary: 'SOAPAction header, also of a message without an envelope; with SOAP 1.2 the action of the content type',
      helpValue: '<uri>',
    }),
    'retry-for': Flags.string({
      default: '24h',
      summary: 'How long a notification is retried, such as 90s, 20m, 6h or 2d',
      helpValue: '<time>',
    }),
    'retry-waits': Flags.string({
      summary:
        'Wait after each attempt that failed, such as 1m,5m,15m,1h; the last one from then on (default: 1s, doubled up to 10m)',
      helpValue: '<time,time>',
    }),
    remove: Flags.boolean({ summary: 'Remove the address; notifications then wait' }),
  }

  protected override async changes(): Promise<boolean> {
    return this.args.url !== undefined || this.flags.remove
  }

  async execute(): Promise<Answer> {
    const {
      envelope,
      auth,
      remove,
      'soap-action': soapAction,
      'retry-for': retryFor,
      'retry-waits': waits,
    } = this.flags
    const { url } = this.args
    if (remove && url !== undefined) throw new Fault('USAGE', 'Give an address, or --remove.')
    const { outbox } = await this.openSandbox()
    if (remove) outbox.setAddress(undefined)
    if (url !== undefined) {
      const claimed = outbox.claimed()
      const before = outbox.address
      outbox.setAddress({
        url,
        envelope,
        auth,
        ...(soapAction === undefined ? {} : { soapAction }),
        retryForMs: readDuration('--retry-for', retryFor),
        ...(waits === undefined ? {} : { retryWaitsMs: readWaits('--retry-waits', waits) }),
      })
      const now = outbox.address
      if (before !== undefined && now !== undefined && scheduleOf(before) !== scheduleOf(now))
        this.notice(
          `A notification is retried for ${scheduleOf(now)} (before: ${scheduleOf(before)}). --retry-for and --retry-waits set it with each address.`,
        )
      for (const message of claimed.slice(0, 5))
        this.notice(`Message ${message.id} is not sent at once. ${wordsOfClaim(message)}`)
      if (claimed.length > 5)
        this.notice(`The same goes for ${claimed.length - 5} more: "hubswitch sandbox outbox list".`)
    }
    const { address } = outbox
    return address === undefined
      ? text({ url: null }, 'No PMS address is known. Notifications wait in the outbox.')
      : // What stands in a query may be a key, and so may a part of the path.
        record({ ...address, url: hideAddress(address.url) })
  }
}

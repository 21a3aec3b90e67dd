import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import type { ServiceCommand } from '../command/index.js'

/**
 * Every request of a push carries them, so a push without them, or with some that no request can carry, ends before it reads a file or asks anybody anything.
 * @throws Fault NO_CHANNEL_CREDENTIALS, and what the store ends with
 */
export async function needChannelCredentials(
  command: Pick<ServiceCommand<typeof Command>, 'connection' | 'settings'>,
): Promise<void> {
  if (command.settings().isEmbedded) return
  const { client, channelCredentials } = await command.connection()
  if ((await channelCredentials()) === undefined)
    throw new Fault(
      'NO_CHANNEL_CREDENTIALS',
      'There are no channel credentials, and every request of a push carries them. Nothing was sent.',
    )
  try {
    await client.readChannelCredentials()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault(error.code, `${error.message} Nothing was sent.`, {
      next: error.next,
      findings: error.findings,
      facts: error.facts,
      cause: error,
    })
  }
}

import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import type { ServiceCommand } from '../service-command.js'

/**
 * Every request of a push carries them, so a push without them ends before it asks anybody anything.
 * @throws Fault NO_CHANNEL_CREDENTIALS
 */
export async function needChannelCredentials(command: Pick<ServiceCommand<typeof Command>, 'connection' | 'settings'>): Promise<void> {
  if (command.settings().isEmbedded) return
  const { channelCredentials } = await command.connection()
  if ((await channelCredentials()) === undefined) throw new Fault('NO_CHANNEL_CREDENTIALS', 'There are no channel credentials, and every request of a push carries them. Nothing was sent.')
}

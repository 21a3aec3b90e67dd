import type { Command } from '@oclif/core'
import { isLoopback, readPostAddress } from '../../client/index.js'
import type { ServiceCommand } from '../command/index.js'
import { confirm } from '../terminal/index.js'

/**
 * Asks before invented messages leave this machine: a hotel that is open would take them for guests.
 * @param what is posted, such as `27 test messages`
 * @returns the address
 * @throws Fault USAGE for an address that no message goes to, and in a pipe without --yes; INTERRUPTED on no
 */
export async function agreeToPost(command: ServiceCommand<typeof Command>, to: string, what: string): Promise<URL> {
  const url = readPostAddress(to)
  if (!isLoopback(url))
    await confirm(
      command.terminal,
      `Post ${what} to ${url.host}? Whoever answers there takes them for real unless it is a test system.`,
      command.agrees(),
      command.interruption(),
    )
  return url
}

import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import { login } from '../auth/index.js'
import type { ServiceCommand } from '../command/index.js'
import { count, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { type ChosenService, WITHOUT_TERMINAL } from './ask-service.js'
import { nextSteps, offerMapping, offerSamples, offerTimeZone, readFirstProperty, stepLines } from './first-steps.js'

/** @throws Fault USAGE where nobody can be asked */
export function refuseWithoutPerson(command: ServiceCommand<typeof Command>): void {
  const { json, yes } = (command as unknown as { flags: { json?: boolean; yes?: boolean } }).flags
  if (command.terminal.mayAsk && json !== true && yes !== true) return
  throw new Fault('USAGE', 'hubswitch init asks questions, and there is nobody to answer them.', {
    next: WITHOUT_TERMINAL,
  })
}

/**
 * Sets a machine up, from the sign-in to the first working read. The settings of the command must be those of the chosen service.
 * @throws Fault SIGN_IN_REFUSED, UNREACHABLE, KEYCHAIN_UNAVAILABLE, INTERRUPTED
 */
export async function initialize(
  command: ServiceCommand<typeof Command> & {
    startConnecting(): Parameters<typeof login>[0]['connecting']
    whenSignedIn(): void
  },
  chosen: ChosenService,
): Promise<Answer> {
  const settings = command.settings()
  const profile = settings.profile.value
  let hasSamples = false
  if (chosen.isSandbox) hasSamples = await offerSamples(command)
  else {
    await login({
      settings,
      isSecretOnStdin: false,
      channelCredentialsFile: chosen.channelCredentialsFile,
      channelCredentials: chosen.channelCredentials,
      pmsCredentialsFile: undefined,
      store: chosen.store,
      terminal: command.terminal,
      connecting: command.startConnecting(),
    })
    command.whenSignedIn()
  }
  const { partnerId, name } = await command.call('auth.whoami', {})
  command.notice(`Signed in as ${partnerId}${name === undefined ? '' : ` (${name})`}.`)
  const property = await readFirstProperty(command, hasSamples)
  if (property !== undefined) {
    const rooms = property.rooms === undefined ? 'rooms not read yet' : count(property.rooms, 'room')
    command.notice(
      `It works: property ${property.id}${property.name === undefined ? '' : `, ${property.name}`} (${rooms}).`,
    )
    await offerTimeZone(command, property)
  }
  const looked = await offerMapping(command)
  const next = nextSteps({ isSandbox: chosen.isSandbox, hasSamples }, property, looked)
  const words = [`Profile ${profile} is ready. Next:`, ...stepLines(next, command.terminal.width)].join('\n')
  return text({ profile, partnerId, property, next }, words)
}

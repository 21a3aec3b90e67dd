import { AD_HOC_PROFILE, type Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { servicesSentTo } from '../../journal/index.js'
import { firstCharacters } from '../../redaction/index.js'
import { shellWord } from '../../shell-word.js'
import { askText, type Terminal } from '../terminal/index.js'

/** What decides whether a service may be written to. */
type WritingSettings = Pick<Settings, 'access' | 'profile' | 'isEmbedded' | 'dataDir'>

/**
 * What `access` of a profile asks for before anything is changed at its service: nothing, the name of the profile from a person, or never.
 * @param yes the person has agreed by --yes
 * @param signal ends the question, as no
 * @throws Fault GUARD_RAIL, with the line that allows it
 */
export async function agreeToWrite(
  settings: WritingSettings,
  terminal: Terminal,
  yes: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { access, profile } = settings
  const name = profile.value
  refuseUnasked(settings, terminal, yes)
  if (access.value === 'full' || yes) return
  const typed = await askText(
    terminal,
    `This changes something in production. Type the profile name, ${name}, to go on`,
    'Add --yes.',
    signal,
  )
  if (typed.trim() !== name)
    throw new Fault('GUARD_RAIL', `"${firstCharacters(typed, 64)}" is not ${name}.`, { next: 'Nothing was sent.' })
}

/**
 * Before anything else is asked or read: what no answer to a question would allow.
 * @throws Fault GUARD_RAIL where nothing may be changed at the service, and for production where there is nobody to ask
 */
export function refuseUnasked(settings: WritingSettings, terminal: Terminal, yes: boolean): void {
  const { access, profile } = settings
  refuseReadOnly(settings)
  requireChosenSandbox(settings)
  if (access.value === 'full' || yes || terminal.mayAsk) return
  throw new Fault(
    'GUARD_RAIL',
    `${from(access, profile.value)} production, and there is no terminal to type the profile name on.`,
    { next: 'Add --yes to change something at this service. Nothing was sent.' },
  )
}

function refuseReadOnly({ access, profile }: Pick<Settings, 'access' | 'profile'>): void {
  const name = profile.value
  if (access.value === 'read-only')
    throw new Fault('GUARD_RAIL', `${from(access, name)} read-only: nothing may be changed at this service.`, {
      next: `${access.source === 'env' ? 'Unset HUBSWITCH_ACCESS to allow changes' : name === AD_HOC_PROFILE ? '"hubswitch profile list" shows which' : `To allow changes: hubswitch profile set ${shellWord(name)} --access full`}. Nothing was sent.`,
    })
}

const from = ({ source }: Settings['access'], name: string): string =>
  source === 'env'
    ? 'HUBSWITCH_ACCESS is'
    : name === AD_HOC_PROFILE
      ? 'A profile of this address is'
      : `Profile ${name} is`

/**
 * Without a configuration every command goes to the embedded sandbox. On a machine that has sent to a service that is hardly meant: its configuration is
 * lost, or a crontab forgot to name the profile, and a push would be acknowledged by nobody.
 */
function requireChosenSandbox({ profile, isEmbedded, dataDir }: WritingSettings): void {
  if (!isEmbedded || profile.source !== 'default') return
  const [service, ...more] = servicesSentTo(dataDir)
  if (service === undefined) return
  throw new Fault(
    'GUARD_RAIL',
    `No profile is chosen, so this would go to the embedded sandbox, but this machine has sent to ${service}${more.length === 0 ? '' : ` and ${more.length} more`}.`,
    {
      next: 'Name the one that is meant with --profile ("hubswitch profile list" shows them); "hubswitch profile use sandbox" chooses the sandbox for good. Nothing was sent.',
    },
  )
}

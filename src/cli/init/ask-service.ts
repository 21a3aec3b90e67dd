import {
  AD_HOC_PROFILE,
  faultOfProfileName,
  type SettingFlags,
  SANDBOX_PROFILE,
  type StoreKind,
} from '../../config/index.js'
import { Fault } from '../../errors.js'
import { askChecked, askChoice, askSecret, type Terminal } from '../terminal/index.js'

/** What to type where nobody can be asked. */
export const WITHOUT_TERMINAL =
  'Type instead: "hubswitch auth login --profile main --base-url https://service.example --partner-id ID --secret-stdin --store file < secret.txt", or "hubswitch sandbox seed" to look around without a service.'

/** The service that a person chooses to begin with. */
export interface ChosenService {
  isSandbox: boolean
  flags: SettingFlags
  store: StoreKind
  /** The JSON object, where it was typed. */
  channelCredentials?: string
  channelCredentialsFile?: string
}

/**
 * Asks which service to begin with and how to sign in to it. The partner secret itself is asked for at the sign-in, hidden.
 * @param named the name that was typed with the command; Enter takes it
 * @throws Fault USAGE without a terminal
 */
export async function askService(terminal: Terminal, named?: string): Promise<ChosenService> {
  const otherwise = WITHOUT_TERMINAL
  const where = await askChoice(
    terminal,
    'Where do you want to begin?',
    [
      {
        value: 'sandbox',
        label: 'in the sandbox',
        hint: 'the whole service on this machine; no account, nothing leaves it',
      },
      { value: 'service', label: 'at a service', hint: 'you have an address, a partner id and a secret' },
    ],
    { initial: 'sandbox', otherwise },
  )
  if (where === 'sandbox') return { isSandbox: true, flags: { profile: SANDBOX_PROFILE }, store: 'file' }
  const { readBaseAddress } = await import('../../client/http/base-address.js')
  const baseUrl = await askChecked(terminal, 'Address of the service, such as https://service.example', {
    check: (text) => whyNot(() => readBaseAddress(text)),
    otherwise,
  })
  const partnerId = await askChecked(terminal, 'Partner id, issued at onboarding', { otherwise })
  const profile = await askChecked(terminal, 'Name for this service on this machine', {
    initial: named === undefined || named === SANDBOX_PROFILE ? 'main' : named,
    check: (text) =>
      faultOfProfileName(text) === undefined && text !== SANDBOX_PROFILE && text !== AD_HOC_PROFILE
        ? undefined
        : 'Use small letters, digits, "-", "_" and "."; "sandbox" is the embedded service, "env" one that variables name.',
    otherwise,
  })
  const store = (await askChoice(
    terminal,
    'Keep secret and token in',
    [
      { value: 'keychain', label: 'the keychain of this system' },
      {
        value: 'file',
        label: 'a file that only you can read',
        hint: 'where there is no keychain, such as on a server',
      },
    ],
    { initial: 'keychain', otherwise },
  )) as StoreKind
  return { isSandbox: false, flags: { profile, baseUrl, partnerId }, store, ...(await askChannel(terminal)) }
}

async function askChannel(
  terminal: Terminal,
): Promise<Pick<ChosenService, 'channelCredentials' | 'channelCredentialsFile'>> {
  const otherwise = WITHOUT_TERMINAL
  const how = await askChoice(
    terminal,
    'Channel credentials, which rates and inventory need (a JSON object)',
    [
      { value: 'later', label: 'later', hint: 'hubswitch auth login --channel-credentials FILE' },
      { value: 'file', label: 'from a file' },
      { value: 'typed', label: 'typed or pasted here, hidden' },
    ],
    { initial: 'later', otherwise },
  )
  if (how === 'file')
    return { channelCredentialsFile: await askChecked(terminal, 'File with the channel credentials', { otherwise }) }
  if (how === 'typed') return { channelCredentials: await askSecret(terminal, 'Channel credentials', otherwise) }
  return {}
}

function whyNot(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}

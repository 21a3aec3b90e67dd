import type { StoredToken } from '../../client/index.js'
import {
  AD_HOC_PROFILE,
  type PmsCredentials,
  readPmsCredentials,
  type Settings,
  type StoreKind,
} from '../../config/index.js'
import { parseCredentials } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { isPlainlyPath, learnGiven } from '../../redaction/index.js'
import { connect, type ConnectOptions } from '../command/index.js'
import { keepLogin, outrankedBy } from '../profile/index.js'
import { askSecret, askText, type Terminal } from '../terminal/index.js'

export interface LoginInput {
  /** Of the profile to record, which need not exist yet: its overlay and certificates hold for the sign-in too. */
  settings: Settings
  isSecretOnStdin: boolean
  /** File with the channel credentials; `-` is standard input. */
  channelCredentialsFile: string | undefined
  /** The channel credentials themselves, where a person has typed them. */
  channelCredentials?: string | undefined
  /** File with the name and password for the PMS; `-` is standard input. */
  pmsCredentialsFile: string | undefined
  store: StoreKind
  terminal: Terminal
  connecting: Omit<ConnectOptions, 'settings' | 'identity'>
}

/**
 * Signs in with what the person gives and, only when that worked, keeps the secrets and the token in the chosen store and records the profile.
 * Interface: Authentication, 1.
 * @returns partner id and the token
 * @throws Fault SIGN_IN_REFUSED, KEYCHAIN_UNAVAILABLE, UNREACHABLE, USAGE
 */
export async function login({
  settings,
  isSecretOnStdin,
  channelCredentialsFile,
  channelCredentials: typed,
  pmsCredentialsFile,
  store,
  terminal,
  connecting,
}: LoginInput): Promise<{ partnerId: string; token: StoredToken }> {
  if (settings.profile.value === AD_HOC_PROFILE)
    throw new Fault('USAGE', 'An address from HUBSWITCH_BASE_URL has no profile to sign in to.', {
      next: 'Name one with --profile, or set HUBSWITCH_PARTNER_SECRET and sign in with nothing.',
    })
  const partnerId =
    settings.partnerId.value ??
    (await askText(terminal, 'Partner id', 'Give --partner-id, or set HUBSWITCH_PARTNER_ID.'))
  const partnerSecret = await readSecret(isSecretOnStdin, terminal)
  const mayHaveOtherNames = settings.wire.value !== undefined
  const channel =
    typed === undefined
      ? await readChannelCredentials(channelCredentialsFile, mayHaveOtherNames)
      : checkChannelCredentials(typed.trim(), 'What was typed', mayHaveOtherNames)
  const pms =
    pmsCredentialsFile === undefined
      ? undefined
      : readPmsFile(await readSecretFile(pmsCredentialsFile), pmsCredentialsFile)
  const connection = await connect({
    ...connecting,
    settings,
    identity: { partner: async () => ({ partnerId, partnerSecret }) },
  })
  const token = await connection.client.session.signIn().finally(() => connection.close())
  await keepLogin({
    settings,
    store,
    partnerId,
    partnerSecret,
    token,
    channelCredentials: channel,
    pmsCredentials: pms === undefined ? undefined : JSON.stringify(pms),
    notice: connecting.notice,
  })
  const outranked = outrankedBy(process.env)
  if (outranked !== undefined) connecting.notice?.(outranked)
  return { partnerId, token }
}

/** A file that is wrong is wrong input, whichever kind of credentials it should hold. */
function readPmsFile(text: string, file: string): PmsCredentials {
  try {
    return readPmsCredentials(text, file)
  } catch (error) {
    if (error instanceof Fault && error.code === 'NO_CREDENTIALS')
      throw new Fault('INVALID_INPUT', error.message, { next: error.next })
    throw error
  }
}

async function readSecret(isOnStdin: boolean, terminal: Terminal): Promise<string> {
  const fromEnvironment = process.env['HUBSWITCH_PARTNER_SECRET']
  if (!isOnStdin && fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment
  const secret = isOnStdin
    ? withoutLineEnds(await readSecretFile('-'))
    : await askSecret(terminal, 'Partner secret', 'Give --secret-stdin, or set HUBSWITCH_PARTNER_SECRET.')
  if (secret === '')
    throw new Fault('USAGE', 'Standard input held no secret.', {
      next: 'Pipe the secret in, such as: hubswitch auth login --secret-stdin < secret.txt',
    })
  if (secret.includes('\0'))
    throw new Fault('USAGE', 'The secret holds a NUL character, which no secret store keeps whole.', {
      next: 'Check what is piped in.',
    })
  return secret
}

function withoutLineEnds(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1
  return text.slice(0, end)
}

/** The text as it stands in the file, so that every field and every digit of it is sent. */
async function readChannelCredentials(
  file: string | undefined,
  mayHaveOtherNames: boolean,
): Promise<string | undefined> {
  if (file === undefined) return undefined
  return checkChannelCredentials((await readSecretFile(file)).trim(), file, mayHaveOtherNames)
}

/** @throws Fault INVALID_INPUT where it holds no channel credentials */
function checkChannelCredentials(source: string, from: string, mayHaveOtherNames: boolean): string {
  const given = parseCredentials(source)
  if (given === undefined || (!mayHaveOtherNames && (!('id' in given) || typeof given['duty_code'] !== 'string'))) {
    // The content is a secret: it is described, never quoted.
    throw new Fault('INVALID_INPUT', `${from} does not hold channel credentials.`, {
      next: 'It must be a JSON object such as {"id": 123, "duty_code": "…", "user": "…"}, with the code in double quotes.',
    })
  }
  return source
}

async function readSecretFile(file: string): Promise<string> {
  const bytes = await readBounded(file, LARGEST.secret).catch((error: NodeJS.ErrnoException) => {
    const why = error.code ?? 'unknown reason'
    if (file !== '-' && !isPlainlyPath(file)) {
      learnGiven(file)
      throw new Fault('INVALID_INPUT', `The file that was named for credentials is not there (${why}).`, {
        next: 'Give the path of a file, not what it is to hold: on the command line other users and the history of the shell see it.',
      })
    }
    throw new Fault('INVALID_INPUT', `${file === '-' ? 'Standard input' : file} cannot be read (${why}).`, {
      next: file === '-' ? 'Check what is piped in.' : 'Check the name of the file.',
    })
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('INVALID_INPUT', `${file === '-' ? 'Standard input' : file} is not UTF-8 text.`, {
      next: 'Save it as UTF-8.',
    })
  }
}

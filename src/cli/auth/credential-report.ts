import { join } from 'node:path'
import {
  type Credentials,
  openCredentials,
  type SecretSource,
  type Setting,
  type Settings,
} from '../../config/index.js'
import { Fault } from '../../errors.js'
import { demoAccount, usesDemoAccount } from '../command/index.js'
import { tokenEnd } from './token-end.js'

/** Where a value comes from, in words: `env HUBSWITCH_PROFILE`, `file …/config.yaml`, `default`. */
function sourceText({ source, from }: { source: Setting<unknown>['source'] | 'keychain'; from?: string }): string {
  return from === undefined ? source : `${source} ${from}`
}

/**
 * Who would sign in where, and where each value comes from; never a secret itself.
 * @throws Fault NO_CREDENTIALS where there is nothing to sign in with, KEYCHAIN_UNAVAILABLE with what is known without it
 */
export async function credentialReport(settings: Settings): Promise<Record<string, unknown>> {
  const credentials = openCredentials({ settings, env: process.env })
  const { access, profile, baseUrl, partnerId, isEmbedded, configDir } = settings
  const where = {
    profile: profile.value,
    profileFrom: sourceText(profile),
    service: isEmbedded ? 'embedded sandbox' : baseUrl.value,
    ...(isEmbedded ? {} : { serviceFrom: sourceText(baseUrl) }),
    access: access.value,
    accessFrom: sourceText(access),
  }
  if (usesDemoAccount(settings, credentials)) {
    return {
      ...where,
      partnerId: (await demoAccount()).partnerId,
      partnerSecret: 'built in',
      channelCredentials: 'built in',
    }
  }
  const who = {
    partnerId: partnerId.value,
    ...(partnerId.value === undefined ? {} : { partnerIdFrom: sourceText(partnerId) }),
  }
  const [secret, token, channel, pms] = (
    ['partnerSecret', 'token', 'channelCredentials', 'pmsCredentials'] as const
  ).map((name) => placed(credentials.sourceOf(name), configDir))
  if (secret === undefined && token === undefined)
    throw new Fault('NO_CREDENTIALS', `There is nothing to sign in with for profile ${profile.value}.`, {
      facts: where,
    })
  const life = await tokenLife(credentials, token, { ...where, ...who })
  const [partner, channelFrom, pmsFrom] = await Promise.all([
    heldIn(secret, credentials.partner),
    heldIn(channel, credentials.channelCredentials),
    heldIn(pms, credentials.pmsCredentials),
  ])
  const report = {
    ...where,
    ...who,
    partnerSecret: isLeftAlone(secret, token)
      ? `not used: ${token?.from ?? ''} is set`
      : secret === undefined
        ? undefined
        : wordsOf(partner),
    channelCredentials: wordsOf(channelFrom),
    pmsCredentials: wordsOf(pmsFrom),
    ...life,
  }
  const canSignIn =
    credentials.fixedToken !== undefined ||
    ['valid', 'not known'].includes(String(life['tokenState'])) ||
    (secret !== undefined && typeof partner === 'string' && partner !== NONE)
  if (canSignIn) return report
  const { code, message, next } =
    partner instanceof Fault
      ? partner
      : new Fault('NO_CREDENTIALS', `There is nothing to sign in with for profile ${profile.value}.`)
  throw new Fault(code, message, { next, facts: report, ...(partner instanceof Fault ? { cause: partner } : {}) })
}

const NONE = 'none'
const wordsOf = (held: string | Fault): string => (typeof held === 'string' ? held : `not usable: ${held.message}`)

/** The source of the token in use and what is known of its end. A token of the environment may say nothing of it. */
async function tokenLife(
  { fixedToken, loadToken }: Credentials,
  source: SecretSource | undefined,
  facts: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (source === undefined) return {}
  if (fixedToken !== undefined)
    return {
      accessToken: sourceText(source),
      ...endOf({ expiresAt: (await import('../../client/index.js')).claimedEnd(fixedToken) }),
    }
  try {
    const kept = await loadToken?.()
    return kept === undefined ? {} : { accessToken: sourceText(source), ...endOf(kept) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { code, message, next } = error
    throw new Fault(code, message, {
      next,
      facts: { ...error.facts, ...facts, store: sourceText(source) },
      cause: error,
    })
  }
}

function endOf({
  expiresAt,
  guess,
}: {
  expiresAt: number | undefined
  guess?: 'unsaid' | 'over'
}): Record<string, unknown> {
  if (expiresAt === undefined || !(Math.abs(expiresAt) < 8.64e15)) return {}
  return {
    ...tokenEnd({ expiresAt, ...(guess === undefined ? {} : { guess }) }),
    tokenState: expiresAt <= Date.now() ? 'expired' : guess === undefined ? 'valid' : 'not known',
  }
}

/** The secrets file is named, so that it is not taken for config.yaml. */
function placed(source: SecretSource | undefined, configDir: string): SecretSource | undefined {
  return source?.source === 'file' ? { ...source, from: join(configDir, 'secrets.json') } : source
}

/** A token of the environment is used without the secret that a store keeps. */
const isLeftAlone = (secret: SecretSource | undefined, token: SecretSource | undefined): boolean =>
  token?.source === 'env' && secret !== undefined && secret.source !== 'env'

/** A store is named only where it holds this secret. The fault says why one cannot be used. */
async function heldIn(source: SecretSource | undefined, read: () => Promise<unknown>): Promise<string | Fault> {
  if (source === undefined) return NONE
  try {
    return (await read()) === undefined && source.source !== 'env' ? NONE : sourceText(source)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

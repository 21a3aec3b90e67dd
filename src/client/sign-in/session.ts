import { Fault } from '../../errors.js'
import { isFresh, type StoredToken } from './token-life.js'

/** Who signs in, and where tokens outlive the process. The client keeps no files. */
export interface Identity {
  /** Undefined where there is only a fixed token. */
  partner(): Promise<{ partnerId: string; partnerSecret: string } | undefined>
  /** A token given from outside (HUBSWITCH_ACCESS_TOKEN). */
  fixedToken?: string
  loadToken?(): Promise<StoredToken | undefined>
  saveToken?(token: StoredToken): Promise<void>
  /** Told, once, why a token could not be kept. It is good, and is used as long as the process lives. */
  onUnkept?(why: Fault): void
  /** Holds a lock across processes while `work` signs in or refreshes. */
  exclusively?<T>(work: () => Promise<T>): Promise<T>
}

/** The two calls of the interface that answer a token. A token that the service does not refresh answers the refusal. */
export interface TokenSource {
  getToken(partner: { partnerId: string; partnerSecret: string }): Promise<StoredToken>
  refreshToken(token: StoredToken): Promise<StoredToken | Fault>
  /** The life of a token given from outside. */
  describe(accessToken: string): StoredToken
}

/** Life of the token (interface: "Authentication"). */
export interface Session {
  /** A token fit for use: the one at hand until 60 s before it expires, else a new one. */
  token(): Promise<StoredToken>
  /** A token other than the one that the service has just refused. */
  tokenAfter(refused: string): Promise<StoredToken>
  /** Signs in with partner id and secret, whatever token is at hand. */
  signIn(): Promise<StoredToken>
  /** Exchanges a token that is still valid; signs in where there is none, or where the service does not renew it. */
  refresh(): Promise<RenewedToken>
}

/** A token that was asked for, and how it came about. */
export interface RenewedToken extends StoredToken {
  /** True where partner id and secret got it, because no token could be exchanged. */
  isSignIn: boolean
  /** What the service answered to the token that was sent to be refreshed, where it did not refresh it. */
  refusal?: Fault
  /** False where the token is gone with this process. */
  isKept: boolean
  /** Why it could not be kept, where there is a place for it. */
  unkept?: Fault
}

/** @param now epoch milliseconds */
export function createSession(identity: Identity, source: TokenSource, now: () => number = Date.now): Session {
  let current: StoredToken | undefined =
    identity.fixedToken === undefined ? undefined : source.describe(identity.fixedToken)
  let renewing: Promise<StoredToken> | undefined
  const refused = new Set<string>()
  let signIns = 0
  let refusal: Fault | undefined
  let unkept: Fault | undefined

  const isUsable = (token: StoredToken | undefined): token is StoredToken =>
    token !== undefined && !refused.has(token.accessToken)
  const isFixed = (token: StoredToken | undefined): boolean =>
    token !== undefined && token.accessToken === identity.fixedToken

  const keep = async (token: StoredToken): Promise<StoredToken> => {
    current = token
    try {
      await identity.saveToken?.(token)
      unkept = undefined
    } catch (error) {
      // What a disk or a keychain refuses says nothing about the service: the token has been issued, and signs whatever follows.
      if (!(error instanceof Fault)) throw error
      if (unkept === undefined) identity.onUnkept?.(error)
      unkept = error
    }
    return token
  }
  const signIn = async (): Promise<StoredToken> => {
    const partner = await identity.partner()
    if (partner !== undefined) {
      const token = await source.getToken(partner)
      signIns += 1
      return keep(token)
    }
    if (identity.fixedToken === undefined)
      throw new Fault('NO_CREDENTIALS', 'There is no partner id and secret to sign in with.')
    throw new Fault(
      'SIGN_IN_REFUSED',
      'The given access token is no longer accepted, and there is no partner secret to get another.',
      {
        next: 'Set a new HUBSWITCH_ACCESS_TOKEN, or HUBSWITCH_PARTNER_ID and HUBSWITCH_PARTNER_SECRET.',
      },
    )
  }
  const renew = async (isForced: boolean): Promise<StoredToken> => {
    const stored = await identity.loadToken?.()
    // Whether a token from outside can still be exchanged is for the service to say: its own times may be wrong here.
    // Another process may have renewed it while this one waited for the lock.
    if (!isForced && isUsable(stored) && isFresh(stored, now())) {
      current = stored
      return stored
    }
    const [candidate] = [stored, current]
      .filter((held) => isUsable(held) && (isFixed(held) ? isForced : now() < held.expiresAt))
      .sort((a, b) => (b?.expiresAt ?? 0) - (a?.expiresAt ?? 0))
    if (candidate !== undefined) {
      const refreshed = await source.refreshToken(candidate)
      if (!(refreshed instanceof Fault)) return keep(refreshed)
      refusal = refreshed
      refused.add(candidate.accessToken)
    }
    return signIn()
  }
  const alone = (work: () => Promise<StoredToken>): Promise<StoredToken> =>
    identity.exclusively === undefined ? work() : identity.exclusively(work)
  /** A kept token that is good needs no lock: its user must not wait for a process that gets another. */
  const keptOr = async (work: () => Promise<StoredToken>): Promise<StoredToken> => {
    const stored = await identity.loadToken?.()
    if (!isUsable(stored) || !isFresh(stored, now())) return alone(work)
    current = stored
    return stored
  }
  /** One renewal at a time in this process, and where `exclusively` is given, on this machine. */
  const once = (renewal: () => Promise<StoredToken>): Promise<StoredToken> => {
    renewing ??= renewal().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const token = async (): Promise<StoredToken> => {
    if (isUsable(current)) {
      if (isFresh(current, now())) return current
      // A fixed token cannot be renewed by itself: the service decides whether it is still good.
      if (isFixed(current) && (await identity.partner()) === undefined) return current
    }
    return once(() => (identity.exclusively === undefined ? renew(false) : keptOr(() => renew(false))))
  }
  return {
    token,
    async tokenAfter(rejected) {
      refused.add(rejected)
      return token()
    },
    signIn: () => once(() => alone(signIn)),
    async refresh() {
      const before = signIns
      refusal = undefined
      const renewed = await once(() => alone(() => renew(true)))
      return {
        ...renewed,
        isSignIn: signIns > before,
        ...(refusal === undefined ? {} : { refusal }),
        isKept: identity.saveToken !== undefined && unkept === undefined,
        ...(unkept === undefined ? {} : { unkept }),
      }
    },
  }
}

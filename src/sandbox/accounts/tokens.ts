import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto'
import { JOSEError } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { type Account, rolesOf } from './accounts.js'

/** Seconds a token lives (interface: Limits, "Token lifetime"). */
export const TOKEN_SECONDS = 3600

const KNOWN_MAX = 1000

/** Signs and reads bearer tokens (wire default 29): JWT, HS256, with the store's own key. */
export class Tokens {
  /** One object for all tokens: the library keeps what it derives from it. */
  readonly #key: KeyObject
  readonly #now: () => number
  /** Tokens whose signature was found right: a client shows the same one with every request. */
  readonly #known = new Map<string, { subject: string; expiresAt: number }>()

  /** @param now epoch milliseconds */
  constructor(key: Uint8Array, now: () => number) {
    this.#key = createSecretKey(key)
    this.#now = now
  }

  async sign(account: Account): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000)
    const expiresAt = issuedAt + TOKEN_SECONDS
    const token = await new SignJWT({ roles: rolesOf(account) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(account.partnerId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(this.#key)
    this.#remember(token, account.partnerId, expiresAt)
    return token
  }

  /** The partner id of a token that is ours and still valid. */
  async subjectOf(token: string): Promise<string | undefined> {
    const known = this.#known.get(token)
    if (known !== undefined && this.#now() < known.expiresAt) return known.subject
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: new Date(this.#now()),
        requiredClaims: ['sub', 'exp'],
      })
      const { sub: subject = '', exp = 0 } = payload
      this.#remember(token, subject, exp)
      return subject
    } catch (error) {
      if (error instanceof JOSEError) return undefined
      throw error
    }
  }

  #remember(token: string, subject: string, expires: number): void {
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    this.#known.set(token, { subject, expiresAt: expires * 1000 })
  }
}

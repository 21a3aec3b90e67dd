import { createHash, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../sql/index.js'

/** A partner as the sandbox knows it. */
export interface Account {
  id: number
  partnerId: string
  name: string
  /** Permission to read all properties (interface: "Property reads", access rule). */
  mayReadAll: boolean
}

export interface DemoAccount extends Account {
  secret: string
  channelCredentials: { id: number; duty_code: string; user: string }
}

/** The accounts of every sandbox. Their secrets are public: they open nothing but a sandbox. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    id: 1,
    partnerId: 'demo-supplier',
    secret: 'sandbox-supplier',
    name: 'Demo Supplier',
    mayReadAll: false,
    channelCredentials: { id: 15786, duty_code: 'sandbox-duty', user: 'demo' },
  },
  {
    id: 2,
    partnerId: 'demo-operator',
    secret: 'sandbox-operator',
    name: 'Demo Operator',
    mayReadAll: true,
    channelCredentials: { id: 15787, duty_code: 'sandbox-duty', user: 'demo' },
  },
]

/** Roles that a token and the partner record name. */
export function rolesOf(account: Account): string[] {
  return account.mayReadAll ? ['supplier', 'operator'] : ['supplier']
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const matches = (hash: string, text: string): boolean => timingSafeEqual(Buffer.from(hash, 'hex'), digest(text))

interface AccountRow {
  id: number
  partner_id: string
  secret_hash: string
  name: string
  may_read_all: number
  channel_id: string
  duty_hash: string
  channel_user: string
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  partnerId: row.partner_id,
  name: row.name,
  mayReadAll: row.may_read_all === 1,
})

/** The accounts in the store. Secrets are kept as digests. */
export class AccountStore {
  readonly #db: Database
  #secrets: ReadonlyMap<string, string> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Other secrets than those in the store, for as long as it is open. */
  replaceSecrets(secrets: ReadonlyMap<string, string> | undefined): void {
    this.#secrets =
      secrets === undefined
        ? undefined
        : new Map([...secrets].map(([partnerId, secret]) => [partnerId, digest(secret).toString('hex')]))
  }

  /** Puts the demo accounts in; does nothing, and locks nothing, where they are. */
  ensure(): void {
    const { count } = this.#db.get<{ count: number }>('SELECT count(*) AS count FROM accounts') as { count: number }
    if (count >= DEMO_ACCOUNTS.length) return
    this.#db.transaction(() => {
      for (const {
        id,
        partnerId,
        secret,
        name,
        mayReadAll,
        channelCredentials: { id: channelId, duty_code, user },
      } of DEMO_ACCOUNTS) {
        this.#db.run(
          'INSERT OR IGNORE INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
          id,
          partnerId,
          digest(secret).toString('hex'),
          name,
          mayReadAll ? 1 : 0,
          String(channelId),
          digest(duty_code).toString('hex'),
          user,
        )
      }
    })
  }

  byPartnerId(partnerId: string): Account | undefined {
    const row = this.#row(partnerId)
    return row === undefined ? undefined : toAccount(row)
  }

  byId(id: number): Account | undefined {
    const row = this.#db.get<AccountRow>('SELECT * FROM accounts WHERE id = ?', id)
    return row === undefined ? undefined : toAccount(row)
  }

  /** The account whose id and secret these are. */
  signIn(partnerId: string, secret: string): Account | undefined {
    const row = this.#row(partnerId)
    const hash = this.#secrets === undefined ? row?.secret_hash : this.#secrets.get(partnerId)
    return row !== undefined && hash !== undefined && matches(hash, secret) ? toAccount(row) : undefined
  }

  /** Whether the `credentials` object of a `/v1` request is this account's (wire default 1). */
  ownsChannelCredentials(
    account: Account,
    credentials: { id: number | string; duty_code: string; user?: string | undefined },
  ): boolean {
    const row = this.#row(account.partnerId)
    if (
      row === undefined ||
      row.channel_id !== String(credentials.id) ||
      !matches(row.duty_hash, credentials.duty_code)
    )
      return false
    return credentials.user === undefined || credentials.user === row.channel_user
  }

  #row(partnerId: string): AccountRow | undefined {
    return this.#db.get<AccountRow>('SELECT * FROM accounts WHERE partner_id = ?', partnerId)
  }
}

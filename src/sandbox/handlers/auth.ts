import { type Account, rolesOf, TOKEN_SECONDS } from '../accounts/index.js'
import { Refusal } from '../ground/index.js'
import type { Handlers, PublicContext } from '../http/index.js'

async function tokenResponse(account: Account, { tokens, elapsedMs }: PublicContext) {
  const accessToken = await tokens.sign(account)
  return { tokenType: 'Bearer', expiresIn: TOKEN_SECONDS, accessToken, executionTime: elapsedMs() }
}

/** Interface: "Authentication endpoints". */
export const auth = {
  'auth.login': ({ query }, context) => {
    const account = context.store.accounts.signIn(query.partnerId, query.partnerSecret)
    if (account === undefined) throw new Refusal(401, 'The partner id or the secret is wrong.')
    return tokenResponse(account, context)
  },
  'auth.refresh': (_input, context) => tokenResponse(context.account, context),
  'auth.whoami': (_input, { account }) => ({
    id: account.id,
    partnerId: account.partnerId,
    name: account.name,
    isActive: true,
    roles: rolesOf(account),
    readAllProperties: account.mayReadAll,
  }),
} satisfies Pick<Handlers, 'auth.login' | 'auth.refresh' | 'auth.whoami'>

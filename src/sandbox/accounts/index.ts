/** Partners, tokens and distributors. */

export { type Account, AccountStore, DEMO_ACCOUNTS, rolesOf } from './accounts.js'
export { DEMO_DISTRIBUTOR, requireDistributor } from './distributors.js'
export { TOKEN_SECONDS, Tokens } from './tokens.js'

/** Credentials, kept tokens and the lock of a sign-in. */

export {
  type Credentials,
  openCredentials,
  type PmsCredentials,
  readPmsCredentials,
  readVariable,
  type SecretSource,
  tokenRecord,
} from './credentials.js'
export { readKeptSecret, writeKeptSecret } from './kept-secret.js'
export type { KeptToken } from './token-record.js'

import type { PmsCredentials } from '../../config/index.js'

/** What of the credentials of a PMS may not be seen. */
export function secretsOf(credentials: PmsCredentials | undefined): string[] {
  return credentials === undefined
    ? []
    : [credentials.password, Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64')]
}

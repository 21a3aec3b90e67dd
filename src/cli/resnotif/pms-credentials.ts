import { openCredentials, type PmsCredentials, type Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'

/**
 * Name and password for the PMS from the credential chain.
 * @throws Fault NO_CREDENTIALS where there are none
 */
export async function requirePmsCredentials(settings: Settings): Promise<PmsCredentials> {
  const found = await openCredentials({ settings, env: process.env }).pmsCredentials()
  if (found !== undefined) return found
  throw new Fault('NO_CREDENTIALS', 'There are no credentials for the PMS.', {
    next: 'Set HUBSWITCH_PMS_CREDENTIALS to {"username": "…", "password": "…"}, or name a file in HUBSWITCH_PMS_CREDENTIALS_FILE, or run "hubswitch auth login --pms-credentials FILE".',
  })
}

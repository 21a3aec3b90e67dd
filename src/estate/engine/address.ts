import { Fault } from '../../errors.js'

/** Where an engine is reached. */
export interface EngineAddress {
  kind: 'redis' | 'postgres'
  /** With the password, where there is one. */
  url: string
  /** Without: for people. */
  shown: string
}

const KINDS: Readonly<Record<string, EngineAddress['kind']>> = {
  'redis:': 'redis',
  'rediss:': 'redis',
  'valkey:': 'redis',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
}
const FORMS = 'redis://host:6379/0 or postgres://host/database'

/**
 * Reads the address of an engine.
 * @param password given beside it, since an address on a command line has none
 * @throws Fault USAGE
 */
export function readAddress(text: string, password?: string): EngineAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const kind = url === undefined ? undefined : KINDS[url.protocol]
  // What cannot be read may hold a password: it is not repeated.
  if (url === undefined || kind === undefined || url.hostname === '')
    throw new Fault('USAGE', 'The address of the estate is not one.', { next: `Give it as ${FORMS}.` })
  if (url.protocol === 'valkey:') return readAddress(text.replace(/^valkey:/, 'redis:'), password)
  if (password !== undefined) url.password = encodeURIComponent(password)
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return { kind, url: url.href, shown: shown.href }
}

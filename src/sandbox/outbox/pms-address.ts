import { Fault } from '../../errors.js'
import { type Envelope, faultOfSoapAction } from '../../resnotif/index.js'
import type { Store } from '../store/index.js'

export const PMS_AUTHS = ['none', 'basic', 'username-token'] as const
export type PmsAuth = (typeof PMS_AUTHS)[number]

/** Where notifications go and how. The secret that goes with it is not kept here. */
export interface PmsAddress {
  url: string
  envelope: Envelope
  auth: PmsAuth
  /** SOAPAction header, without an envelope as well; action of SOAP 1.2. */
  soapAction?: string
  /** How long a message is tried again, milliseconds. Default 24 hours. */
  retryForMs?: number
  /** Wait after each attempt that failed, milliseconds; the last one from then on. Default: growing waits. */
  retryWaitsMs?: number[]
}

const SETTING = 'pmsAddress'

export function readPmsAddress(store: Store): PmsAddress | undefined {
  const kept = store.setting(SETTING)
  return kept === undefined ? undefined : (JSON.parse(kept) as PmsAddress)
}

/**
 * Keeps the address of the PMS; undefined removes it.
 * @throws Fault USAGE for an address that cannot be used, and for a UsernameToken without an envelope to stand in
 */
export function keepPmsAddress(store: Store, address: PmsAddress | undefined): void {
  if (address !== undefined) {
    const wrong = faultOfPmsUrl(address.url)
    if (wrong !== undefined) throw new Fault('USAGE', `The address of the PMS ${wrong}.`)
    const odd = address.soapAction === undefined ? undefined : faultOfSoapAction(address.soapAction)
    if (odd !== undefined) throw new Fault('USAGE', `The SOAP action ${odd}.`)
    if (address.auth === 'username-token' && address.envelope === 'none')
      throw new Fault('USAGE', 'A UsernameToken stands in a SOAP envelope, and there is none.', {
        next: 'Take the envelope soap11 or soap12, or another way to sign in.',
      })
  }
  store.keepSetting(SETTING, address === undefined ? undefined : JSON.stringify(address))
}

/** Why notifications cannot go there, or undefined. They name guests: HTTPS only, except on loopback (interface: "Authentication", 5). */
function faultOfPmsUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return 'must be a web address such as https://pms.example/notifications'
  if (url.username !== '' || url.password !== '') return 'must not hold a user or password'
  if (url.hash !== '') return 'must not hold a fragment'
  const isLoopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname)
  return url.protocol === 'http:' && !isLoopback
    ? 'must begin with https://, because guests are named in what is sent; http:// is for loopback alone'
    : undefined
}

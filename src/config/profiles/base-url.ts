import { plainAddress } from '../../service-address.js'

/**
 * Why a text cannot be the base address of a service, or undefined. HTTPS only, except on loopback (interface:
 * "Authentication", 5). The client refuses the same; here the fault can still name the place where the address stands.
 */
export function faultOfBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return 'must be a web address such as https://service.example'
  if (url.username !== '' || url.password !== '') return 'must not hold a user or password'
  if (url.search !== '' || url.hash !== '') return 'must not hold a query or fragment'
  const isLoopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname)
  return url.protocol === 'http:' && !isLoopback
    ? 'must begin with https://, because secrets travel encrypted only; http:// is for loopback alone'
    : undefined
}

/**
 * Whether two addresses may lead to the same service: loopback has several names. For what a profile forbids alone; a secret goes to the very address that it was kept for.
 */
export function mayBeSameService(one: string | undefined, other: string | undefined): boolean {
  return isSameBaseUrl(loopback(one), loopback(other))
}

function loopback(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return text
  const url = new URL(text)
  // All of 127.0.0.0/8 is this machine, and so is an IPv4 address of it that is written as IPv6.
  if (
    /^(?:localhost\.?|.{1,200}\.localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::\]|0\.0\.0\.0|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
      url.hostname,
    )
  )
    url.hostname = '127.0.0.1'
  return url.href
}

/** Whether two addresses mean the same service. */
export function isSameBaseUrl(one: string | undefined, other: string | undefined): boolean {
  const plain = (text: string | undefined): string | undefined => (text === undefined ? undefined : plainAddress(text))
  return plain(one) === plain(other)
}

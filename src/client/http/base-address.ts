import { Fault } from '../../errors.js'

/**
 * Reads the base address of the service. HTTPS only, except on loopback (interface: "Authentication", 5).
 * @throws Fault USAGE when it is no such address
 */
export function readBaseAddress(text: string): URL {
  const next = 'Give the base address of the service, such as https://service.example.'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol))
    throw new Fault('USAGE', 'The base address is not a web address.', { next })
  if (url.username !== '' || url.password !== '')
    throw new Fault('USAGE', 'The base address must not hold a user or password.', { next })
  if (url.search !== '' || url.hash !== '')
    throw new Fault('USAGE', 'The base address must not hold a query or fragment.', { next })
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new Fault('USAGE', `The base address ${url.origin} is not encrypted; secrets travel over HTTPS only.`, {
      next: 'Use https://. Plain http:// is accepted on loopback alone.',
    })
  }
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '')
  return url
}

/**
 * Reads the address that a notification is posted to. HTTPS only, except on loopback. A query may belong to it, and may hold a key: it is never shown.
 * @throws Fault USAGE when it is no such address
 */
export function readPostAddress(text: string): URL {
  const next = 'Give the address that the PMS takes messages at, such as https://service.example/notifications.'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol))
    throw new Fault('USAGE', 'The address of the PMS is not a web address.', { next })
  if (url.username !== '' || url.password !== '')
    throw new Fault('USAGE', 'The address of the PMS must not hold a user or password.', { next })
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new Fault(
      'USAGE',
      `The address of the PMS at ${url.host} is not encrypted; guests' data travel over HTTPS only.`,
      { next: 'Use https://. Plain http:// is accepted on loopback alone.' },
    )
  }
  url.hash = ''
  return url
}

/** Whether an address stays on this machine. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname)
}

/**
 * The address of a path below the base address. The path may carry a query of its own; `query` is added to it.
 * @throws Fault USAGE when the path leaves the base address
 */
export function addressOf(base: URL, path: string, query: Record<string, unknown> = {}): URL {
  const prefix = base.pathname.replace(/\/$/, '')
  const isRelative = path.startsWith('/') && !path.startsWith('//') && !path.includes('\\')
  const url =
    isRelative && URL.canParse(`${base.origin}${prefix}${path}`) ? new URL(`${base.origin}${prefix}${path}`) : undefined
  if (url === undefined || url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) {
    throw new Fault('USAGE', 'The path must begin with "/" and stay below the base address.', {
      next: 'Give a path such as /api/v1/partners/get-info.',
    })
  }
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) url.searchParams.append(name, String(item))
  }
  url.hash = ''
  return url
}

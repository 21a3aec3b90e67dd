import { secretKind, STARS } from '../conceal/index.js'

/** An address, or the path of one, as it may be kept and shown: with stars for what is evidently a secret in its path, and for every value of its query and fragment. */
export function hideAddress(address: string): string {
  const at = address.search(/[?#]/)
  return at < 0 ? hidePath(address) : `${hidePath(address.slice(0, at))}${hideQueryValues(address.slice(at))}`
}

/** Whatever a query or fragment is called, its value may be a key. A part without a name is a value, too. */
const hideQueryValues = (query: string): string =>
  query.replaceAll(/[^?#&;=]+(=?)[^?#&;]*/g, (part, sign) =>
    sign === '' ? STARS : `${part.slice(0, part.indexOf('=') + 1)}${STARS}`,
  )

function hidePath(address: string): string {
  const [origin = ''] = /^[a-z][a-z\d+.-]{0,20}:\/\/[^/]*/i.exec(address) ?? []
  const segments = address.slice(origin.length).split('/')
  let isAwaited = false
  const shown = segments.map((segment, at) => {
    const isStep = isRoute(segment, segments[at + 1] ?? '')
    const isScheme = isAwaited && SCHEME.test(segment)
    const isValue = isToken(segment) || (isAwaited && segment !== '' && !isStep && !isScheme)
    // What was taken for a secret names none, whatever its letters are.
    isAwaited = !isValue && (isScheme || isSecretName(segment))
    return isValue ? STARS : hideValues(segment)
  })
  return origin + shown.join('/')
}

/** Values inside of one segment: `;token=abc`, `key:abc`, `Basic%20dXNlcjpw`. */
const hideValues = (segment: string): string =>
  segment
    .replaceAll(/([^;:=,]{1,60})([=:])([^;,]+)/g, (whole, name: string, sign: string, value: string) =>
      isSecretName(name) || isToken(value) ? `${name}${sign}${STARS}` : whole,
    )
    .replace(/^((?:basic|bearer|digest)(?:%20|\+| ))[^;]+/i, `$1${STARS}`)

/** What is called a key or a token; an EchoToken is of the message, and no secret. */
const isSecretName = (name: string): boolean =>
  /^(?:keys?|tokens?|sig|signature)$/i.test(name) || secretKind(name) === 'password'

/** How a sign-in is made, between its name and what it is made with: `/auth/Basic/dXNlcjpw`. */
const SCHEME = /^(?:basic|bearer|digest|negotiate|ntlm|hmac|plain)$/i

/** A step on the way that stands behind a name such as `token` as well: `/token/refresh`, `/keys/v2/hotels/1`; a name for a secret where something follows that may be one. */
const isRoute = (segment: string, next: string): boolean => ROUTE.test(segment) || (next !== '' && NAME.test(segment))
const NAME =
  /^(?:(?:api|app|auth|access|client|refresh|secret|private|shared|service|user)[-_.]?)?(?:keys?|tokens?|secrets?|credentials?|passwords?|auth|authorization|jwt|bearer)$/i
const ROUTE =
  /^(?:v\d{1,3}|keys?|tokens?|refresh|rotate|api|rest|soap|ws|ota|pms|hotels?|propert(?:y|ies)|reservations?|bookings?|notif(?:y|ications?)|resnotif|messages?|inbound|push|services?|hooks?|webhooks?)$/i

/** What nothing but a secret looks like: a JWT, the tokens of well-known makers, long digits of 16, and texts of all kinds of characters. Ids are shorter, of one kind, or UUIDs. */
const isToken = (text: string): boolean =>
  /^eyJ[\w-]{8,}\.[\w.-]+$/.test(text) ||
  /^(?:[spr]k_(?:live|test)_\w{8,}|whsec_\w{8,}|gh[opsur]_\w{20,}|github_pat_\w{20,}|xox[a-z]-[\w-]{10,}|AKIA[A-Z\d]{16}|AIza[\w-]{30,})$/.test(
    text,
  ) ||
  (/^[\da-f]{32,}$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text)) ||
  (/^[\w-]{16,}$/.test(text) && isMixed(text) && !UUID.test(text))

/** Words and numbers change from one kind of character to another now and then, and what is drawn by lot all the time; in a short one, names of some words may do so as well. */
function isMixed(text: string): boolean {
  const kinds = text.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '0').replaceAll(/[_-]/g, '')
  const changes = [...kinds].filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  return ['a', 'A', '0'].every((kind) => kinds.includes(kind)) && changes * (text.length < LONG ? 2 : 3) >= kinds.length
}

const LONG = 32
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

const FORM =
  'must be the address of Redis, Valkey or PostgreSQL, such as redis://host:6379/0 or postgres://host/database'

const SECRET = /pass|pwd|secret|token|credential/i

/** Why a text is no address of an estate's engine that may be written down, or undefined. */
export function faultOfEstate(text: string): string | undefined {
  if (!URL.canParse(text)) return FORM
  const { protocol, hostname, password, searchParams, pathname } = new URL(text)
  if (!/^(?:rediss?|valkey|postgres(?:ql)?):$/.test(protocol) || hostname === '') return FORM
  if (/^(?:rediss?|valkey):$/.test(protocol) && !/^(?:\/\d{0,5})?$/.test(pathname)) return FORM
  // Both clients take options from the query, passwords among them.
  return password === '' && ![...searchParams.keys()].some((name) => SECRET.test(name))
    ? undefined
    : 'must hold no password: HUBSWITCH_ESTATE_PASSWORD or HUBSWITCH_ESTATE_PASSWORD_FILE gives it'
}

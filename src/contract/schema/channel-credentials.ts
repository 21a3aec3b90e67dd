import { parse } from 'lossless-json'
import { MASK } from './secret.js'

/**
 * The `credentials` object of the `/v1` family (interface: "Authentication", 6; wire default 1). Its fields are not shown, so whatever was issued
 * is sent as it is: the client knows of it only what must stay out of sight.
 */
export type ChannelCredentialsInput = Readonly<Record<string, unknown>>

/** Fields of wire default 1 that are no secrets. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['id', 'user'])

/** A JSON object with every integer as it is written; undefined where the text is none or holds no field. */
export function parseCredentials(text: string): ChannelCredentialsInput | undefined {
  let value: unknown
  try {
    value = parse(text, undefined, exactNumber)
  } catch {
    return undefined
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.keys(value as object).length > 0 ? (value as ChannelCredentialsInput) : undefined
}

function exactNumber(digits: string): number | bigint {
  const number = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number
}

/**
 * The names of the fields that are secret.
 * @param named those that the wire overlay names; undefined = every field but `id` and `user`
 */
export function secretFieldsOf(credentials: ChannelCredentialsInput, named: readonly string[] | undefined): string[] {
  return Object.keys(credentials).filter((name) =>
    named === undefined ? !OPEN_FIELDS.has(name) : named.includes(name),
  )
}

/** The credentials as a trace may show them. */
export function maskCredentials(
  credentials: ChannelCredentialsInput,
  secret: readonly string[],
): ChannelCredentialsInput {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [name, secret.includes(name) ? MASK : value]),
  )
}

/** Every plain value inside the secret fields, as text. */
export function secretValuesOf(credentials: ChannelCredentialsInput, secret: readonly string[]): string[] {
  const values = (value: unknown): string[] => {
    if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(values)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? [String(value)] : []
  }
  return secret.flatMap((name) => values(credentials[name]))
}

import type * as z from '../../zod/index.js'
import type { Dialect } from './dialect.js'

export type Method = 'GET' | 'POST' | 'PUT'

/**
 * What a client may do when it does not know whether a call arrived:
 * `safe` repeat it; `lookup-first` ask whether it happened; `never` report the outcome as unknown.
 */
export type RetryClass = 'safe' | 'lookup-first' | 'never'

export interface EndpointSpec {
  /** One line for help, reference and OpenAPI. */
  summary: string
  dialect: Dialect
  method: Method
  /** Path below the base address; `{name}` stands for a path parameter. */
  path: string
  retry: RetryClass
  /** Section of the interface that defines it. */
  source: string
  /** `none` for the one endpoint that needs no token. */
  identity?: 'none'
  /** True where the answer carries no envelope. */
  bare?: boolean
  /** HTTP status of success; 200 unless said. */
  successStatus?: 200 | 201
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  result: z.ZodType
  example: { params?: object; query?: object; body?: object; result: unknown }
  /** HTTP statuses of refusal that the sandbox answers with (wire default 7). */
  errors: readonly number[]
}

/** Declares an endpoint. Keeps the literal types, so that client and sandbox are typed from the entry. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

type Part<E, P extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  E extends Record<P, infer S extends z.ZodType>
    ? (Side extends 'input' ? z.input<S> : z.output<S>) extends infer V
      ? object extends V
        ? Partial<Record<P, V>>
        : Record<P, V>
      : never
    : unknown

/** What a caller hands in: `{params, query, body}`, each only where the endpoint has it. */
export type CallInput<E extends EndpointSpec> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>

/** The same after validation, as a sandbox handler receives it. */
export type CheckedInput<E extends EndpointSpec> = Required<
  Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'>
>

/** What the endpoint answers, unwrapped from its envelope. */
export type CallResult<E extends EndpointSpec> = z.output<E['result']>

/** What a sandbox handler may return. */
export type HandlerResult<E extends EndpointSpec> = z.input<E['result']>

/** Fills `{name}` in the path from params, percent-encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

/**
 * What the body of an answer says, before anyone judges it: the envelope of `/api/v1` (result, status, message), that of `/v1` (success, error), or
 * none at all. Interface: "Common response envelope", "Rooms, rates, inventory"; wire defaults 6 and 7.
 */

/** The keys under which a service keeps the parts of its envelope; each list is tried in order. A key with dots leads into objects: `meta.status`. */
export interface EnvelopeNames {
  result: readonly string[]
  status: readonly string[]
  message: readonly string[]
  success: readonly string[]
  error: readonly string[]
  details: readonly string[]
  code: readonly string[]
  /** What an answer tells of itself and nobody judges. */
  times: readonly string[]
}

export const ENVELOPE_NAMES: EnvelopeNames = {
  result: ['result'],
  status: ['status'],
  message: ['message'],
  success: ['success'],
  error: ['error'],
  details: ['details', 'errors'],
  code: ['code'],
  times: ['executionTime', 'processing_times', 'timestamp', 'path'],
}

/** A fault that the service names, by field path in the request where it says one. */
export interface NamedFault {
  field?: string
  message: string
}

/** The parts of an answer's body. Nothing is judged here: `success` and `error` are what stood there. */
export interface OpenedAnswer {
  /** False where the body is the payload itself. */
  hasEnvelope: boolean
  /** The payload; undefined where there is none. */
  result: unknown
  /** The outcome label, as it is written. Absent where `status` is a field of the payload. */
  label?: string
  /** The body may be a record whose fields nobody knows, and the label its own. */
  isLabelDoubtful?: boolean
  /** What stands under `success`, in any form; absent where there is no such key. */
  success?: unknown
  /** What stands under `error`, null included; absent where there is no such key. */
  error?: unknown
  message?: string
  /** The service's own code of a refusal. */
  code?: string
  details: NamedFault[]
}

type Loose = Record<string, unknown>

function asObject(value: unknown): Loose | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' ? String(value) : undefined
}

/** What the first of these keys holds; undefined where none of them is there. */
function find(body: Loose, keys: readonly string[]): { value: unknown } | undefined {
  for (const key of keys) {
    let at: unknown = body
    for (const part of key.split('.')) {
      const level = asObject(at)
      at = level !== undefined && Object.hasOwn(level, part) ? level[part] : undefined
    }
    if (at !== undefined) return { value: at }
  }
  return undefined
}

/** The first text under these keys that is not empty. */
function findText(body: Loose | undefined, keys: readonly string[]): string | undefined {
  if (body === undefined) return undefined
  for (const key of keys) {
    const text = asText(find(body, [key])?.value)
    if (text !== undefined) return text
  }
  return undefined
}

/**
 * Takes the body of an answer apart.
 * @param body parsed JSON; undefined where the answer was empty or not JSON
 * @param fields the service's names of the payload's own fields: a body without a key for the payload that holds one of them is the payload
 *   itself, and a `status` that is one of them is no outcome label there. Undefined where the payload has no fixed fields: any key will do.
 */
export function openEnvelope(
  body: unknown,
  names: EnvelopeNames = ENVELOPE_NAMES,
  fields?: ReadonlySet<string>,
): OpenedAnswer {
  const outer = asObject(body)
  if (outer === undefined) return { hasEnvelope: false, result: body, details: [] }
  const payload = find(outer, names.result)
  const parts = new Set(
    Object.values(names).flatMap((keys: readonly string[]) => keys.map((key) => key.split('.')[0] as string)),
  )
  const isFlat =
    payload === undefined &&
    Object.keys(outer).some((key) => !parts.has(key) && (fields === undefined || fields.has(key)))
  const success = find(outer, names.success)
  const error = find(outer, names.error)
  const label = find(outer, names.status)?.value
  const isOwn = (keys: readonly string[]): boolean => isFlat && keys.some((key) => fields?.has(key) === true)
  const message =
    findText(asObject(error?.value), [...names.message, 'description']) ?? outerMessage(outer, names, error?.value)
  const code =
    findText(asObject(error?.value), names.code) ?? (isOwn(names.code) ? undefined : findText(outer, names.code))
  const details = find(asObject(error?.value) ?? {}, names.details) ?? find(outer, names.details)
  return {
    hasEnvelope: !isFlat || success !== undefined,
    // Fields of the payload that are spelt like a part of the envelope stay with it.
    result:
      payload !== undefined
        ? payload.value
        : isFlat
          ? Object.fromEntries(Object.entries(outer).filter(([key]) => !parts.has(key) || fields?.has(key) === true))
          : undefined,
    ...(label === undefined || label === null || isOwn(names.status)
      ? {}
      : { label: typeof label === 'object' ? 'an object' : String(label) }),
    ...(isFlat && fields === undefined && label !== undefined ? { isLabelDoubtful: true } : {}),
    ...(success === undefined ? {} : { success: success.value }),
    ...(error === undefined ? {} : { error: error.value }),
    ...(message === undefined ? {} : { message }),
    ...(code === undefined ? {} : { code }),
    details: readDetails(details?.value),
  }
}

/** A message that only says "ok" tells nothing of an error that stands beside it, or of a refusal. */
function outerMessage(outer: Loose, names: EnvelopeNames, error: unknown): string | undefined {
  const message = findText(outer, names.message)
  return message !== undefined && !/^\s{0,9}(ok|okay|success|successful)[\s.!]{0,9}$/i.test(message.slice(0, 100))
    ? message
    : textOfError(error)
}

/** The words of an error that is a text, a list, or an object without a message. */
function textOfError(error: unknown): string | undefined {
  if (Array.isArray(error)) {
    const texts = error
      .slice(0, 10)
      .flatMap(
        (entry) => asText(entry) ?? findText(asObject(entry), ['message', 'description', 'reason', 'code']) ?? [],
      )
    return texts.length === 0 ? undefined : texts.join('; ')
  }
  return asText(error) ?? findText(asObject(error), ['reason', 'detail', 'text', 'msg', 'title', 'code'])
}

/** Faults in the spellings that services use; a map of field to message (or messages) among them. */
function readDetails(value: unknown): NamedFault[] {
  if (!Array.isArray(value)) {
    return Object.entries(asObject(value) ?? {}).flatMap(([field, said]) =>
      (Array.isArray(said) ? said : [said]).flatMap((text): NamedFault[] =>
        typeof text === 'string' ? [{ field, message: text }] : [],
      ),
    )
  }
  return value.map((entry) => {
    if (typeof entry === 'string') return { message: entry }
    const { field, path, message, defaultMessage, reason } = asObject(entry) ?? {}
    const name = asText(field) ?? asText(path)
    return {
      ...(name === undefined ? {} : { field: name }),
      message: asText(message) ?? asText(defaultMessage) ?? asText(reason) ?? 'refused',
    }
  })
}

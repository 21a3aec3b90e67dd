import type { EnvelopeNames } from '../../contract/index.js'
import { plainKey } from '../doubts/index.js'
import { isObject, presentAt } from '../echo/index.js'

/** Where an answer says in words what became of the request: around the payload, in the record, and in the rows of an answer to a batch. */

/** A text of an answer, and where it stands. */
export interface Said {
  field: string
  value: string
}

/** In any place. */
const MESSAGES: ReadonlySet<string> = new Set(
  'message messages msg statustext statusmessage statusdescription resultmessage responsemessage usermessage developermessage'.split(
    ' ',
  ),
)
const BESIDE: ReadonlySet<string> = new Set([
  ...MESSAGES,
  ...'text detail details description info note notes remark comment reason title summary'.split(' '),
])
/** How the names of such texts end, which services make up freely: `processingNote`, `resultRemark`, `hints`. */
const ENDS_AS_TEXT =
  /(?:message|msg|text|note|notice|remark|comment|hint|caveat|advice|alert|explanation|description|detail|reason|summary|info|information|feedback)s?$/
const OF_WARNING = /^warning/
const HOLDERS: ReadonlySet<string> = new Set(
  'status outcome meta info messages message details response header'.split(' '),
)
const MOST_ROWS = 1_000
const MOST_TEXTS = 2_000

const isAround = (key: string): boolean => BESIDE.has(key) || (ENDS_AS_TEXT.test(key) && !OF_WARNING.test(key))
const isMessage = (key: string): boolean => MESSAGES.has(key)

/**
 * The texts of an answer that are about what became of the request, each once. Texts of a record are about the thing, and those of a warning are told as such.
 * @param fields the service's names of the record's own fields
 */
export function textsIn(
  body: unknown,
  names: EnvelopeNames,
  fields: ReadonlySet<string> | undefined,
  isBatch: boolean,
): Said[] {
  if (!isObject(body)) return []
  return [...new Map(allIn(body, names, fields, isBatch).map((one) => [one.value, one])).values()].slice(0, MOST_TEXTS)
}

/** Notes in a record, which may be about the deed. */
const NOTE = /^(?:\w{0,30}(?:note|notice|remark|hint|caveat|advice|alert)s?|comments?|info)$/

/** The notes in the record of a single write, beside its own fields. */
export function notesIn(body: unknown, names: EnvelopeNames, fields: ReadonlySet<string> | undefined): Said[] {
  if (!isObject(body)) return []
  const payload = names.result.map((name) => name.split('.')[0] as string).find((name) => Object.hasOwn(body, name))
  const record = payload === undefined ? body : body[payload]
  return isObject(record)
    ? saidIn(record, payload === undefined ? '' : `${payload}.`, (key) => NOTE.test(key), fields, 1)
    : []
}

/** The texts of a record that are about what became of the request, wherever it was found. */
export function messagesIn(record: Readonly<Record<string, unknown>>, fields: ReadonlySet<string> | undefined): Said[] {
  return saidIn(record, '', isMessage, fields, 1)
}

function allIn(
  body: Readonly<Record<string, unknown>>,
  names: EnvelopeNames,
  fields: ReadonlySet<string> | undefined,
  isBatch: boolean,
): Said[] {
  const payload = names.result.map((name) => name.split('.')[0] as string).find((name) => Object.hasOwn(body, name))
  if (payload === undefined) {
    const isRecord = fields !== undefined && fields.size > 0
    return [
      ...saidIn(body, '', isRecord ? isMessage : isAround, fields, isRecord ? 1 : 2),
      ...(isBatch ? saidInRows(body) : []),
    ]
  }
  const around = Object.fromEntries(Object.entries(body).filter(([name]) => name !== payload))
  const record = body[payload]
  return [
    ...saidIn(around, '', isAround, undefined, 2),
    ...namedIn(body, names.message),
    ...(isObject(record) ? saidIn(record, `${payload}.`, isMessage, fields, 1) : []),
  ]
}

/** What answers a batch has no payload of its own: it may speak of single rows. */
function saidInRows(body: Readonly<Record<string, unknown>>): Said[] {
  return Object.entries(body).flatMap(([name, rows]) =>
    Array.isArray(rows) && !OF_WARNING.test(plainKey(name))
      ? rows
          .slice(0, MOST_ROWS)
          .flatMap((row, at) => (isObject(row) ? saidIn(row, `${name}[${at}].`, isAround, undefined, 1) : []))
      : [],
  )
}

function saidIn(
  level: Readonly<Record<string, unknown>>,
  place: string,
  isText: (key: string) => boolean,
  fields: ReadonlySet<string> | undefined,
  depth: number,
): Said[] {
  return Object.entries(level)
    .slice(0, 200)
    .flatMap(([name, value]): Said[] => {
      const key = plainKey(name)
      if (fields?.has(name) === true) return []
      const here = isText(key)
        ? [value]
            .flat()
            .slice(0, 20)
            .flatMap((one): Said[] => (typeof one === 'string' ? [{ field: `${place}${name}`, value: one }] : []))
        : []
      if (depth <= 1 || !HOLDERS.has(key)) return here
      return [
        ...here,
        ...[value]
          .flat()
          .slice(0, 20)
          .flatMap((one) => (isObject(one) ? saidIn(one, `${place}${name}.`, isText, undefined, depth - 1) : [])),
      ]
    })
}

function namedIn(body: unknown, names: readonly string[]): Said[] {
  return names.flatMap((field) =>
    presentAt(body, field).flatMap((value): Said[] => (typeof value === 'string' ? [{ field, value }] : [])),
  )
}

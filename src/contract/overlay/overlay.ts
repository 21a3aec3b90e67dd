import * as z from '../../zod/index.js'
import type { Finding } from '../../errors.js'
import { LOST_NAME } from '../../foreign-text.js'
import { type EndpointKey, endpointOf } from '../map/index.js'
import { checkValue, coreSchema, ENVELOPE_NAMES, type EnvelopeNames } from '../schema/index.js'
import { faultsOf } from './check.js'
import { type Field, fieldsOf, type Side, topNamesOf } from './fields.js'
import { createMoves, move, type Moves, wirePath } from './moves.js'
import {
  type Lookups,
  NO_CONTENT,
  type OverlayContent,
  type OverlayData,
  OverlayFile,
  STATES,
  type WireValue,
} from './overlay-file.js'

export type { OverlayData } from './overlay-file.js'

/**
 * The user's file that says where a real service differs from the wire defaults: names and places of fields, keys of the envelope, states and values,
 * where pages begin, whether `to` is the last night or the day after, the unit of `expiresIn`. docs/overlay.md lists what the interface leaves open.
 */
export interface Overlay {
  end: 'inclusive' | 'exclusive'
  expiresIn: 'auto' | 'seconds' | 'milliseconds' | 'epoch'
  failureLabels: readonly string[]
  /** Labels that mean success, beside the usual ones. */
  successLabels: readonly string[]
  /** Names of the secret fields of the channel credentials; undefined = every field but `id` and `user`. */
  credentialSecrets: readonly string[] | undefined
  /** Keys of the envelope that an endpoint answers with. */
  envelope(key: EndpointKey): EnvelopeNames
  /** The service's names of the fields at the top of an endpoint's answer; undefined where it has no fixed ones. */
  answerFields(key: EndpointKey): ReadonlySet<string> | undefined
  /** A message in the service's names, values and page numbers. */
  toWire(key: EndpointKey, value: unknown, side?: Side): unknown
  /** A message of the service in ours. */
  fromWire(key: EndpointKey, value: unknown, side?: Side): unknown
  /** Ids by code or name, from the file. */
  lookups: Lookups
  /**
   * The service's name of a field of a request, such as `room_settings.min_stay` of `rates.push`; dots lead into objects.
   * @param list the list that it stands in, where the caller knows: the contract is not asked then for a name that is ours
   */
  fieldName(key: EndpointKey, path: string, list?: string): string
  /** The service's values of a field, by ours. */
  wireValues(key: EndpointKey, path: string): Readonly<Record<string, WireValue>> | undefined
}

/** A fault of an overlay, with its place in the file. */
export type OverlayFinding = Finding & { path: readonly string[] }

/** Checks the content of an overlay file by itself and against the contract; nothing in it is without effect. */
export function checkOverlay(
  data: unknown,
): { ok: true; overlay: Overlay } | { ok: false; findings: OverlayFinding[] } {
  const lost = protoKeys(data, [])
  if (lost.length > 0)
    return {
      ok: false,
      findings: lost.map((path) => ({ path, field: path.join(': '), reason: 'is no name that can be used' })),
    }
  const checked = checkValue(OverlayFile, data ?? {})
  if (!checked.ok)
    return {
      ok: false,
      findings: checked.findings.map((finding) => ({
        ...finding,
        path: (finding.field ?? '').split('.').filter((part) => part !== ''),
      })),
    }
  const faults = faultsOf(checked.value)
  if (faults.length === 0) return { ok: true, overlay: overlayOf(checked.value) }
  return {
    ok: false,
    findings: faults.map(({ path, reason, remedy }) => ({
      path,
      field: path.join(': '),
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    })),
  }
}

/** A key that objects treat in a way of their own would be dropped without a word. */
function protoKeys(value: unknown, at: readonly string[]): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === LOST_NAME ? [[...at, key]] : []),
    ...protoKeys(inner, [...at, key]),
  ])
}

/**
 * The overlay that some data stand for.
 * @throws Error naming the first fault
 */
export function parseOverlay(data: OverlayData): Overlay {
  const checked = checkOverlay(data)
  if (checked.ok) return checked.overlay
  throw new Error(checked.findings.map(({ field = 'it', reason }) => `${field} ${reason}`).join('; '))
}

interface Way {
  moves: Moves
  /** Our path → our value → theirs; keys are text. */
  out: ReadonlyMap<string, ReadonlyMap<string, WireValue>>
  in: ReadonlyMap<string, ReadonlyMap<string, unknown>>
  /** Our path → a label in small letters → our state. */
  states: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** The page that a message names, where its number differs from ours. */
  pageFields: ReadonlySet<string>
}

const FAMILY = { partnerApi: 'apiV1', channelApi: 'v1' } as const

function overlayOf(content: OverlayContent): Overlay {
  const ways = new Map<string, Way | undefined>()
  const wayOf = (key: EndpointKey, side: Side): Way | undefined => {
    const id = `${side} ${key}`
    if (!ways.has(id)) ways.set(id, createWay(content, key, side))
    return ways.get(id)
  }
  const topFields = new Map<EndpointKey, ReadonlySet<string> | undefined>()
  const envelopes = { apiV1: envelopeOf(content, 'apiV1'), v1: envelopeOf(content, 'v1') }
  const pageShift = content.firstPage ?? 0
  const fieldName: Overlay['fieldName'] = (key, path, list) => {
    // Asked for every endpoint and secret at each start. What stands in a list is named from there on.
    if (isNamedAsOurs(content, key, 'request')) {
      if (!path.includes('.')) return path
      if (list !== undefined && path.startsWith(`${list}.`)) return path.slice(list.length + 1)
    }
    const { names, within } = scopedNames(content, key, 'request', path)
    return wirePath(within, names)
  }
  return {
    end: content.end,
    expiresIn: content.expiresIn,
    failureLabels: content.failureLabels,
    successLabels: content.successLabels,
    credentialSecrets: content.credentials?.secret,
    lookups: content.lookups as Lookups,
    envelope: (key) => envelopes[FAMILY[endpointOf(key).dialect.name]],
    answerFields(key) {
      // Asked for with each of the thousands of answers of a push.
      if (!topFields.has(key)) topFields.set(key, topFieldsOf(content, key))
      return topFields.get(key)
    },
    toWire(key, value, side = 'request') {
      const way = wayOf(key, side)
      return way === undefined
        ? value
        : move(way.moves, 'out', value, (path, item) =>
            way.pageFields.has(path) ? shifted(item, pageShift) : (way.out.get(path)?.get(String(item)) ?? item),
          )
    },
    fromWire(key, value, side = 'answer') {
      const way = wayOf(key, side)
      return way === undefined
        ? value
        : move(way.moves, 'in', value, (path, item) =>
            way.pageFields.has(path)
              ? shifted(item, -pageShift)
              : (way.in.get(path)?.get(String(item)) ?? way.states.get(path)?.get(String(item).toLowerCase()) ?? item),
          )
    },
    fieldName,
    wireValues: (key, path) => content.values[key]?.[path],
  }
}

function topFieldsOf(content: OverlayContent, key: EndpointKey): ReadonlySet<string> | undefined {
  const top = topNamesOf(endpointOf(key))
  const names = renamesOf(content, key, 'answer').get('')
  return top === undefined
    ? undefined
    : new Set(
        top.flatMap(([name, all]) => [...all, (names?.get(name) ?? name).replace(/^\//, '').split('.')[0] as string]),
      )
}

/** The first page of all is 0 with us, and what the service says with it. */
function shifted(page: unknown, by: number): unknown {
  if (typeof page === 'number') return Math.max(0, page + by)
  return typeof page === 'string' && /^\d{1,9}$/.test(page) ? String(Math.max(0, Number(page) + by)) : page
}

/** Whether a side of an endpoint has no name of its own. */
function isNamedAsOurs(content: OverlayContent, key: EndpointKey, side: Side): boolean {
  return content.rename[key] === undefined && content[side][key] === undefined
}

/** Names of one side by scope, then by path within it. */
function renamesOf(content: OverlayContent, key: EndpointKey, side: Side): Map<string, Map<string, string>> {
  const scopes = new Map<string, Map<string, string>>()
  if (isNamedAsOurs(content, key, side)) return scopes
  const named = { ...content.rename[key], ...content[side][key] }
  const fields = fieldsOf(endpointOf(key), side)
  for (const [path, name] of Object.entries(named)) {
    const field = fields.get(path) ?? fields.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))))
    if (field === undefined) continue
    const names = scopes.get(field.scope) ?? new Map<string, string>()
    scopes.set(field.scope, names.set(field.scope === '' ? path : path.slice(field.scope.length + 1), name))
  }
  return scopes
}

function scopedNames(
  content: OverlayContent,
  key: EndpointKey,
  side: Side,
  path: string,
): { names: ReadonlyMap<string, string>; within: string } {
  const scope = fieldsOf(endpointOf(key), side).get(path)?.scope ?? ''
  return {
    names: renamesOf(content, key, side).get(scope) ?? new Map(),
    within: scope === '' ? path : path.slice(scope.length + 1),
  }
}

function createWay(content: OverlayContent, key: EndpointKey, side: Side): Way | undefined {
  const renames = renamesOf(content, key, side)
  const values = Object.entries(content.values[key] ?? {})
  const out = new Map(values.map(([path, words]) => [path, new Map(Object.entries(words))]))
  const known: ReadonlyMap<string, Field> = values.length === 0 ? new Map() : fieldsOf(endpointOf(key), side)
  const inward = new Map(
    values.map(([path, words]) => [
      path,
      new Map(Object.entries(words).map(([ours, theirs]) => [String(theirs), typedWord(known.get(path), ours)])),
    ]),
  )
  const states = new Map(side === 'answer' ? statePaths(content, key) : [])
  const pageFields = new Set(content.firstPage === undefined ? [] : ['page', 'pageNumber'])
  if (renames.size === 0 && out.size === 0 && states.size === 0 && pageFields.size === 0) return undefined
  return { moves: createMoves(renames), out, in: inward, states, pageFields }
}

/** One of our values, which the keys of a file hold as text. */
function typedWord(field: Field | undefined, ours: string): unknown {
  if (field === undefined) return ours
  const core = coreSchema(field.schema)
  const inner = core instanceof z.ZodArray ? coreSchema(core.element as z.ZodType) : core
  if (inner instanceof z.ZodBoolean) return ours === 'true'
  return inner instanceof z.ZodNumber && ours.trim() !== '' && Number.isFinite(Number(ours)) ? Number(ours) : ours
}

/** Where an answer about a reservation names states, and our word for each label. */
function statePaths({ states }: OverlayContent, key: EndpointKey): [string, ReadonlyMap<string, string>][] {
  if (!key.startsWith('reservation.')) return []
  const labels = (kind: keyof typeof STATES): ReadonlyMap<string, string> =>
    new Map(
      Object.entries((states[kind] ?? {}) as Record<string, readonly string[] | undefined>).flatMap(
        ([state, own = []]) => own.map((label) => [label.toLowerCase(), state] as const),
      ),
    )
  return (
    [
      ['status', labels('reservation')],
      ['delivery.state', labels('delivery')],
    ] as const
  )
    .filter(([, map]) => map.size > 0)
    .map(([path, map]) => [path, map])
}

/** The usual keys stay readable, unless the file uses them for something else. */
function envelopeOf(content: OverlayContent, family: 'apiV1' | 'v1'): EnvelopeNames {
  const given = content.envelope[family]
  if (given === undefined) return ENVELOPE_NAMES
  const claimed = new Set(Object.values(given).flatMap((keys) => keys ?? []))
  return Object.fromEntries(
    Object.entries(ENVELOPE_NAMES).map(([part, usual]) => {
      const own = given[part as keyof EnvelopeNames] ?? []
      return [part, [...own, ...(usual as readonly string[]).filter((key) => !claimed.has(key))]]
    }),
  ) as unknown as EnvelopeNames
}

/** The wire defaults as they stand. */
export const defaultOverlay: Overlay = overlayOf(NO_CONTENT)

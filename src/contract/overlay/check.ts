import * as z from '../../zod/index.js'
import { nearest } from '../../nearest.js'
import { type EndpointKey, endpointOf, endpoints } from '../map/index.js'
import { coreSchema, type EndpointSpec, ENVELOPE_NAMES, type EnvelopeNames, knownWords } from '../schema/index.js'
import { type Field, fieldsOf, type Side } from './fields.js'
import { wirePath } from './moves.js'
import { type OverlayContent, STATES } from './overlay-file.js'

/** What an overlay says wrong of the contract. */
export interface OverlayFault {
  /** Where it stands in the file. */
  path: readonly string[]
  reason: string
  remedy?: string
}

const SECTIONS = ['rename', 'request', 'answer'] as const
const SIDES: Readonly<Record<(typeof SECTIONS)[number], readonly Side[]>> = {
  rename: ['request', 'answer'],
  request: ['request'],
  answer: ['answer'],
}

/** Everything in an overlay that would have no effect, or one that cannot be meant. */
export function faultsOf(content: OverlayContent): OverlayFault[] {
  return [
    ...SECTIONS.flatMap((section) => nameFaults(content, section)),
    ...valueFaults(content),
    ...collisions(content),
    ...pushFaults(content),
    ...stateFaults(content),
    ...envelopeFaults(content),
    ...firstPageFaults(content),
    ...failureFaults(content),
  ]
}

function near(typed: string, known: readonly string[], what: string): { remedy: string } {
  const found = nearest(typed, known) ?? known.find((name) => name.endsWith(`.${typed}`))
  if (found !== undefined) return { remedy: `Did you mean "${found}"?` }
  return {
    remedy:
      known.length === 0
        ? `There are no ${what}.`
        : `Known ${what}: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`,
  }
}

const KEYS = endpoints.map(({ key }) => key as string)

/** The endpoint behind a name, or why there is none. */
function endpointAt(section: string, key: string): EndpointSpec | OverlayFault {
  return KEYS.includes(key)
    ? endpointOf(key as EndpointKey)
    : { path: [section, key], reason: 'is no endpoint', ...near(key, KEYS, 'endpoints') }
}

const SOME = 'fields of this endpoint'

function fieldAt(fields: ReadonlyMap<string, Field>, path: string): Field | undefined {
  const exact = fields.get(path)
  if (exact !== undefined) return exact
  const parent = fields.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))))
  return parent?.isOpen === true ? { ...parent, path } : undefined
}

function bothSides(endpoint: EndpointSpec): Map<string, Field> {
  return new Map([...fieldsOf(endpoint, 'answer'), ...fieldsOf(endpoint, 'request')])
}

function nameFaults(content: OverlayContent, section: (typeof SECTIONS)[number]): OverlayFault[] {
  return Object.entries(content[section]).flatMap(([key, names]) => {
    const endpoint = endpointAt(section, key)
    if ('reason' in endpoint) return [endpoint]
    const sides = SIDES[section].map((side) => fieldsOf(endpoint, side))
    const known = [...new Set(sides.flatMap((fields) => [...fields.keys()]))]
    return Object.entries(names).flatMap(([path, name]): OverlayFault[] => {
      const at = [section, key, path]
      const field = sides.map((fields) => fieldAt(fields, path)).find((found) => found !== undefined)
      if (field === undefined)
        return [
          {
            path: at,
            reason: `is no field of ${section === 'rename' ? 'this endpoint' : `its ${section}`}`,
            ...near(path, known, SOME),
          },
        ]
      if (section !== 'rename' && content.rename[key]?.[path] !== undefined)
        return [{ path: at, reason: 'stands under rename as well', remedy: 'Keep it in one place.' }]
      const wrong = faultOfName(name, path)
      return wrong === undefined ? [] : [{ path: at, ...wrong }]
    })
  })
}

function faultOfName(name: string, path: string): { reason: string; remedy?: string } | undefined {
  if (name === path.slice(path.lastIndexOf('.') + 1))
    return { reason: `"${name}" is the name it has anyway`, remedy: 'Take the line out.' }
  const parts = (name.startsWith('/') ? name.slice(1) : name).split('.')
  if (parts.some((part) => part === '' || part.trim() !== part))
    return { reason: `"${name}" is no name: a dot leads into an object, as in price.amount` }
  return parts.includes('__proto__') ? { reason: `"${name}" is no name that can be sent` } : undefined
}

/** Two fields of one record that would be written to one place, or one inside the other. */
function collisions(content: OverlayContent): OverlayFault[] {
  return endpoints.flatMap(({ key, endpoint }) =>
    (['request', 'answer'] as const).flatMap((side) => {
      const renames = { ...content.rename[key], ...content[side][key] }
      if (Object.keys(renames).length === 0) return []
      const fields = fieldsOf(endpoint, side)
      const scopes = new Map<string, Field[]>()
      for (const field of fields.values()) scopes.set(field.scope, [...(scopes.get(field.scope) ?? []), field])
      return [...scopes].flatMap(([scope, members]) => collisionsIn(scope, members, renames, { content, key, side }))
    }),
  )
}

function collisionsIn(
  scope: string,
  members: readonly Field[],
  renames: Readonly<Record<string, string>>,
  { content, key, side }: { content: OverlayContent; key: string; side: Side },
): OverlayFault[] {
  const within = (path: string): string => (scope === '' ? path : path.slice(scope.length + 1))
  const names = new Map(
    members
      .filter(({ path }) => renames[path] !== undefined)
      .map(({ path }) => [within(path), renames[path] as string]),
  )
  const placed = members.map((field) => ({ field, wire: wirePath(within(field.path), names) }))
  return placed.flatMap(({ field, wire }, at): OverlayFault[] => {
    // Each pair once, told at the line that names it.
    const other = placed.slice(0, at).find((one) => isSamePlace(one, { field, wire }))
    if (other === undefined) return []
    const [named, left] = renames[field.path] === undefined ? [other.field, field] : [field, other.field]
    const section = content.rename[key]?.[named.path] === undefined ? side : 'rename'
    return [
      {
        path: [section, key, named.path],
        reason: `"${renames[named.path] ?? ''}" is where ${left.path} goes as well, and one of them would be lost`,
        remedy: `Give ${left.path} another name too, or correct this one.`,
      },
    ]
  })
}

/** The credentials are put in front of the body of a push, which is text by then: they cannot share an object with what is in it. */
function pushFaults(content: OverlayContent): OverlayFault[] {
  return (['rates.push', 'inventory.push'] as const).flatMap((key) => {
    const names = new Map(Object.entries({ ...content.rename[key], ...content.request[key] }))
    const top = (path: string): string => wirePath(path, names).split('.')[0] as string
    const members = [...fieldsOf(endpointOf(key), 'request').values()].filter(
      ({ path, scope }) => scope === '' && !path.includes('.') && path !== 'credentials',
    )
    return members
      .filter(({ path }) => top(path) === top('credentials'))
      .map(({ path }): OverlayFault => {
        const section =
          content.rename[key]?.[path] === undefined && content.rename[key]?.['credentials'] === undefined
            ? 'request'
            : 'rename'
        return {
          path: [section, key, 'credentials'],
          reason: `the credentials and ${path} cannot stand in one object`,
          remedy: 'Such a push cannot be written. Leave the credentials at the top.',
        }
      })
  })
}

interface Placed {
  field: Field
  wire: string
}

/** An object may hold what is moved into it; a single value or a list may not. */
function isSamePlace(a: Placed, b: Placed): boolean {
  if (a.wire === b.wire) return true
  const holds = (outer: Placed, inner: Placed): boolean =>
    inner.wire.startsWith(`${outer.wire}.`) &&
    (!outer.field.isObject || outer.field.isList) &&
    !inner.field.path.startsWith(`${outer.field.path}.`)
  return holds(a, b) || holds(b, a)
}

function valueFaults({ values }: OverlayContent): OverlayFault[] {
  return Object.entries(values).flatMap(([key, fields]) => {
    const endpoint = endpointAt('values', key)
    if ('reason' in endpoint) return [endpoint]
    const known = bothSides(endpoint)
    return Object.entries(fields).flatMap(([path, words]): OverlayFault[] => {
      const field = fieldAt(known, path)
      if (field === undefined)
        return [
          {
            path: ['values', key, path],
            reason: 'is no field of this endpoint',
            ...near(path, [...known.keys()], SOME),
          },
        ]
      if (field.isObject)
        return [
          {
            path: ['values', key, path],
            reason: 'is an object: values are those of single fields',
            ...near(
              path,
              [...known.keys()].filter((one) => one.startsWith(`${path}.`)),
              SOME,
            ),
          },
        ]
      const core = coreSchema(field.schema)
      if (core instanceof z.ZodISODate || core instanceof z.ZodISODateTime)
        return [{ path: ['values', key, path], reason: 'is a date, which has no other values' }]
      return wordFaults(words, allowedWords(field.schema) ?? shownWords(key, path), ['values', key, path])
    })
  })
}

function wordFaults(
  words: Readonly<Record<string, unknown>>,
  allowed: Allowed | undefined,
  path: readonly string[],
): OverlayFault[] {
  const taken = new Map<string, string>()
  return Object.entries(words).flatMap(([ours, theirs]): OverlayFault[] => {
    const at = [...path, ours]
    const before = taken.get(String(theirs))
    taken.set(String(theirs), ours)
    if (before !== undefined) return [{ path: at, reason: `"${String(theirs)}" stands for ${before} as well` }]
    if (allowed === undefined) return []
    const other = allowed.words.find((word) => word === String(theirs) && word !== ours)
    // Where the service has another word for the other value, its name is free for this one.
    if (other !== undefined && !Object.hasOwn(words, other))
      return [
        {
          path: at,
          reason: `"${other}" is another value of this field`,
          remedy: `Say as well which value the service has for ${other}.`,
        },
      ]
    if (allowed.words.includes(ours)) return []
    const like = nearest(ours, allowed.words)
    if (allowed.isOpen && like === undefined) return []
    return [
      {
        path: at,
        reason: 'is no value of this field',
        ...(like === undefined
          ? { remedy: `Its values are ${allowed.words.join(', ')}.` }
          : { remedy: `Did you mean "${like}"?` }),
      },
    ]
  })
}

interface Allowed {
  words: readonly string[]
  /** Others may be meant, unless they are near to one of these. */
  isOpen: boolean
}

/** The states that the interface names of records whose state is any text: a word near to one of them is a slip. */
function shownWords(key: string, path: string): Allowed | undefined {
  if (path !== 'status') return undefined
  const words = key.startsWith('reservation.')
    ? STATES.reservation
    : key.startsWith('property.')
      ? ['ACTIVE', 'INACTIVE']
      : undefined
  return words === undefined ? undefined : { words, isOpen: true }
}

/** The values that a field has by contract; undefined where any text will do. */
function allowedWords(schema: z.ZodType): Allowed | undefined {
  const core = coreSchema(schema)
  const inner = core instanceof z.ZodArray ? coreSchema(core.element as z.ZodType) : core
  const known = knownWords(inner) ?? knownWords(schema)
  if (known !== undefined) return { words: known, isOpen: true }
  if (inner instanceof z.ZodEnum) return { words: inner.options.map(String), isOpen: false }
  return inner instanceof z.ZodBoolean ? { words: ['true', 'false'], isOpen: false } : undefined
}

function stateFaults({ states }: OverlayContent): OverlayFault[] {
  return Object.entries(states).flatMap(([kind, labels]) => {
    const taken = new Map<string, string>()
    const ours = STATES[kind as keyof typeof STATES] as readonly string[]
    return Object.entries(labels as Record<string, readonly string[] | undefined>).flatMap(([state, own = []]) =>
      own.flatMap((label): OverlayFault[] => {
        const before = taken.get(label.toLowerCase())
        taken.set(label.toLowerCase(), state)
        const path = ['states', kind, state]
        if (before !== undefined) return [{ path, reason: `the label "${label}" stands for ${before} as well` }]
        if (label.toLowerCase() === state)
          return own.length > 1
            ? []
            : [{ path, reason: `"${label}" is the label it has anyway`, remedy: 'Take the line out.' }]
        const other = ours.find((one) => one === label.toLowerCase())
        // Where the service has another label for the other state, its name is free for this one.
        return other === undefined || Object.hasOwn(labels, other)
          ? []
          : [
              {
                path,
                reason: `the label "${label}" is the name of the state ${other}`,
                remedy: `Say as well which label the service has for ${other}.`,
              },
            ]
      }),
    )
  })
}

function envelopeFaults({ envelope }: OverlayContent): OverlayFault[] {
  return (['apiV1', 'v1'] as const).flatMap((family) => {
    const taken = new Map<string, string>()
    return Object.entries(envelope[family] ?? {}).flatMap(([part, keys]) =>
      (keys ?? []).flatMap((key): OverlayFault[] => {
        const path = ['envelope', family, part]
        if (isDefaultAlone(part as keyof EnvelopeNames, keys ?? []))
          return [{ path, reason: `"${key}" is the key it has anyway`, remedy: 'Take the line out.' }]
        const before = taken.get(key)
        taken.set(key, part)
        return before === undefined ? [] : [{ path, reason: `the key "${key}" stands for ${before} as well` }]
      }),
    )
  })
}

/** Labels that the interface and the wire defaults use for success. */
const SUCCESS_LABELS = new Set(['success', 'ok'])

/** A label of success cannot mean failure. */
function failureFaults({ failureLabels, successLabels }: OverlayContent): OverlayFault[] {
  const own = new Set(successLabels.map((label) => label.trim().toLowerCase()))
  return failureLabels.flatMap((label): OverlayFault[] =>
    own.has(label.trim().toLowerCase())
      ? [
          {
            path: ['failureLabels'],
            reason: `"${label}" stands under successLabels as well`,
            remedy: 'Keep it in one of the two.',
          },
        ]
      : SUCCESS_LABELS.has(label.trim().toLowerCase())
        ? [
            {
              path: ['failureLabels'],
              reason: `"${label}" is a label of success by the interface`,
              remedy: 'Take it out: every answer that worked would be told as a failure.',
            },
          ]
        : [],
  )
}

function isDefaultAlone(part: keyof EnvelopeNames, keys: readonly string[]): boolean {
  return keys.every((key) => ENVELOPE_NAMES[part].includes(key))
}

/** A page number is counted, so it has no other values. */
function firstPageFaults({ firstPage, values }: OverlayContent): OverlayFault[] {
  return firstPage === undefined
    ? []
    : Object.entries(values).flatMap(([key, fields]) =>
        ['page', 'pageNumber']
          .filter((name) => fields[name] !== undefined)
          .map((name) => ({ path: ['values', key, name], reason: 'is counted from firstPage' })),
      )
}

import { isDeepStrictEqual } from 'node:util'
import * as z from '../../../src/zod/index.js'
import { describe, expect, it } from 'vitest'
import { readPayload } from '../../../src/client/answers/read-payload.js'
import { type EndpointKey, endpoints } from '../../../src/contract/map/map.js'
import { defaultOverlay } from '../../../src/contract/overlay/overlay.js'
import { coreSchema } from '../../../src/contract/schema/walk.js'

/**
 * Any answer of the contract, spoiled at any one place the way services spoil theirs: null for a value, a number or a yes as text, a field that
 * nobody knows. It is read all the same, and what was not spoiled is what it was.
 */

type Path = readonly (string | number)[]

/** The id of what an answer is about: without it there is nothing to go by, and a null there is told with its place. All others may be null. */
const IDS: Partial<Record<EndpointKey, readonly string[]>> = {
  'auth.login': ['accessToken'],
  'auth.refresh': ['accessToken'],
  'auth.whoami': ['partnerId'],
  'property.details': ['fileName'],
  'facility.get': ['id'],
  'facility.list': ['*.id'],
  'product.list': ['products.*.id'],
  'product.search': ['roomTypes.*.roomId', 'roomTypes.*.ratePlans.*.ratePlanId'],
  'property.create': ['id'],
  'property.get': ['id'],
  'property.getByHubId': ['id'],
  'property.ids': ['*.id'],
  'property.search': ['content.*.id'],
  'property.searchList': ['content.*.id'],
  'property.update': ['id'],
  'property.withFacilities': ['id'],
  'property.withInfoAndReviews': ['id'],
  'property.withMainMedia': ['id'],
  'propertyInfo.get': ['propertyId'],
  'propertyInfo.set': ['propertyId'],
  'propertyInfo.update': ['propertyId'],
  'ratePlan.create': ['id'],
  'reservation.card': ['bookingId'],
  'reservation.confirm': ['bookingId'],
  'reservation.create': ['bookingId'],
  'reservation.lookup': ['bookingId'],
  'room.list': ['rooms.*.id'],
  'unit.add': ['id'],
  'unit.find': ['id'],
  'unit.get': ['id'],
  'unit.list': ['content.*.id'],
  'unit.listByType': ['content.*.id'],
  'unit.paymentTypes': ['*.id'],
  'unit.types': ['*.id'],
  'unit.update': ['id'],
}

/** An answer that has every field the contract knows. */
function fullAnswer(schema: z.ZodType): unknown {
  const core = coreSchema(schema)
  if (core instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(core.shape as Record<string, z.ZodType>).map(([name, field]) => [name, fullAnswer(field)]),
    )
  if (core instanceof z.ZodArray) return [fullAnswer(core.element as z.ZodType), fullAnswer(core.element as z.ZodType)]
  if (core instanceof z.ZodUnion)
    return fullAnswer(
      (core.options.find((option) => coreSchema(option as z.ZodType) instanceof z.ZodNumber) as z.ZodType) ??
        (core.options[0] as z.ZodType),
    )
  if (core instanceof z.ZodRecord) return { 'ratings.4': 3 }
  if (core instanceof z.ZodNumber) return 7
  if (core instanceof z.ZodBoolean) return true
  return 'text'
}

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [
    at,
    ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...at, Array.isArray(value) ? Number(key) : key])),
  ]
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((level, part) => (level as Record<string | number, unknown> | undefined)?.[part], value)
}

function changed(value: unknown, path: Path, change: (found: unknown) => unknown): unknown {
  const [head, ...rest] = path
  if (head === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item, at) => (at === head ? changed(item, rest, change) : item))
  const record = value as Record<string, unknown>
  return { ...record, [head]: changed(record[head], rest, change) }
}

const nameOf = (path: Path): string => path.map((part) => (typeof part === 'number' ? '*' : part)).join('.')

const answers = endpoints.flatMap(({ key, endpoint }) => [
  { key, endpoint, kind: 'example', answer: endpoint.example.result },
  { key, endpoint, kind: 'full', answer: fullAnswer(endpoint.result) },
])

const read = ({ key, endpoint }: (typeof answers)[number], payload: unknown) =>
  readPayload(endpoint, defaultOverlay.fromWire(key, payload))

const places = (one: (typeof answers)[number]): Path[] => pathsOf(one.answer).filter((path) => path.length > 0)

/** Where two values differ once everything that stands at or below a path is left aside. */
function differsElsewhere(before: unknown, after: unknown, path: Path): boolean {
  const hide = (value: unknown): unknown => changed(value, path, () => undefined)
  return !isDeepStrictEqual(hide(before), hide(after))
}

describe('an answer', () => {
  it.each(answers)('of $key ($kind) is read as it is', (one) => {
    expect(read(one, one.answer)).toEqual({ ok: true, value: one.answer })
  })

  it.each(answers)('of $key ($kind) may have null anywhere but for its id', (one) => {
    const refused = places(one).filter((path) => {
      const spoiled = read(
        one,
        changed(one.answer, path, () => null),
      )
      if (spoiled.ok && !path.some((part) => typeof part === 'number'))
        expect({ path, differs: differsElsewhere(one.answer, spoiled.value, path) }).toEqual({ path, differs: false })
      if (!spoiled.ok)
        expect(spoiled.findings.map(({ field }) => field?.replace(/\[\d+\]/g, '.*').replace(/^\./, ''))).toContain(
          nameOf(path),
        )
      return !spoiled.ok
    })
    expect(new Set(refused.map(nameOf))).toEqual(new Set(IDS[one.key] ?? []))
  })

  it.each(answers)('of $key ($kind) may have numbers and yes as text, and text as a number', (one) => {
    for (const path of places(one)) {
      const found = valueAt(one.answer, path)
      if (typeof found !== 'number' && typeof found !== 'boolean') continue
      const spoiled = read(one, changed(one.answer, path, String))
      expect({ path, ok: spoiled.ok }).toEqual({ path, ok: true })
      // A field that is text or number by contract keeps what it was.
      if (spoiled.ok) expect([found, String(found)]).toContain(valueAt(spoiled.value, path))
    }
    for (const path of places(one).filter((path) => valueAt(one.answer, path) === 'text'))
      expect({
        path,
        ok: read(
          one,
          changed(one.answer, path, () => 12),
        ).ok,
      }).toEqual({ path, ok: true })
  })

  it.each(answers)('of $key ($kind) may have fields that nobody knows, and keeps them', (one) => {
    for (const path of pathsOf(one.answer)) {
      const found = valueAt(one.answer, path)
      if (typeof found !== 'object' || found === null || Array.isArray(found) || 'ratings.4' in found) continue
      const extra = { unheardOf: { deep: [null, '1'] }, ['__proto__x']: null }
      const spoiled = read(
        one,
        changed(one.answer, path, (record) => ({ ...(record as object), ...extra })),
      )
      expect(spoiled.ok && valueAt(spoiled.value, path)).toMatchObject(extra)
    }
  })

  it.each(answers.filter(({ kind }) => kind === 'full'))('of $key may have all of it at once', (one) => {
    const spoil = (value: unknown): unknown => {
      if (Array.isArray(value)) return [...value.map(spoil), null]
      if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : String(value)
      return {
        ...Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoil(item)])),
        unheardOf: null,
      }
    }
    expect(read(one, spoil(one.answer)).ok).toBe(true)
  })
})

describe('what services of this family send besides', () => {
  const by = (key: EndpointKey) => answers.find((one) => one.key === key) as (typeof answers)[number]
  const value = (key: EndpointKey, payload: unknown): unknown => {
    const done = read(by(key), payload)
    return done.ok ? done.value : done.findings
  }

  it('rooms by other names', () => {
    expect(
      value('room.list', {
        rooms: [
          { room_id: '101', room_name: 'Double', available: '3' },
          { id: null, room_id: 102, name: null, room_name: 'Twin', units: 4 },
        ],
      }),
    ).toEqual({
      rooms: [
        { id: '101', name: 'Double', quantity: 3 },
        { id: 102, name: 'Twin', quantity: 4 },
      ],
    })
    // The field itself wins over its other names, which are kept.
    expect(value('room.list', { rooms: [{ id: 1, room_id: 9, quantity: 2, units: 8 }] })).toEqual({
      rooms: [{ id: 1, room_id: 9, quantity: 2, units: 8 }],
    })
  })

  it('guests as a number or as ages', () => {
    const guests = (totalGuestCounts: unknown): unknown =>
      (value('reservation.lookup', { bookingId: 1, totalGuestCounts }) as { totalGuestCounts: unknown })
        .totalGuestCounts
    expect([2, '3', [34, 33, 5, '5', 0], [], { adults: '2', children: null }].map(guests)).toEqual([
      { adults: 2, total: 2 },
      { adults: 3, total: 3 },
      {
        adults: 2,
        children: [
          { age: 0, count: 1 },
          { age: 5, count: 2 },
        ],
      },
      { adults: 0 },
      { adults: 2 },
    ])
    expect(
      (value('reservation.lookup', { bookingId: 1, rooms: [{ guestCounts: 2 }] }) as { rooms: unknown }).rooms,
    ).toEqual([{ guestCounts: { adults: 2, total: 2 } }])
  })

  it('null for a list, a bare list for a page, an empty list for an empty object', () => {
    expect(value('facility.list', null)).toEqual([])
    expect(value('unit.list', null)).toEqual({ content: [] })
    expect(value('unit.list', [{ id: '7' }])).toEqual({ content: [{ id: 7 }] })
    expect(value('property.facets', [])).toEqual({})
    expect(value('room.list', { rooms: [{ id: 1, occupancy: [], descriptions: {} }] })).toEqual({
      rooms: [{ id: 1, descriptions: [] }],
    })
  })

  it('one of several reservations, numbers as text in each', () => {
    expect(
      value('reservation.lookup', [{ bookingId: 900001, propertyId: '1000001', rooms: [{ units: '2' }] }]),
    ).toEqual([{ bookingId: 900001, propertyId: 1000001, status: 'unknown', rooms: [{ units: 2 }] }])
  })

  it('a number that no double holds, or that is none, is not bent', () => {
    for (const id of ['9007199254740993', '0x10', '1,5', '', ' ', '1e999'])
      expect(read(by('property.get'), { id })).toMatchObject({ ok: false, findings: [{ field: 'id' }] })
  })
})

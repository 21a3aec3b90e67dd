import type { Command } from '@oclif/core'
import { bold, dim, green, red, yellow } from 'ansis'
import { dayIn, formatNight, FIRST_TIME_ZONE, type Night } from '../../calendar/index.js'
import { readPages } from '../../client/index.js'
import type { ResultOf } from '../../contract/index.js'
import { EXIT, Fault } from '../../errors.js'
import { shellWord } from '../../shell-word.js'
import { distributorOf, type ServiceCommand } from '../command/index.js'
import { columns, count, list } from '../show/index.js'
import { type Answer, printable } from '../terminal/index.js'
import { findSoldNights, nightRanges } from './nights.js'
import { judgePlace } from './place.js'

/** What was found of one thing that a property needs. */
export interface Need {
  /** A stable name. */
  need: string
  /** `missing` stands in the way of selling; `warn` does not; `unknown` could not be looked at. */
  state: 'ok' | 'warn' | 'missing' | 'unknown'
  says: string
  next?: string
}

export interface ReadyInput {
  command: ServiceCommand<typeof Command>
  id: string
  nights: number
  /** First night; undefined = today at the property, and where its time zone is not known the first night that is past nowhere. */
  from: Night | undefined
}

const RANGES_SHOWN = 4
const NAMED = 5

/** Looks whether a property can be sold, and what is missing; changes nothing. Exits with 8 if anything is missing. */
export async function propertyReady({ command, id, nights, from }: ReadyInput): Promise<Answer> {
  const property = await command.call('property.get', { params: { id } })
  const { id: number } = property
  const [info, units, products, media] = [
    await attempt(() => command.call('propertyInfo.get', { params: { id } })),
    await attempt(() =>
      readPages({ all: true, limit: undefined }, (page, size) =>
        command.call('unit.list', { query: { page, ...(size === undefined ? {} : { size }), propertyId: id } }),
      ),
    ),
    await attempt(() => command.call('product.list', { body: { hotel_code: id } })),
    await attempt(() => command.call('property.withMainMedia', { params: { id } })),
  ]
  const details = info instanceof Fault ? undefined : info
  const rooms = units instanceof Fault ? undefined : units.content.filter(isRoom)
  // A service refuses a night that is past; which one is today is not known without a time zone.
  const first =
    from ?? dayIn(details?.timezone ?? FIRST_TIME_ZONE, Date.now()) ?? dayIn(FIRST_TIME_ZONE, Date.now()) ?? 0
  const needs: Need[] = [
    statusNeed(property, number),
    ...closedNeeds(property, number),
    currencyNeed(property, number),
    unitsNeed(units, rooms, number),
    plansNeed(products, rooms, number),
    ...(await nightsNeeds(command, { id: number, first, nights, rooms })),
    pictureNeed(media),
    ...placeNeeds(property, info, number),
  ]
  return answerOf(property, needs, { first, nights })
}

type Property = ResultOf<'property.get'>

/** What the service answers, or why it does not. */
async function attempt<T>(work: () => Promise<T>): Promise<T | Fault> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault && error.code !== 'INTERRUPTED' && error.code !== 'UNREACHABLE') return error
    throw error
  }
}

const unknown = (need: string, { message, next }: Fault): Need => ({ need, state: 'unknown', says: message, next })

function statusNeed({ status }: Property, id: number): Need {
  if (status === undefined || status === null)
    return { need: 'status', state: 'unknown', says: 'The service does not tell it.' }
  if (status.toUpperCase() === 'ACTIVE') return { need: 'status', state: 'ok', says: `${status}.` }
  const next = `hubswitch property update ${id} --status ACTIVE`
  return status.toUpperCase() === 'INACTIVE'
    ? { need: 'status', state: 'missing', says: `${status}: an inactive property is not sold.`, next }
    : {
        need: 'status',
        state: 'unknown',
        says: `${status}: the interface does not say whether such a property is sold.`,
        next,
      }
}

const CLOSING = {
  isPermanentlyClosed: 'It is marked as permanently closed.',
  isDeletedBySupplier: 'It is marked as deleted by the supplier.',
} as const

function closedNeeds(property: Property, id: number): Need[] {
  const closed = (['isPermanentlyClosed', 'isDeletedBySupplier'] as const)
    .filter((field) => property[field] === true)
    .map((field): Need => ({
      need: 'open',
      state: 'missing',
      says: CLOSING[field],
      next:
        field === 'isPermanentlyClosed'
          ? `hubswitch property update ${id} --no-is-permanently-closed`
          : `hubswitch property update ${id} --no-is-deleted-by-supplier`,
    }))
  return property['forTesting'] === true
    ? [
        ...closed,
        {
          need: 'open',
          state: 'warn',
          says: 'It is a test property, not for production.',
          next: `hubswitch property update ${id} --no-for-testing`,
        },
      ]
    : closed
}

function currencyNeed({ homeCurrencyCode, homeCurrency }: Property, id: number): Need {
  const code = homeCurrencyCode ?? homeCurrency?.code
  return code === undefined || code === null
    ? {
        need: 'currency',
        state: 'missing',
        says: 'Prices have no currency.',
        next: `hubswitch property update ${id} --home-currency-code EUR`,
      }
    : { need: 'currency', state: 'ok', says: `${String(code)}.` }
}

type Unit = ResultOf<'unit.list'>['content'][number]

/** What is no room in a word of the service is a meal or an extra. */
function isRoom({ sellableUnitType, isExtra }: Unit): boolean {
  const code = sellableUnitType?.code
  return isExtra !== true && (typeof code !== 'string' || code.toLowerCase() === 'room')
}

function unitsNeed(units: { content: Unit[] } | Fault, rooms: readonly Unit[] | undefined, id: number): Need {
  if (units instanceof Fault) return unknown('units', units)
  const empty = (rooms ?? []).filter(({ noOfSellableUnits }) => noOfSellableUnits === 0)
  // A service may have words of its own for what is a room.
  if (units.content.length > 0 && (rooms ?? []).length === 0)
    return {
      need: 'units',
      state: 'unknown',
      says: `${count(units.content.length, 'unit')}, and the service calls none of them a room.`,
      next: `hubswitch unit list ${id}`,
    }
  if (rooms === undefined || rooms.length === 0)
    return {
      need: 'units',
      state: 'missing',
      says: 'It has no rooms.',
      next: `hubswitch unit add ${id} --file samples/room-double.yaml`,
    }
  const [none] = empty
  return none === undefined
    ? { need: 'units', state: 'ok', says: `${count(rooms.length, 'room')}.` }
    : {
        need: 'units',
        state: 'missing',
        says: `Room ${named(empty.map((unit) => unit.id))}: 0 units can be sold.`,
        next: `hubswitch unit update ${shellWord(String(none.id))} --no-of-sellable-units 10`,
      }
}

function plansNeed(products: ResultOf<'product.list'> | Fault, rooms: readonly Unit[] | undefined, id: number): Need {
  if (products instanceof Fault) return unknown('rate-plan', products)
  const sold = new Set(products.products.flatMap(({ room }) => (room?.id === undefined ? [] : [String(room.id)])))
  if (products.products.length > 0 && sold.size === 0)
    return {
      need: 'rate-plan',
      state: 'unknown',
      says: `${count(products.products.length, 'product')}, and the service does not tell their rooms.`,
      next: `hubswitch product list ${id} --json`,
    }
  const unsold = (rooms ?? []).filter((room) => !sold.has(String(room.id)))
  const plans = new Set(products.products.map(({ rate_plan: plan }) => String(plan?.id)))
  const [first] = unsold
  if (first !== undefined || products.products.length === 0)
    return {
      need: 'rate-plan',
      state: 'missing',
      says:
        first === undefined
          ? 'No rate plan sells anything.'
          : `No rate plan sells room ${named(unsold.map((unit) => unit.id))}.`,
      next: `hubswitch rate-plan create ${id} --name en:Flexible --unit ${shellWord(String(first?.id ?? 'ID'))}`,
    }
  return {
    need: 'rate-plan',
    state: 'ok',
    says: `${count(plans.size, 'rate plan')}, ${count(products.products.length, 'product')}.`,
  }
}

async function nightsNeeds(
  command: ServiceCommand<typeof Command>,
  { id, first, nights, rooms }: { id: number; first: Night; nights: number; rooms: readonly Unit[] | undefined },
): Promise<Need[]> {
  const sold = await attempt(async () =>
    findSoldNights(
      (key, input) => command.call(key, input),
      { propertyId: String(id), ...(await distributorOf(command.settings(), { hasFlags: true })) },
      first,
      nights,
    ),
  )
  if (sold instanceof Fault) return [unknown('nights', sold)]
  const { unsold, rooms: offered, unpriced } = sold
  const ranges = nightRanges(unsold)
  const span = `${formatNight(first)} to ${formatNight(first + nights - 1)}`
  const never = (rooms ?? []).filter((room) => !offered.has(String(room.id)))
  return [
    unsold.length === 0
      ? { need: 'nights', state: 'ok', says: `Each of ${count(nights, 'night')} can be booked, ${span}.` }
      : {
          need: 'nights',
          state: 'missing',
          says: `${count(unsold.length, 'night')} of ${nights} cannot be booked: ${ranges.slice(0, RANGES_SHOWN).join(', ')}${ranges.length > RANGES_SHOWN ? ` and ${ranges.length - RANGES_SHOWN} more` : ''}. No price, no inventory, sold out or closed.`,
          next: `"hubswitch calendar show ${id} --from ${shellWord(formatNight(unsold[0] ?? first))}" shows what was acknowledged.\nThen "hubswitch rates push FILE" and "hubswitch inventory push FILE".`,
        },
    // Where none of them is on offer under its own id, the service may have other ids for rooms.
    ...(never.length === 0 || never.length === rooms?.length
      ? []
      : [
          {
            need: 'rooms',
            state: 'missing' as const,
            says: `Room ${named(never.map((unit) => unit.id))} cannot be booked on any of these nights.`,
            next: `hubswitch calendar show ${id} --room ${shellWord(String(never[0]?.id))}`,
          },
        ]),
    ...(unpriced.size === 0
      ? []
      : [
          {
            need: 'price',
            state: 'missing' as const,
            says: `Room ${named([...unpriced])} is offered without a price.`,
            next: 'hubswitch rates push FILE',
          },
        ]),
  ]
}

function pictureNeed(property: ResultOf<'property.withMainMedia'> | Fault): Need {
  if (property instanceof Fault) return unknown('picture', property)
  const { media } = property as { media?: unknown }
  if (!Array.isArray(media))
    return { need: 'picture', state: 'unknown', says: 'The service does not tell its pictures.' }
  return media.length > 0
    ? { need: 'picture', state: 'ok', says: 'It has a main picture.' }
    : {
        need: 'picture',
        state: 'warn',
        says: 'It has no main picture. Distributors may not show it.',
        next: 'The interface takes no pictures: add one where the service keeps them.',
      }
}

const ZONE_STATES = {
  ok: 'ok',
  missing: 'missing',
  contradicts: 'missing',
  doubtful: 'warn',
  unknown: 'unknown',
} as const

function placeNeeds(property: Property, info: ResultOf<'propertyInfo.get'> | Fault, id: number): Need[] {
  if (info instanceof Fault && info.code !== 'NOT_FOUND')
    return [unknown('coordinates', info), unknown('time-zone', info)]
  const details = info instanceof Fault ? undefined : info
  const at = details?.geoCode ?? property.geoCode ?? undefined
  const { coordinates, timeZone } = judgePlace({
    latitude: at?.latitude,
    longitude: at?.longitude,
    timeZone: details?.timezone ?? undefined,
    country: countryOf([...(details?.addresses ?? []), ...(property.addresses ?? [])]),
  })
  const command = details === undefined ? 'hubswitch property info set' : 'hubswitch property info update'
  const [latitude, longitude] =
    coordinates.state === 'swapped' ? [at?.longitude, at?.latitude] : ['LATITUDE', 'LONGITUDE']
  return [
    {
      need: 'coordinates',
      state: coordinates.state === 'swapped' ? 'missing' : coordinates.state,
      says: coordinates.says,
      ...(coordinates.state === 'ok'
        ? {}
        : {
            next: `${command} ${id} --set geoCode.latitude=${shellWord(String(latitude))} --set geoCode.longitude=${shellWord(String(longitude))}`,
          }),
    },
    {
      need: 'time-zone',
      state: ZONE_STATES[timeZone.state],
      says: timeZone.says,
      ...(timeZone.state === 'ok' ? {} : { next: `${command} ${id} --timezone ${timeZone.likely ?? 'TIME_ZONE'}` }),
    },
  ]
}

function countryOf(addresses: readonly Record<string, unknown>[]): string | undefined {
  for (const { country } of addresses) {
    const code = (country as { code?: unknown } | null | undefined)?.code
    if (typeof code === 'string' && /^[A-Za-z]{2}$/.test(code)) return code
  }
  return undefined
}

const named = (ids: readonly (number | string)[]): string =>
  `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''}`

const MARKS = { ok: green('ok     '), warn: yellow('warn   '), missing: red('MISSING'), unknown: dim('unknown') }

function answerOf(
  { id, name }: Property,
  needs: readonly Need[],
  { first, nights }: { first: Night; nights: number },
): Answer {
  const of = (state: Need['state']): number => needs.filter((need) => need.state === state).length
  const [missing, open] = [of('missing'), of('unknown')]
  // What could not be looked at is never told as ready.
  const ready = missing > 0 ? false : open > 0 ? null : true
  const data = { property: id, name, ready, missing, unknown: open, from: formatNight(first), nights, needs }
  const width = Math.max(...needs.map(({ need }) => need.length))
  const end =
    ready === true
      ? `${printable(name ?? String(id))} can be sold.`
      : ready === false
        ? `${printable(name ?? String(id))} cannot be sold in full: ${count(missing, 'thing')} missing${open > 0 ? `, ${open} not known` : ''}.`
        : `Nothing was found missing; ${open} could not be looked at.`
  const picture = (): string =>
    [
      ...needs.flatMap(({ need, state, says, next }) => [
        `${MARKS[state]}  ${need.padEnd(width)}  ${printable(says)}`,
        ...(next ?? '')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => `${' '.repeat(11 + width)}${dim('→')} ${printable(line)}`),
      ]),
      bold(end),
    ].join('\n')
  const answer = list(data, needs, columns('state', 'need', 'says', 'next'), '')
  return {
    ...answer,
    view: { ...answer.view, picture } as Answer['view'],
    exitCode: missing > 0 ? EXIT.findings : EXIT.ok,
  }
}

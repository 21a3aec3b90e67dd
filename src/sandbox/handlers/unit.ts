import type { CheckedInputOf } from '../../contract/index.js'
import {
  IDENTIFIER_SOURCES,
  lookupByCode,
  LookupChecks,
  lookupList,
  Refusal,
  ROOM_TYPE_ID,
  sourceByAbbreviation,
} from '../ground/index.js'
import type { Context, Handlers } from '../http/index.js'
import { ownProperty, readableProperty, readableUnit } from '../property/index.js'
import type { UnitRecord } from '../store/index.js'
import { unitIdsByIdentifier, viewUnit, viewUnitIdentifiers } from '../unit/index.js'

type Body = CheckedInputOf<'unit.add'>['body'] | CheckedInputOf<'unit.update'>['body']

function checkLookups(body: Body): void {
  const checks = new LookupChecks()
  checks.id('unitType', 'sellableUnitTypeId', body.sellableUnitTypeId)
  body.names?.forEach(({ languageId }, at) => checks.id('language', `names[${at}].languageId`, languageId))
  body.descriptions?.forEach(({ languageId }, at) =>
    checks.id('language', `descriptions[${at}].languageId`, languageId),
  )
  const currency = body.price?.currencyCode
  if (currency !== undefined && lookupByCode('currency', currency) === undefined)
    checks.fail('price.currencyCode', `names no currency that exists (${currency})`)
  checkRanges(body, checks)
  checks.done()
}

/** Pairs of least and most that leave nothing between them. */
function checkRanges(
  {
    minLengthOfStay: min,
    maxLengthOfStay: max,
    capacities = [],
  }: Pick<Body, 'minLengthOfStay' | 'maxLengthOfStay' | 'capacities'>,
  checks: LookupChecks,
): void {
  if (min !== undefined && max !== undefined && min > max)
    checks.fail('minLengthOfStay', `must not be above maxLengthOfStay (${min} > ${max})`)
  capacities.forEach(({ minOccupancy, maxOccupancy, timeRange }, at) => {
    if (minOccupancy !== undefined && maxOccupancy !== undefined && minOccupancy > maxOccupancy)
      checks.fail(
        `capacities[${at}].minOccupancy`,
        `must not be above maxOccupancy (${minOccupancy} > ${maxOccupancy})`,
      )
    if (timeRange !== undefined && timeRange.fromDate > timeRange.toDate)
      checks.fail(
        `capacities[${at}].timeRange.toDate`,
        `must not be before fromDate (${timeRange.toDate} < ${timeRange.fromDate})`,
      )
  })
}

/** Without a type, an add-on is an extra and everything else a room. */
function typeIdOf(body: Body): number {
  return (
    body.sellableUnitTypeId ??
    (body.isExtra === true ? lookupByCode('unitType', 'extra')?.id : undefined) ??
    ROOM_TYPE_ID
  )
}

/** The stored half of the pair counts as well. */
function refuseImpossibleStay({ minLengthOfStay: min, maxLengthOfStay: max }: UnitRecord): void {
  if (min === undefined || max === undefined || min <= max) return
  const message = `leave no stay possible: at least ${min} nights, at most ${max}`
  throw new Refusal(422, `minLengthOfStay and maxLengthOfStay ${message}.`, {
    details: [{ field: 'minLengthOfStay', message }],
  })
}

/** A page of a property's units, of one type where one is named. */
function pageOf(context: Context, { propertyId, page, size }: CheckedInputOf<'unit.list'>['query'], typeId?: number) {
  readableProperty(context, propertyId)
  const { units } = context.store
  const totalElements = units.count(propertyId, typeId)
  return {
    content: units.page(propertyId, page, size, typeId).map(viewUnit),
    pageNumber: page,
    pageSize: size,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
  }
}

function typeIdByCode(code: string): number {
  const type = lookupByCode('unitType', code)
  if (type !== undefined) return type.id
  const message = `names no unit type (${code}); there are ${lookupList('unitType')
    .map((known) => known.code)
    .join(', ')}`
  throw new Refusal(400, `type ${message}.`, { details: [{ field: 'type', message }] })
}

/** The one unit that a source system knows by this id, among those that the account may read. */
function findUnit(context: Context, abbreviation: string, value: string) {
  const { store, account } = context
  const source = sourceByAbbreviation(abbreviation.toUpperCase())
  if (source === undefined) {
    throw new Refusal(
      404,
      `There is no source system ${abbreviation}; there are ${IDENTIFIER_SOURCES.map((known) => known.abbreviation).join(', ')}.`,
    )
  }
  const [id, ...others] = unitIdsByIdentifier(store.db, source.id, value, account.mayReadAll ? undefined : account.id)
  if (id === undefined) throw new Refusal(404, `No unit has the id ${value} in ${source.abbreviation}.`)
  if (others.length > 0)
    throw new Refusal(422, `${others.length + 1} units have the id ${value} in ${source.abbreviation}.`)
  return viewUnit(readableUnit(context, id))
}

/** Interface: "Sellable units". */
export const unit = {
  'unit.add': ({ body }, context) => {
    const { store } = context
    checkLookups(body)
    return store.transaction(() => {
      const { propertyId, ...record } = body
      ownProperty(context, propertyId)
      const id = store.units.add(propertyId, { ...record, sellableUnitTypeId: typeIdOf(body) })
      return viewUnit(readableUnit(context, id))
    })
  },
  'unit.update': ({ params: { id }, body }, context) => {
    const { store } = context
    checkLookups(body)
    return store.transaction(() => {
      const stored = readableUnit(context, id)
      ownProperty(context, stored.propertyId)
      const { propertyId = stored.propertyId, ...changes } = body
      if (propertyId !== stored.propertyId) {
        const message = `a unit stays with its property (${stored.propertyId})`
        throw new Refusal(422, `propertyId: ${message}.`, { details: [{ field: 'propertyId', message }] })
      }
      const record = { ...stored.record, ...changes }
      refuseImpossibleStay(record)
      store.units.replaceRecord(id, record)
      return viewUnit(readableUnit(context, id))
    })
  },
  'unit.get': ({ params: { id } }, context) => viewUnit(readableUnit(context, id)),
  'unit.types': () => lookupList('unitType'),
  'unit.paymentTypes': () => lookupList('paymentType'),
  'unit.list': ({ query }, context) => pageOf(context, query),
  'unit.listByType': ({ query: { type, ...query } }, context) => pageOf(context, query, typeIdByCode(type)),
  'unit.identifiers': ({ params: { sellableUnitId } }, context) =>
    viewUnitIdentifiers(context.store.db, readableUnit(context, sellableUnitId)),
  'unit.find': ({ params: { source, id } }, context) => findUnit(context, source, id),
} satisfies Pick<
  Handlers,
  | 'unit.add'
  | 'unit.update'
  | 'unit.get'
  | 'unit.types'
  | 'unit.paymentTypes'
  | 'unit.list'
  | 'unit.listByType'
  | 'unit.identifiers'
  | 'unit.find'
>

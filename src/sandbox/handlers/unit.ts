import type { CheckedInputOf } from '../../contract/index.js'
import { ownProperty, readableProperty, readableUnit } from '../access.js'
import type { Handlers } from '../handler.js'
import { LookupChecks } from '../lookup-checks.js'
import { ROOM_TYPE_ID, lookupByCode, lookupList } from '../lookups.js'
import { viewUnit } from '../unit-view.js'

type Body = CheckedInputOf<'unit.add'>['body']

function checkLookups(body: Body): void {
  const checks = new LookupChecks()
  checks.id('unitType', 'sellableUnitTypeId', body.sellableUnitTypeId)
  body.names?.forEach(({ languageId }, at) => checks.id('language', `names[${at}].languageId`, languageId))
  body.descriptions?.forEach(({ languageId }, at) => checks.id('language', `descriptions[${at}].languageId`, languageId))
  const currency = body.price?.currencyCode
  if (currency !== undefined && lookupByCode('currency', currency) === undefined) checks.fail('price.currencyCode', `names no currency that exists (${currency})`)
  checks.done()
}

/** Without a type, an add-on is an extra and everything else a room. */
function typeIdOf(body: Body): number {
  return body.sellableUnitTypeId ?? (body.isExtra === true ? lookupByCode('unitType', 'extra')?.id : undefined) ?? ROOM_TYPE_ID
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
  'unit.get': ({ params: { id } }, context) => viewUnit(readableUnit(context, id)),
  'unit.types': () => lookupList('unitType'),
  'unit.paymentTypes': () => lookupList('paymentType'),
  'unit.list': ({ query: { propertyId, page, size } }, context) => {
    readableProperty(context, propertyId)
    const { units } = context.store
    const totalElements = units.count(propertyId)
    return {
      content: units.page(propertyId, page, size).map(viewUnit),
      pageNumber: page,
      pageSize: size,
      totalElements,
      totalPages: Math.ceil(totalElements / size),
    }
  },
} satisfies Pick<Handlers, 'unit.add' | 'unit.get' | 'unit.types' | 'unit.paymentTypes' | 'unit.list'>

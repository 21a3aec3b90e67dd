import { Amount, type CheckedInputOf } from '../../contract/index.js'
import { lookupByCode, LookupChecks } from '../ground/index.js'
import type { Context, Handlers } from '../http/index.js'
import { ownProperty } from '../property/index.js'
import { STANDARD_PRICE } from '../store/index.js'

type Body = CheckedInputOf<'ratePlan.create'>['body']

function checkPlan(body: Body): void {
  const checks = new LookupChecks()
  body.names.forEach(({ languageId }, at) => checks.id('language', `names[${at}].languageId`, languageId))
  const { minLengthOfStay: min, maxLengthOfStay: max } = body
  if (min !== undefined && max !== undefined && min > max)
    checks.fail('minLengthOfStay', `must not be above maxLengthOfStay (${min} > ${max})`)
  const { mode = STANDARD_PRICE, value, currencyCode } = body.price ?? {}
  if (mode !== STANDARD_PRICE) checks.fail('price.mode', `must be ${STANDARD_PRICE} (${mode})`)
  if (typeof value === 'string' ? !Amount.safeParse(value).success : (value ?? 0) < 0)
    checks.fail('price.value', `must be an amount such as 120.00 (${value})`)
  if (currencyCode !== undefined && lookupByCode('currency', currencyCode) === undefined)
    checks.fail('price.currencyCode', `names no currency that exists (${currencyCode})`)
  checks.done()
}

function checkUnits({ store }: Context, { propertyId, sellableUnits }: Body): void {
  const checks = new LookupChecks()
  const seen = new Set<number>()
  sellableUnits.forEach(({ sellableUnitId }, at) => {
    const field = `sellableUnits[${at}].sellableUnitId`
    if (store.units.byId(sellableUnitId)?.propertyId !== propertyId)
      checks.fail(field, `names no unit of property ${propertyId} (${sellableUnitId})`)
    else if (seen.has(sellableUnitId)) checks.fail(field, `stands twice (${sellableUnitId})`)
    seen.add(sellableUnitId)
  })
  checks.done()
}

/** Interface: "Products", `rate-plans-v3` (wire default 22). */
export const ratePlan = {
  'ratePlan.create': ({ body }, context) => {
    checkPlan(body)
    const { store } = context
    return store.transaction(() => {
      ownProperty(context, body.propertyId)
      checkUnits(context, body)
      const { sellableUnits, ...record } = body
      const id = store.units.addPlan(body.propertyId, record, [])
      for (const { sellableUnitId, quantity } of sellableUnits) store.units.linkPlan(id, sellableUnitId, quantity)
      return { id, ...body }
    })
  },
} satisfies Pick<Handlers, 'ratePlan.create'>

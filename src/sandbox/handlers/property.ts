import type { CheckedInputOf } from '../../contract/index.js'
import { lookupByCode, lookupById, LookupChecks, Refusal } from '../ground/index.js'
import type { Context, Handlers } from '../http/index.js'
import { ownProperty, viewProperty } from '../property/index.js'

type Body = CheckedInputOf<'property.create'>['body'] | CheckedInputOf<'property.update'>['body']

function checkLookups(body: Body): void {
  const checks = new LookupChecks()
  if ('languageId' in body) checks.id('language', 'languageId', body.languageId)
  if ('countryId' in body) checks.id('country', 'countryId', body.countryId)
  checks.id('currency', 'homeCurrencyId', body.homeCurrencyId)
  const currency = body.homeCurrencyCode === undefined ? undefined : lookupByCode('currency', body.homeCurrencyCode)
  if (body.homeCurrencyCode !== undefined && currency === undefined)
    checks.fail('homeCurrencyCode', `names no currency that exists (${body.homeCurrencyCode})`)
  if (currency !== undefined && body.homeCurrencyId !== undefined && body.homeCurrencyId !== currency.id) {
    checks.fail('homeCurrencyId', `disagrees with homeCurrencyCode: ${currency.code} has the id ${currency.id}`)
  }
  body.names?.forEach(({ languageId }, at) => checks.id('language', `names[${at}].languageId`, languageId))
  body.phones?.forEach(({ phoneTypeId }, at) => checks.id('phoneType', `phones[${at}].phoneTypeId`, phoneTypeId))
  body.emails?.forEach(({ emailTypeId }, at) => checks.id('emailType', `emails[${at}].emailTypeId`, emailTypeId))
  checks.done()
}

/** The currency in both its spellings, so that neither goes stale when an update names the other. */
function bothCurrencySpellings(body: Body): { homeCurrencyId?: number; homeCurrencyCode?: string } {
  const { homeCurrencyCode: code, homeCurrencyId: id } = body
  const currency =
    code !== undefined ? lookupByCode('currency', code) : id !== undefined ? lookupById('currency', id) : undefined
  return currency === undefined ? {} : { homeCurrencyId: currency.id, homeCurrencyCode: currency.code }
}

function refuseDuplicate({ store }: Context, hubSwitchId: string | undefined, ownId?: number): void {
  const holder = hubSwitchId === undefined ? undefined : store.properties.byHubSwitchId(hubSwitchId)
  if (holder === undefined || holder.id === ownId) return
  const message = `Another property has the hubSwitchId ${hubSwitchId}.`
  throw new Refusal(409, message, { details: [{ field: 'hubSwitchId', message }] })
}

/** Interface: "Property writes". */
export const property = {
  'property.create': ({ body }, context) => {
    const { store, account } = context
    checkLookups(body)
    return store.transaction(() => {
      refuseDuplicate(context, body.hubSwitchId)
      const id = store.properties.add({ supplierId: account.id, record: { ...body, ...bothCurrencySpellings(body) } })
      return viewProperty(store, ownProperty(context, id))
    })
  },
  'property.update': ({ params: { id }, body }, context) => {
    const { store } = context
    checkLookups(body)
    return store.transaction(() => {
      const { record } = ownProperty(context, id)
      refuseDuplicate(context, body.hubSwitchId, id)
      const { companyOrganizationNumber, ...changes } = body
      store.properties.replaceRecord(id, {
        ...record,
        ...changes,
        ...bothCurrencySpellings(body),
        // Update spells the field its own way; the record keeps the spelling of create.
        ...(companyOrganizationNumber === undefined ? {} : { companyOrganisationNumber: companyOrganizationNumber }),
      })
      return viewProperty(store, ownProperty(context, id))
    })
  },
} satisfies Pick<Handlers, 'property.create' | 'property.update'>

import type { CheckedInputOf } from '../../contract/index.js'
import { LookupChecks, Refusal } from '../ground/index.js'
import type { Context, Handlers } from '../http/index.js'
import { ownProperty, readableProperty, viewInfo } from '../property/index.js'
import type { InfoRecord } from '../store/index.js'

type Body = CheckedInputOf<'propertyInfo.set'>['body']

function checkLookups(body: Body): void {
  const checks = new LookupChecks()
  checks.id('brand', 'brandId', body.brandId)
  checks.id('propertyType', 'propertyTypeId', body.propertyTypeId)
  body.languages?.forEach(({ languageId }, at) => checks.id('language', `languages[${at}].languageId`, languageId))
  body.addresses?.forEach(({ countryId }, at) => checks.id('country', `addresses[${at}].countryId`, countryId))
  checks.done()
}

/** What a request changes. Whether the record existed is the service's to say, so `isExist` is read over. */
function changesOf({ propertyId: _propertyId, isExist: _isExist, ...changes }: Body): InfoRecord {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

const missing = (propertyId: number): Refusal => new Refusal(404, `There is no information for property ${propertyId}.`)

function store(body: Body, { store: { properties } }: Context, known: InfoRecord | undefined) {
  const info = { ...known, ...changesOf(body) }
  properties.putInfo(body.propertyId, info)
  return { ...viewInfo(body.propertyId, info), isExist: known !== undefined }
}

/** Interface: "Property reads" (info), "Property writes" (info). A list that is given replaces the stored one whole. */
export const propertyInfo = {
  'propertyInfo.get': ({ params: { id } }, context) => {
    const { info } = readableProperty(context, id)
    if (info === undefined) throw missing(id)
    return viewInfo(id, info)
  },
  'propertyInfo.set': ({ body }, context) => {
    checkLookups(body)
    return context.store.transaction(() => store(body, context, ownProperty(context, body.propertyId).info))
  },
  'propertyInfo.update': ({ body }, context) => {
    checkLookups(body)
    return context.store.transaction(() => {
      const { info } = ownProperty(context, body.propertyId)
      if (info === undefined) throw missing(body.propertyId)
      return store(body, context, info)
    })
  },
} satisfies Pick<Handlers, 'propertyInfo.get' | 'propertyInfo.set' | 'propertyInfo.update'>

import { LIMITS } from '../../contract/index.js'
import { LookupReader, Refusal } from '../ground/index.js'
import type { Context } from '../http/index.js'
import type { StoredProperty } from '../store/index.js'
import { readableProperty } from './access.js'
import { viewFacility, viewIdentifiers, viewMedia } from './property-record-view.js'
import { viewAddresses, viewInfo, viewProperty } from './property-view.js'

/** Properties that one sitemap file holds at most. */
const SITEMAP_PROPERTIES = 500

const unknownFile = (fileName: string): Refusal => new Refusal(404, `There is no file ${fileName}.`)

/** The number in a file's name; none where the name is of another form. */
function numberOf(fileName: string, form: RegExp): number | undefined {
  const digits = form.exec(fileName)?.[1]
  const number = Number(digits)
  return digits !== undefined && number <= LIMITS.int32Max ? number : undefined
}

/** Every e-mail address of a property, the primary one first. */
function emailsOf({ emailAddress, emails }: StoredProperty['record']): string[] {
  const others = Array.isArray(emails) ? (emails as { email: string }[]).map(({ email }) => email) : []
  return [...new Set([...(typeof emailAddress === 'string' ? [emailAddress] : []), ...others])]
}

/**
 * A sitemap file: `sitemap-1.json` and on, each with the next 500 of the properties that the account may read, by id.
 * @throws Refusal 404 for another name, and for a number whose file would be empty
 */
export function sitemapOf({ store, account }: Context, fileName: string) {
  const number = numberOf(fileName, /^sitemap-([1-9]\d{0,9})\.json$/)
  if (number === undefined) throw unknownFile(fileName)
  const ids = store.properties.ids(
    account.mayReadAll ? undefined : account.id,
    SITEMAP_PROPERTIES,
    (number - 1) * SITEMAP_PROPERTIES,
  )
  if (ids.length === 0) throw unknownFile(fileName)
  const media = store.records.mediaOf(ids)
  const lookups = new LookupReader()
  const properties = store.properties.byIds(ids).map(({ id, record, info }) => ({
    id,
    name: record.name,
    addresses: viewAddresses(info?.addresses, lookups),
    emails: emailsOf(record),
    images: (media.get(id) ?? []).filter(({ isLogo }) => !isLogo).map(({ url }) => url),
  }))
  return { fileName, properties }
}

/**
 * A property data file, `property-<id>.json`: everything kept of the property.
 * @throws Refusal 404 for another name or an unknown property, 403 for another supplier's
 */
export function detailsOf(context: Context, fileName: string) {
  const { store } = context
  const id = numberOf(fileName, /^property-([1-9]\d{0,9})\.json$/)
  if (id === undefined) throw unknownFile(fileName)
  const property = readableProperty(context, id)
  const data = {
    ...viewProperty(store, property),
    propertyInfo: property.info === undefined ? null : viewInfo(id, property.info),
    identifiers: viewIdentifiers(store, property),
    facilities: store.records.facilities(id).map(viewFacility),
    media: store.records.media(id).map((media) => viewMedia(id, media)),
    unitIds: store.units.page(id, 0, LIMITS.int32Max).map((unit) => unit.id),
  }
  return { fileName, data, executionTime: context.elapsedMs() }
}

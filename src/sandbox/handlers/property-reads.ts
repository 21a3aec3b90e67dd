import { Refusal, sourceById } from '../ground/index.js'
import type { Context, Handlers } from '../http/index.js'
import {
  detailsOf,
  readableProperty,
  sitemapOf,
  viewFacility,
  viewIdentifiers,
  viewInfo,
  viewMedia,
  viewProperty,
  viewReview,
} from '../property/index.js'

const facilitiesOf = ({ store }: Context, propertyId: number) => store.records.facilities(propertyId).map(viewFacility)

/** Interface: "Property reads". */
export const propertyReads = {
  'property.get': ({ params: { id } }, context) => viewProperty(context.store, readableProperty(context, id)),
  'property.withMainMedia': ({ params: { id } }, context) => {
    const property = readableProperty(context, id)
    const main = context.store.records.media(id).filter(({ isMain }) => isMain)
    return { ...viewProperty(context.store, property), media: main.map((media) => viewMedia(id, media)) }
  },
  'property.withFacilities': ({ params: { id } }, context) => {
    const property = readableProperty(context, id)
    return { ...viewProperty(context.store, property), facilities: facilitiesOf(context, id) }
  },
  'property.withInfoAndReviews': ({ params: { id } }, context) => {
    const property = readableProperty(context, id)
    return {
      ...viewProperty(context.store, property),
      propertyInfo: property.info === undefined ? null : viewInfo(id, property.info),
      externalReviews: context.store.records.reviews(id).map(viewReview),
    }
  },
  'property.identifiers': ({ params: { propertyId } }, context) =>
    viewIdentifiers(context.store, readableProperty(context, propertyId)),
  'property.facilities': ({ params: { id } }, context) => facilitiesOf(context, readableProperty(context, id).id),
  'property.facilitiesOfSource': ({ params: { id, identifierSourceId } }, context) => {
    readableProperty(context, id)
    if (sourceById(identifierSourceId) === undefined)
      throw new Refusal(404, `There is no identifier source ${identifierSourceId}.`)
    const told = context.store.records.facilities(id).filter(({ sourceId }) => sourceId === identifierSourceId)
    return told.map(viewFacility)
  },
  'property.getByHubId': ({ params: { id } }, context) => {
    const property = context.store.properties.byHubSwitchId(id)
    if (property === undefined) throw new Refusal(404, `There is no property with the hubSwitchId ${id}.`)
    return viewProperty(context.store, readableProperty(context, property.id))
  },
  'property.logos': ({ params: { propertyId } }, context) => {
    const { id } = readableProperty(context, propertyId)
    const logos = context.store.records.media(id).filter(({ isLogo }) => isLogo)
    return logos.map((logo) => viewMedia(id, logo))
  },
  'property.sitemap': ({ params: { fileName } }, context) => sitemapOf(context, fileName),
  'property.details': ({ params: { fileName } }, context) => detailsOf(context, fileName),
} satisfies Partial<Handlers>

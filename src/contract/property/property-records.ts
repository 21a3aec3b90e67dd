import * as z from '../../zod/index.js'
import { LookupPart } from '../schema/index.js'
import { Property } from './property-fields.js'

/** Records that the reads of a property answer beside its core data (interface: "Property reads"; wire defaults 12 to 14). */

/** A place where a property is known, with the id it has there. */
export const SourceIdentifier = z.looseObject(() => ({
  propertyId: z.number().optional(),
  identifier: z.string().optional(),
  url: z.string().nullish(),
  source: z
    .looseObject({ id: z.number().optional(), abbreviation: z.string().optional(), name: z.string().optional() })
    .nullish(),
}))

/** A picture or logo (wire default 13). */
export const Media = z.looseObject(() => ({
  id: z.number().optional(),
  propertyId: z.number().optional(),
  url: z.string().optional(),
  mediaType: LookupPart.nullish(),
  isMain: z.boolean().optional(),
  isLogo: z.boolean().optional(),
  sortOrder: z.number().nullish(),
}))

/** A facility as configured for a property (wire default 14). */
export const Facility = z.looseObject(() => ({
  id: z.number().optional(),
  facilityMetadataId: z.number().optional(),
  code: z.string().optional(),
  name: z.string().optional(),
  categoryName: z.string().nullish(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
}))

/** A facility filter: what searches and counts take (wire default 14). */
export const FacilityFilter = z.looseObject(() => ({
  id: z.number(),
  name: z.string().optional(),
  facilityMetadataIds: z.array(z.number()).optional(),
}))

/** What a review platform says of a property; its fields are not shown, so all are optional. */
export const ExternalReview = z.looseObject(() => ({
  source: z
    .looseObject({ id: z.number().optional(), abbreviation: z.string().optional(), name: z.string().optional() })
    .nullish(),
  rating: z.number().nullish(),
  ratingMax: z.number().nullish(),
  reviewCount: z.number().nullish(),
  url: z.string().nullish(),
  lastUpdate: z.string().nullish(),
}))

export const PropertyWithMedia = z.looseObject(() => ({ ...Property.shape, media: z.array(Media).nullish() }))
export const PropertyWithFacilities = z.looseObject(() => ({
  ...Property.shape,
  facilities: z.array(Facility).nullish(),
}))

/** The grouped fields of a sitemap file: one entry for each property. */
export const Sitemap = z.looseObject(() => ({
  fileName: z.string().optional(),
  properties: z
    .array(
      z.looseObject({
        id: z.number().optional(),
        name: z.string().optional(),
        addresses: z.array(z.looseObject({})).nullish(),
        emails: z.array(z.union([z.string(), z.looseObject({})])).nullish(),
        images: z.array(z.union([z.string(), z.looseObject({})])).nullish(),
      }),
    )
    .optional(),
}))

/** A property data file, decoded. */
export const DataFile = z.looseObject(() => ({
  fileName: z.string(),
  data: z.unknown(),
  executionTime: z.union([z.number(), z.string()]).optional(),
}))

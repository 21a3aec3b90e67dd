import { lookupById, lookupList, metadataIdsOf, Refusal } from '../ground/index.js'
import type { Handlers } from '../http/index.js'

/** Interface: "Property search and lists", facility filters. */
export const facility = {
  'facility.list': () => lookupList('facility'),
  'facility.get': ({ params: { id } }) => {
    const filter = lookupById('facility', id)
    if (filter === undefined) throw new Refusal(404, `There is no facility filter ${id}.`)
    return { ...filter, facilityMetadataIds: metadataIdsOf(id) }
  },
} satisfies Pick<Handlers, 'facility.list' | 'facility.get'>

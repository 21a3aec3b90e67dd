import { LookupReader, Refusal } from '../ground/index.js'
import type { Context, Handlers } from '../http/index.js'
import { mayRead, viewProperty } from '../property/index.js'
import { countFacets, countProperties, distributorTypesOf, type SearchFilter } from '../search/index.js'
import type { PropertyList } from '../store/index.js'
import { filterOf, searchProperties } from './property-search.js'

function listOf({ store }: Context, id: number): PropertyList {
  const list = store.lists.byId(id)
  if (list === undefined) throw new Refusal(404, `There is no list ${id}.`)
  return list
}

const facetsOf = ({ store }: Context, filter: SearchFilter): Record<string, number> =>
  countFacets(store.index, filter, distributorTypesOf(store.db, filter.supplierId))

/** Interface: "Property search and lists". Each answers only what the account may read. */
export const propertyLists = {
  'property.search': ({ body }, context) => searchProperties(body, context),
  'property.searchList': ({ body: { listId, ...body } }, context) =>
    searchProperties(body, context, listOf(context, listId).id),
  'property.ids': ({ body: { propertyIds } }, context) => {
    const lookups = new LookupReader()
    const readable = context.store.properties.byIds(propertyIds).filter((property) => mayRead(context, property))
    return readable.map((property) => viewProperty(context.store, property, lookups))
  },
  'property.facets': ({ body }, context) => facetsOf(context, filterOf(body, context)),
  'property.facetsOfList': ({ body: { listId, ...body } }, context) =>
    facetsOf(context, filterOf(body, context, listOf(context, listId).id)),
  'property.listId': ({ params: { domainName } }, { store }) => {
    const list = store.lists.nearestTo(domainName)
    if (list === undefined) throw new Refusal(404, `Neither ${domainName} nor a domain above it has a list.`)
    return list.id
  },
  'property.byChannel': ({ params: { channelId } }, context) =>
    context.store.properties.idsByChannel(channelId, filterOf({}, context).supplierId),
  'property.count': ({ query: { allPropertiesCount } }, context) =>
    countProperties(context.store.db, {
      supplierId: filterOf({}, context).supplierId,
      hasDistributorType: !allPropertiesCount,
    }),
  'property.countList': ({ params: { listId } }, context) =>
    countProperties(context.store.db, {
      supplierId: filterOf({}, context).supplierId,
      listId: listOf(context, listId).id,
    }),
} satisfies Partial<Handlers>

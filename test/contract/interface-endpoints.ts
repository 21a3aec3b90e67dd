/** Every endpoint that the interface lists, section by section. */
export const INTERFACE_ENDPOINTS: Readonly<Record<string, readonly (readonly [method: string, path: string])[]>> = {
  'Authentication endpoints': [
    ['POST', '/api/v1/partners/get-token'],
    ['GET', '/api/v1/partners/refresh-token'],
    ['GET', '/api/v1/partners/get-info'],
  ],
  'Property search and lists': [
    ['POST', '/api/v1/property/search-v4'],
    ['POST', '/api/v1/property/search-list-id-v4'],
    ['POST', '/api/v1/property/ids'],
    ['POST', '/api/v1/property/filters-count-by-geocode/v2'],
    ['POST', '/api/v1/property/filter-count-by-listId/v2'],
    ['GET', '/api/v1/property/list-id-by-domain-name/{domainName}'],
    ['GET', '/api/v1/property/properties-by-channel/{channelId}'],
    ['GET', '/api/v1/property/count'],
    ['GET', '/api/v1/property/count-list/{listId}'],
    ['GET', '/api/v1/property-facility/filter'],
    ['GET', '/api/v1/property-facility/filter/{id}'],
  ],
  'Property reads': [
    ['GET', '/api/v1/properties/{id}'],
    ['GET', '/api/v1/properties/with-main-media/{id}'],
    ['GET', '/api/v1/properties/with-facility-data/{id}'],
    ['GET', '/api/v1/properties/property-with-property-info-and-external-reviews/{id}'],
    ['GET', '/api/v1/properties/info/{id}'],
    ['GET', '/api/v1/properties/identifier/{propertyId}'],
    ['GET', '/api/v1/properties/facility-data/{id}'],
    ['GET', '/api/v1/properties/facility-data-by-id-and-identifier-source-id/{id}/{identifierSourceId}'],
    ['GET', '/api/v1/properties/hubswitch-property-id/{id}'],
    ['GET', '/api/v1/logo/{propertyId}'],
    ['GET', '/api/v1/properties/sitemap/{fileName}'],
    ['GET', '/api/v1/properties/details/{fileName}'],
  ],
  'Property writes': [
    ['POST', '/api/v1/properties'],
    ['PUT', '/api/v1/properties/{id}'],
    ['POST', '/api/v1/properties/info'],
    ['PUT', '/api/v1/properties/info'],
  ],
  'Sellable units': [
    ['POST', '/api/v1/sellable-unit'],
    ['GET', '/api/v1/sellable-unit/{id}'],
    ['PUT', '/api/v1/sellable-unit/{id}'],
    ['GET', '/api/v1/sellable-unit/sellable-unit-types'],
    ['GET', '/api/v1/sellable-unit/payment-types'],
    ['GET', '/api/v1/sellable-unit/paging/by-property'],
    ['GET', '/api/v1/sellable-unit/page/by-property-and-type'],
    ['GET', '/api/v1/sellable-unit/identifier/{sellableUnitId}'],
    ['GET', '/api/v1/sellable-unit/by-external-id/{source}/{id}'],
  ],
  'Rooms, rates, inventory': [
    ['POST', '/v1/rooms'],
    ['POST', '/v1/room_settings'],
    ['POST', '/v1/inventory'],
  ],
  Products: [
    ['POST', '/api/v1/hubswitch/products'],
    ['POST', '/v1/products'],
    ['POST', '/api/v1/rate-plans-v3'],
  ],
  Reservations: [
    ['POST', '/api/v1/hubswitch/reservations/create'],
    ['POST', '/api/v1/hubswitch/reservations/confirm'],
    ['POST', '/api/v1/hubswitch/reservations/cc-update'],
    ['GET', '/api/v1/hubswitch/reservations/v2'],
  ],
}

/** Sections that are not built yet. One that is must leave this list. */
export const NOT_BUILT: readonly string[] = ['Reservations']

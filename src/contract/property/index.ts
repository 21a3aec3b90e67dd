/** Endpoints of properties and facilities. */

export { facility } from './facility.js'
export { Property, PropertyCreate, PropertyUpdate, UPDATE_DIFFERENCES } from './property-fields.js'
export { INFO_REPORTED, propertyInfo, PropertyInfo, PropertyInfoBody } from './property-info.js'
export { property } from './property.js'

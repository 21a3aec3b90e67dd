import * as z from '../zod/index.js'
import { INFO_REPORTED, Int32, PropertyCreate, PropertyInfoBody, PropertyUpdate, UnitAdd } from '../contract/index.js'

/**
 * A property as one document: what create, update and the information requests take, in create's spelling. Counters and findings
 * that the service keeps by itself are no part of it.
 */

const REPORTED = ['availabilityUpdateCount', 'lastAvailabilityUpdate'] as const

const mask = <N extends string>(names: readonly N[]): { [K in N]: true } =>
  Object.fromEntries(names.map((name) => [name, true])) as { [K in N]: true }

export const FileProperty = PropertyCreate.omit(mask(REPORTED)).extend({
  emailAddressComment: PropertyUpdate.shape.emailAddressComment,
})
export const FileInfo = PropertyInfoBody.omit({ propertyId: true, ...mask(INFO_REPORTED) })
export const FileUnit = z.strictObject({
  id: Int32.optional().describe('Id of the unit; without one it is recognised by its names'),
  ...UnitAdd.omit({ propertyId: true }).shape,
})

export const PropertyFile = z.strictObject({
  property: FileProperty,
  info: FileInfo.optional(),
  units: z.array(FileUnit).optional(),
})

export type PropertyFileData = z.output<typeof PropertyFile>
export type FileUnitData = z.output<typeof FileUnit>

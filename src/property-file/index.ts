/** A property as a document: its schema, and the steps that bring a property to it. */

export { type ApplyPlan, type ApplyStep, planApply } from './apply-plan.js'
export { type Change, changesOf, differingFields } from './content.js'
export { documentOf } from './document.js'
export { PropertyFile, type PropertyFileData } from './property-file.js'
export {
  type Call,
  faultOrThrow,
  findByHubId,
  idByHubId,
  isMute,
  provenId,
  readByHubId,
  readProperty,
  unlessMissing,
} from './property-records.js'
export { droppedEntries, listsNotShown, mergeLists } from './replaced-lists.js'

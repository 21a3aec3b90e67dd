/** Records with named fields, one JSON object a line. */

export { readJsonLines, readJsonObjects } from './json-lines.js'
export { NamedColumns } from './named-columns.js'
export { NamedRooms } from './named-rooms.js'
